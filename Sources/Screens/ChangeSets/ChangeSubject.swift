/// A thing that a change set changes.
package enum ChangeSubject: Sendable, Hashable {
  case screen(Route)
  /// A document of one of ``DocumentKind/ofChangeSets``, by its name.
  case document(DocumentKind, String)
  /// The draft of a screen. Publishing the set leaves it out.
  case draft(Route)

  /// The subject as a path of two or more segments: `screens/home`, `view-types/TITLE`, `releases/ios/1.3.0`.
  package var path: String {
    switch self {
    case .screen(let route): "screens/" + route.name
    case .draft(let route): "drafts/" + route.name
    case .document(let kind, let name): (kind.path ?? kind.rawValue) + "/" + name
    }
  }

  /// Parses a path; nil for any other text.
  package init?(path: String) {
    guard let slash = path.firstIndex(of: "/") else { return nil }
    let name = String(path[path.index(after: slash)...])
    let folder = path[..<slash]
    switch folder {
    case "screens", "drafts":
      guard let route = try? Route(stored: name) else { return nil }
      self = folder == "screens" ? .screen(route) : .draft(route)
    default:
      guard let kind = DocumentKind.ofChangeSets.first(where: { $0.path == String(folder) }), !name.isEmpty
      else { return nil }
      self = .document(kind, name)
    }
  }
}

extension ChangeSubject: Comparable {
  package static func < (one: ChangeSubject, other: ChangeSubject) -> Bool {
    one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }
}

extension ChangeSubject: CustomStringConvertible {
  package var description: String { path }
}
