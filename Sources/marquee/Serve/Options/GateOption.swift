import ArgumentParser
import Screens

/// `--gate`: what to do with a screen when a supported app release would drop one of its items.
enum GateOption: String, CaseIterable {
  case warn, refuse

  /// The gate for all definitions; nil for none.
  var gate: Definition.Gate? { self == .refuse ? .refuse : nil }

  static func argument(_ text: String) throws -> GateOption {
    guard let gate = GateOption(rawValue: text) else {
      throw ValidationError("write warn or refuse")
    }
    return gate
  }
}
