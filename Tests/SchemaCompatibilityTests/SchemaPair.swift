@testable import SchemaCompatibility

/// Two versions of a schema, and what is to be said of them.
struct SchemaPair: Sendable, CustomStringConvertible {
  let name: String
  let old: String
  let new: String
  let screens: CompatibilityVerdict
  let apps: CompatibilityVerdict

  init(
    _ name: String, _ old: String, _ new: String, screens: CompatibilityVerdict, apps: CompatibilityVerdict
  ) {
    self.name = name
    self.old = old
    self.new = new
    self.screens = screens
    self.apps = apps
  }

  var description: String { name }

  /// An object whose members are all named.
  static func closed(_ properties: String, required: [String] = []) -> String {
    #"{"type":"object","properties":{\#(properties)},"required":[\#(list(required))],"additionalProperties":false}"#
  }

  /// An object that may have other members.
  static func open(_ properties: String, required: [String] = []) -> String {
    #"{"type":"object","properties":{\#(properties)},"required":[\#(list(required))]}"#
  }

  private static func list(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ",")
  }
}
