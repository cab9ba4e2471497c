import JSONText

/// A media type and the schema of its content.
typealias MediaContent = (mediaType: String, schema: Schema)

extension [MediaContent] {
  var json: JSONValue {
    .object(reduce(into: JSONObject()) { $0[$1.mediaType] = ["schema": .object($1.schema.json)] })
  }
}

/// The body of a request, as the document declares it.
struct BodyDeclaration: Sendable {
  let content: [MediaContent]
  let description: String
  let isRequired: Bool

  init(_ content: [MediaContent], _ description: String, isRequired: Bool) {
    self.content = content
    self.description = description
    self.isRequired = isRequired
  }

  var json: JSONValue {
    ["description": .string(description), "required": .bool(isRequired), "content": content.json]
  }
}
