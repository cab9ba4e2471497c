import JSONText

/// Replaces the references of one schema by absolute ones, so that its parts can be merged with parts of other
/// schemas.
struct ReferenceRewriter {
  let document: String
  /// The `$id` of the schema; nil without one.
  let identifier: String?
  let anchors: SchemaAnchors

  func rewrite(_ schema: JSONValue, isRoot: Bool = false) -> JSONValue {
    guard case .object(var keywords) = schema else { return schema }
    // A nested `$id` starts another resource with another base URI; its references are not followed.
    guard isRoot || keywords["$id"] == nil else { return schema }
    if let reference = keywords["$ref"]?.stringValue, let location = location(of: reference) {
      keywords["$ref"] = .string(location.key)
    }
    return .object(Subschemas.map(keywords) { rewrite($0) })
  }

  private func location(of reference: String) -> SchemaLibrary.Location? {
    var file = String(Substring(reference.utf8.prefix { $0 != UInt8(ascii: "#") }))
    let fragment = Substring(reference.utf8.dropFirst(file.utf8.count + 1))
    if let identifier, !identifier.isEmpty, file.hasSameScalars(as: identifier) { file = "" }
    var target = document
    if !file.isEmpty {
      // In a schema with an `$id`, relative references are relative to that, not to the file.
      guard identifier == nil, file.hasSuffix(".json"), let name = PercentEncoding.decoded(file.dropLast(5))
      else {
        return nil
      }
      target = name
    }
    guard let text = PercentEncoding.decoded(fragment) else { return nil }
    if text.isEmpty || text.utf8.first == UInt8(ascii: "/") {
      return JSONPointer(text).map { SchemaLibrary.Location(document: target, pointer: $0) }
    }
    return anchors.pointer(of: text, in: target).map { SchemaLibrary.Location(document: target, pointer: $0) }
  }
}
