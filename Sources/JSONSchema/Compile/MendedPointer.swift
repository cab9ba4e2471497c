import JSONText

extension JSONPointer {
  /// For a pointer that leads nowhere: the same with the first token that fails replaced by the nearest name.
  func mended(in document: JSONValue) -> JSONPointer? {
    var place = JSONPointer.root
    for (index, token) in tokens.enumerated() {
      let next = place.appending(token)
      if next.value(in: document) != nil {
        place = next
        continue
      }
      guard let names = place.value(in: document)?.objectValue?.names,
        let name = NearestName.to(token, among: names, share: 3)
      else { return nil }
      let mended = JSONPointer(tokens: place.tokens + [name] + tokens.dropFirst(index + 1))
      return mended.value(in: document) == nil ? nil : mended
    }
    return nil
  }
}
