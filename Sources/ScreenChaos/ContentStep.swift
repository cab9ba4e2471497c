import JSONText

/// A step into content: to a member or an element.
enum ContentStep: Hashable, Sendable {
  case member(ExactString)
  case element(Int)

  var token: String {
    switch self {
    case .member(let name): name.text
    case .element(let place): String(place)
    }
  }
}

/// The path from the root of an item's content to one of its values.
typealias ContentPath = [ContentStep]

extension JSONPointer {
  init(_ path: ContentPath) { self.init(tokens: path.map(\.token)) }
}
