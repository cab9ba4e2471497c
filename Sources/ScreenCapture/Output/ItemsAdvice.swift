import JSONText

/// What the author can say about a response that was not understood.
enum ItemsAdvice {
  static func text(on screen: CapturedScreen) -> String {
    let options =
      "--items POINTER names the place of such a list, and --type and --id the places in an element"
    let found = screen.expectations.first.flatMap { list(in: $0.response, at: .root, depth: 0) }
    return options + (found.map { ", such as --items \($0)" } ?? "")
  }

  /// The place of the first list with elements that could be items.
  private static func list(in value: JSONValue, at location: JSONPointer, depth: Int) -> JSONPointer? {
    guard depth < CaptureLimits.searchDepth else { return nil }
    switch value {
    case .array(let elements): return elements.isEmpty || location.tokens.isEmpty ? nil : location
    case .object(let object):
      for member in object {
        if let found = list(in: member.value, at: location.appending(member.name), depth: depth + 1) {
          return found
        }
      }
      let isMap = object.count > 1 && object.allSatisfy { $0.value.objectValue != nil }
      return isMap && !location.tokens.isEmpty ? location : nil
    default: return nil
    }
  }
}
