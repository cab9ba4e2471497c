import JSONText

/// Makes the references of one schema absolute, so that parts of it can be put together with parts of others.
struct ReferenceRewriter {
  let document: String
  /// The schema's own `$id`, if it has one.
  let identifier: String?
  let anchors: SchemaAnchors

  func rewrite(_ schema: JSONValue, isRoot: Bool = false) -> JSONValue {
    guard case .object(var keywords) = schema else { return schema }
    // Within another resource, references mean something else; they are not followed.
    guard isRoot || keywords["$id"] == nil else { return schema }
    if let reference = keywords["$ref"]?.stringValue, let place = place(of: reference) {
      keywords["$ref"] = .string(place.key)
    }
    return .object(Subschemas.map(keywords) { rewrite($0) })
  }

  private func place(of reference: String) -> SchemaLibrary.Place? {
    var file = String(reference.prefix { $0 != "#" })
    let fragment = reference.dropFirst(file.count + 1)
    if let identifier, !identifier.isEmpty, file == identifier { file = "" }
    var target = document
    if !file.isEmpty {
      // Relative references of a schema with an `$id` are relative to that.
      guard identifier == nil, file.hasSuffix(".json"), let name = Self.decode(file.dropLast(5)) else {
        return nil
      }
      target = name
    }
    guard let text = Self.decode(fragment) else { return nil }
    if text.isEmpty || text.hasPrefix("/") {
      return JSONPointer(text).map { SchemaLibrary.Place(document: target, pointer: $0) }
    }
    return anchors.pointer(of: text, in: target).map { SchemaLibrary.Place(document: target, pointer: $0) }
  }

  /// Percent-decoding (RFC 3986 §2.1); nil for what is no UTF-8.
  private static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next(), let low = rest.next(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
