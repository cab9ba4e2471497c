import JSONText

extension JSONPointer {
  /// A pointer that names no value, with its first wrong token replaced by the nearest name. Nil when the new pointer
  /// names no value either.
  func corrected(in document: JSONValue) -> JSONPointer? {
    var location = JSONPointer.root
    for (index, token) in tokens.enumerated() {
      let next = location.appending(token)
      if next.value(in: document) != nil {
        location = next
        continue
      }
      guard let names = location.value(in: document)?.objectValue?.names,
        let name = NearestName.to(token, among: names, share: 3)
      else { return nil }
      let corrected = JSONPointer(tokens: location.tokens + [name] + tokens.dropFirst(index + 1))
      return corrected.value(in: document) == nil ? nil : corrected
    }
    return nil
  }
}
