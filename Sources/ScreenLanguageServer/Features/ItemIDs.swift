import JSONText
import ScreenSchemas
import Screens

/// The ids of items and sections, and the keys of variants, that fit at a position of a document.
struct ItemIDs {
  private let document: JSONValue
  private let kind: FileKind
  private let check: FolderCheck

  /// - Parameter document: the document, which can be incomplete.
  init(_ document: JSONValue, _ kind: FileKind, _ check: FolderCheck) {
    self.document = document
    self.kind = kind
    self.check = check
  }

  func ids(at location: JSONPointer) -> [String] {
    let tokens = location.tokens
    guard let last = tokens.last else { return [] }
    let parent = tokens.dropLast().last
    let isInChange = tokens.count >= 3 && tokens[tokens.count - 3] == "changes"
    if isInChange, ["id", "before", "after"].contains(last) {
      return items(of: layout(at: location)) + inserted(at: location)
    }
    if isInChange, last == "section" {
      return sections(of: layout(at: location)).compactMap { $0["id"]?.stringValue }
    }
    if parent == "order" { return items(of: layout(at: location)) }
    if parent == "force", let variants = location.parent?.parent?.appending("variants").value(in: document) {
      return (variants.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
    }
    return []
  }

  /// The screen that a change at a place applies to, with all ids filled in.
  private func layout(at location: JSONPointer) -> JSONValue {
    guard kind == .scenario else { return IDFilling.fill(document, check.catalogue) }
    // screens/ROUTE/…: the current version of the screen.
    guard location.tokens.count > 2, location.tokens[0] == "screens",
      let screen = check.screens.first(where: { $0.route.name == location.tokens[1] }),
      let published = try? screen.screen()
    else { return .object([:]) }
    return published.definition.json
  }

  private func sections(of definition: JSONValue) -> [JSONValue] { definition["sections"]?.arrayValue ?? [] }

  private func items(of definition: JSONValue) -> [String] {
    let items =
      (definition["items"]?.arrayValue ?? [])
      + sections(of: definition).flatMap { $0["items"]?.arrayValue ?? [] }
    return items.compactMap { $0["id"]?.stringValue }
  }

  /// The ids of items that earlier changes of the same list insert.
  private func inserted(at location: JSONPointer) -> [String] {
    let tokens = location.tokens
    guard tokens.count >= 3, let index = JSONPointer.arrayIndex(tokens[tokens.count - 2]),
      let changes = JSONPointer(tokens: Array(tokens.dropLast(2))).value(in: document)?.arrayValue
    else { return [] }
    return changes.prefix(index).compactMap { $0["op"] == "insert" ? $0["item"]?["id"]?.stringValue : nil }
  }
}
