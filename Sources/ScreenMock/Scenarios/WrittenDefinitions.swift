import JSONText
import Screens

/// The definitions of a folder of screens as their authors wrote them, parsed when they are first needed.
struct WrittenDefinitions {
  private let files: [FolderContents.File]
  private lazy var texts = Dictionary(
    files.compactMap { file in if case .screen(let route) = file.kind { (route, file.text) } else { nil } }
  ) { first, _ in first }
  /// The definitions that were parsed; nil for one that is not JSON.
  private var parsed: [Route: JSONValue?] = [:]

  init(_ files: [FolderContents.File]) { self.files = files }

  /// The definition of a screen; nil if it has no file that can be parsed.
  mutating func definition(of route: Route) -> JSONValue? {
    if let known = parsed[route] { return known }
    let definition = texts[route].flatMap { try? JSONDocument($0).value }
    parsed[route] = .some(definition)
    return definition
  }
}
