import JSONText

/// The schemas that a wire format has for values.
struct ValueSchemas: Sendable {
  /// For the values of a screen; nil to accept any.
  private(set) var screen: ContentSchema?
  /// For the values of a section; nil to accept any.
  private(set) var section: ContentSchema?

  static let none = ValueSchemas()

  private init() {}

  /// Reads `{"screen": SCHEMA, "section": SCHEMA}`.
  init(_ value: JSONValue, at location: JSONPointer, format: String, _ diagnostics: inout Diagnostics) {
    guard
      let members = MemberReader(
        value, at: location, named: "\"values\" of a wire format", allowed: ["screen", "section"],
        &diagnostics,
        meaning: { $0 == "properties" || $0 == "type" ? "a schema stands in \"screen\" or \"section\"" : nil }
      )
    else { return }
    screen = Self.schema("screen", of: members, format: format, &diagnostics)
    section = Self.schema("section", of: members, format: format, &diagnostics)
  }

  private static func schema(
    _ name: String, of members: MemberReader, format: String, _ diagnostics: inout Diagnostics
  ) -> ContentSchema? {
    guard let schema = members.object[name] else { return nil }
    do throws(InvalidDocument) {
      return try ContentSchema(
        schema, of: "\"values\"", uri: "marquee:/formats/\(format)/\(name).json",
        at: members.pointer.appending(name))
    } catch {
      diagnostics.add(error.diagnostics)
      return nil
    }
  }
}
