package import JSONText

/// A draft as it would be published, with a placeholder for each item that is invalid: one item that is still being
/// written must not hide all others.
package struct DraftPreview: Sendable {
  /// An item of a draft that is not valid yet. Its template shows the content that it has.
  package struct Placeholder: Sendable, Equatable {
    package let viewType: String
    package let content: JSONValue
    package let reason: String
    /// Whether the item is valid once its empty and missing members are filled in.
    package let lacksOnlyText: Bool
  }

  package let screen: PublishedScreen
  /// By the item's place in the draft.
  package let placeholders: [JSONPointer: Placeholder]

  /// The view type of placeholders while the draft is read. No view type can have this name, because of its space.
  fileprivate static let viewType = "invalid item"
  /// How often a draft is read at most. Each time, the first hundred errors are known.
  fileprivate static let maximumReadings = 4
}

extension PreviewService {
  /// The draft of a screen for its preview.
  /// - Throws: ``ScreensError/invalid(_:)`` if the draft has errors outside of its items, or too many.
  package func draft(of route: Route) throws(ScreensError) -> DraftPreview {
    guard let draft = try publisher.drafts.storedDraft(of: route) else { throw .noDraft(route) }
    return try self.draft(of: draft.definition, at: route)
  }

  /// A definition for its preview, as if it were the draft of the screen.
  /// - Throws: ``ScreensError/invalid(_:)`` if it has errors outside of its items, or too many.
  package func draft(of draft: JSONValue, at route: Route) throws(ScreensError) -> DraftPreview {
    var state = publisher.state
    let version = state.nextVersion(of: route)
    var definition = draft
    var placeholders: [JSONPointer: DraftPreview.Placeholder] = [:]
    var refusal: ScreensError?
    for _ in 0..<DraftPreview.maximumReadings {
      do throws(ScreensError) {
        let screen = try publisher.screens.read(definition, route: route, version: version, &state)
        return DraftPreview(screen: screen, placeholders: placeholders)
      } catch {
        guard case .invalid(let diagnostics) = error else { throw error }
        if refusal == nil {
          refusal = error
          state.catalogue = state.catalogue.taking(DraftPreview.viewType)
        }
        let found = Dictionary(grouping: diagnostics.kept) { $0.pointer.item }
        for (place, errors) in found {
          guard let place, placeholders[place] == nil, let item = place.value(in: definition),
            let next = definition.replacing(place.tokens[...], with: item.placeholder(at: place, errors))
          else { throw refusal ?? error }
          definition = next
          placeholders[place] = DraftPreview.Placeholder(
            viewType: item["viewType"]?.stringValue ?? "", content: item["content"] ?? [:],
            reason: errors.reason, lacksOnlyText: errors.allSatisfy { $0.isAboutNothing(in: draft) })
        }
      }
    }
    throw refusal ?? .noDraft(route)
  }
}

extension JSONPointer {
  /// The item of a definition that this place is in: `/items/3` or `/sections/0/items/3`.
  fileprivate var item: JSONPointer? {
    let length =
      tokens.first == "items" ? 2 : tokens.first == "sections" && tokens.dropFirst(2).first == "items" ? 4 : 0
    return length > 0 && tokens.count >= length ? JSONPointer(tokens: Array(tokens.prefix(length))) : nil
  }
}

extension Diagnostic {
  /// Whether the error is about a value that is missing or empty.
  fileprivate func isAboutNothing(in definition: JSONValue) -> Bool {
    if code == .missingMember { return true }
    switch pointer.value(in: definition) {
    case .string(let text)?: return text.isEmpty
    case .array(let elements)?: return elements.isEmpty
    case .object(let object)?: return object.members.isEmpty
    default: return false
    }
  }
}

extension [Diagnostic] {
  fileprivate var reason: String {
    guard let first else { return "" }
    let others = count - 1
    return "not valid yet: \(first.message)"
      + (others == 0 ? "" : ", and \(others) more \(others == 1 ? "error" : "errors")")
  }
}

extension JSONValue {
  /// The item that stands for this one. It keeps its id if that is not what is wrong, because variants name it.
  fileprivate func placeholder(at place: JSONPointer, _ errors: [Diagnostic]) -> JSONValue {
    let isNamed = !errors.contains { $0.pointer == place.appending("id") }
    let id = isNamed ? self["id"]?.stringValue : nil
    return [
      "id": .string(id ?? "invalid-" + place.tokens.joined(separator: "-")),
      "viewType": .string(DraftPreview.viewType), "content": [:],
    ]
  }

  /// The value with another one at a place; nil if there is no such place.
  fileprivate func replacing(_ tokens: ArraySlice<String>, with value: JSONValue) -> JSONValue? {
    guard let token = tokens.first else { return value }
    switch self {
    case .object(var object):
      guard let next = object[token]?.replacing(tokens.dropFirst(), with: value) else { return nil }
      object[token] = next
      return .object(object)
    case .array(var elements):
      guard let index = Int(token), elements.indices.contains(index),
        let next = elements[index].replacing(tokens.dropFirst(), with: value)
      else { return nil }
      elements[index] = next
      return .array(elements)
    default: return nil
    }
  }
}
