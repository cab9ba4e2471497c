import ScreenKit

/// The value type of the app in ``FixtureTests``.
enum FixtureValue: Hashable, Sendable {
  case content(JSONValue)
  case group(FixtureGroup)
  case unknown(JSONValue)

  static let viewTypes = ["LINE", "PRICE", "GROUP"]

  static func registry(_ viewTypes: [String]) -> ViewRegistry {
    var registry = ViewRegistry { FixtureValue.unknown($1) }
    for viewType in viewTypes where viewType != "GROUP" {
      registry.register(viewType, JSONValue.self) { FixtureValue.content($0) }
    }
    if viewTypes.contains("GROUP") { registry.register(FixtureGroup.self) { FixtureValue.group($0) } }
    return registry
  }
}

/// A content with places for other items.
struct FixtureGroup: ViewObject {
  static let viewType = "GROUP"
  var title: String
  var children: ScreenItems
  var lead: ScreenItems?
}

extension Screen {
  /// The screen as it stands in the files of expected screens. What is absent or empty is left out.
  var described: [String: JSONValue] {
    var members: [String: JSONValue] = ["sections": .array(sections.map { .object($0.described) })]
    members["name"] = name.map(JSONValue.string)
    members["values"] = values == [:] ? nil : values
    members["innerItems"] = innerItems.isEmpty ? nil : .array(innerItems.map(\.described))
    return members
  }
}

extension ScreenSection {
  fileprivate var described: [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .string(id), "items": .array(items.map(\.described))]
    members["header"] = header.map(JSONValue.string)
    members["footer"] = footer.map(JSONValue.string)
    members["values"] = values == [:] ? nil : values
    return members
  }
}

extension ScreenItem {
  fileprivate var described: JSONValue {
    var members: [String: JSONValue] = ["id": .string(id), "viewType": .string(viewType)]
    switch content(as: FixtureValue.self) {
    case nil: break
    case .content(let content): members["content"] = content
    case .unknown(let content): members["unknown"] = content
    case .group(let group):
      members["title"] = .string(group.title)
      members["children"] = .array(group.children.map(\.described))
      members["lead"] = group.lead.map { .array($0.map(\.described)) }
    }
    members["raw"] = rawItem
    return .object(members)
  }
}
