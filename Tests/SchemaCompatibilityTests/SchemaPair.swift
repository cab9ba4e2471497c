@testable import SchemaCompatibility

/// Two versions of a schema, and the expected verdicts.
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

  /// The schema of an object without other members.
  static func closed(_ properties: String, required: [String] = []) -> String {
    #"{"type":"object","properties":{\#(properties)},"required":[\#(list(required))],"additionalProperties":false}"#
  }

  /// The schema of an object that can have other members.
  static func open(_ properties: String, required: [String] = []) -> String {
    #"{"type":"object","properties":{\#(properties)},"required":[\#(list(required))]}"#
  }

  private static func list(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ",")
  }
}
