import JSONText

/// A field of a response, as the document declares it.
struct HeaderDeclaration: Sendable {
  let name: String
  let description: String
  let schema: Schema

  init(_ name: String, _ description: String, _ schema: Schema = .string) {
    self.name = name
    self.description = description
    self.schema = schema
  }

  static let entityTag = HeaderDeclaration("ETag", "Names exactly this content, for conditional requests.")
  static let location = HeaderDeclaration("Location", "The path of the new resource.")
  static let vary = HeaderDeclaration("Vary", "The request fields that decide the response.")
  static let revision = HeaderDeclaration(
    "Marquee-Revision", "The change's number. Send it as Marquee-Min-Revision to wait for it on any node.",
    .integer(from: 0))
  static let replayed = HeaderDeclaration(
    "Idempotency-Replayed",
    "true if this is the response to an earlier request with the same Idempotency-Key.")
  static let retryAfter = HeaderDeclaration(
    "Retry-After", "Seconds after which the request may be sent again.", .integer(from: 0))

  var json: JSONValue { ["description": .string(description), "schema": .object(schema.json)] }
}
