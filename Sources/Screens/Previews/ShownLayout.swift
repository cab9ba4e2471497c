package import JSONText

extension Layout {
  /// What users see, as a definition: without the conditions of items and sections, and without fallbacks.
  package var shown: JSONValue {
    var object: JSONObject = ["screenName": .string(screenName)]
    if let values { object["values"] = .object(values) }
    if isFlat {
      object["items"] = .array(sections.first?.items.map(\.shown) ?? [])
    } else {
      object["sections"] = .array(sections.map(\.shown))
    }
    return .object(object)
  }
}

extension Section {
  fileprivate var shown: JSONValue {
    var object: JSONObject = [:]
    object["id"] = id.map { .string($0) }
    object["header"] = header.map { .string($0) }
    object["footer"] = footer.map { .string($0) }
    object["values"] = values.map { .object($0) }
    object["items"] = .array(items.map(\.shown))
    return .object(object)
  }
}

extension Item {
  fileprivate var shown: JSONValue { ["id": .string(id), "viewType": .string(viewType), "content": sample] }
}
