import ArgumentParser
import Screens

/// `--gate`: what to do with a screen when a supported app release would drop one of its items.
enum GateOption: String, ExpressibleByArgument, CaseIterable {
  case warn, refuse

  /// The gate for all definitions; nil for none.
  var gate: Definition.Gate? { self == .refuse ? .refuse : nil }

  // The help texts name the values.
  static var allValueStrings: [String] { [] }
}
