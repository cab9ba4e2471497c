/// The JSON shape of a screen: where its sections, its items and their parts are.
///
/// A document describes a wire format: JSON templates in which `"$name"` stands for a value. The server renders with
/// the same document. The initializer compiles it to the paths of those values.
///
/// ScreenKit reads every format that the server accepts.
public struct WireFormat: Sendable, Hashable {
  /// The name, as in the query parameter `format`.
  public let name: String
  let screen: ScreenPaths
  let section: SectionPaths?
  let item: ItemPaths
  /// Whether items inside others are sent in the lists of all items, and their ids in their places.
  let isFlat: Bool

  /// Creates a wire format from its document, `{"description"?, "screen", "section"?, "item"}`.
  ///
  /// The members of a ``JSONValue`` have no order, so the sections that the format names are sorted by their places.
  /// ``init(name:document:)`` keeps their order.
  /// - Throws: ``ScreenError`` when the document is not a wire format.
  public init(name: String, describedBy document: JSONValue) throws(ScreenError) {
    try self.init(name: name, describedBy: document, order: nil)
  }

  init(name: String, describedBy document: JSONValue, order: MemberOrder?) throws(ScreenError) {
    guard case .object(let members) = document else { throw .malformed("the document must be an object") }
    if let unknown = members.keys.sorted().first(where: { !Self.members.contains($0) }) {
      throw .malformed("unknown member \"\(unknown)\"")
    }
    guard let screen = members["screen"] else {
      throw .malformed("the member \"screen\" is missing")
    }
    guard let item = members["item"] else { throw .malformed("the member \"item\" is missing") }
    self.name = name
    self.screen = ScreenPaths(
      try PlaceholderPaths(screen, order: order?["screen"], allowed: Placeholder.ofScreens))
    self.item = ItemPaths(
      try PlaceholderPaths(item, allowed: Placeholder.ofItems),
      viewType: try Self.path(of: "viewType", in: members),
      id: try Self.path(of: "id", in: members), names: try TypeNames(members["viewTypes"]))
    if let section = members["section"] {
      self.section = SectionPaths(try PlaceholderPaths(section, allowed: Placeholder.ofSections))
    } else {
      self.section = nil
    }
    isFlat = try Self.isFlat(members["nesting"])
    if section == nil, self.screen.hasSections {
      throw .malformed("the member \"section\" is missing; \"$sections\" needs it")
    }
  }

  private static let members: Set = [
    "$schema", "description", "screen", "section", "item", "values", "viewType", "id", "viewTypes", "nesting",
  ]

  /// The place of the view type or of the id inside the content.
  private static func path(
    of name: String, in members: [String: JSONValue]
  ) throws(ScreenError) -> ValuePath? {
    guard let value = members[name] else { return nil }
    guard case .string(let text) = value, let path = ValuePath(pointer: text) else {
      throw .malformed("\"\(name)\" must be a JSON Pointer, such as \"/type\"")
    }
    return path
  }

  private static func isFlat(_ nesting: JSONValue?) throws(ScreenError) -> Bool {
    switch nesting {
    case nil, "inline": return false
    case "flat": return true
    default: throw .malformed("\"nesting\" must be \"inline\" or \"flat\"")
    }
  }

  /// Whether items are sent under their ids.
  var hasItemsByID: Bool { screen.items.byID != nil || section?.items.byID != nil }

  /// Whether items are sent apart from the places where they belong.
  var usesPool: Bool {
    isFlat || screen.items.hasItems && section?.items.roots != nil && section?.items.hasItems == false
  }

  /// Whether the order of the items is that of the members of an object.
  var isOrderedByMembers: Bool {
    screen.items.isOrderedByMembers || section?.items.isOrderedByMembers ?? false
  }

  /// Creates a shipped format. Tests check that it equals its compiled document.
  private init(shipped name: String, screen: ScreenPaths, section: SectionPaths? = nil, item: ItemPaths) {
    self.name = name
    self.screen = screen
    self.section = section
    self.item = item
    isFlat = false
  }
}

extension WireFormat {
  /// Cells of a table: `{"viewItems":[{"viewType","viewObject"}]}`.
  public static let viewItems = WireFormat(
    shipped: "viewItems", screen: ScreenPaths(list: ["viewItems"]),
    item: ItemPaths(viewType: "viewType", content: ContentPath("viewObject")))

  /// Section components: `{"screenName","contents":[{"sectionComponentType","section"}]}`.
  public static let contents = WireFormat(
    shipped: "contents", screen: ScreenPaths(list: ["contents"], screenName: ["screenName"]),
    item: ItemPaths(viewType: "sectionComponentType", content: ContentPath("section")))

  /// A screen in an envelope: `{"responseData":{"screenName","contents":[{"viewType","content"}]}}`.
  public static let responseData = WireFormat(
    shipped: "responseData",
    screen: ScreenPaths(list: ["responseData", "contents"], screenName: ["responseData", "screenName"]),
    item: ItemPaths(viewType: "viewType", content: ContentPath("content")))

  /// A table view model: `{"screenName","sections":[{"header","footer","cells":[{"cellIdentifier","customData"}]}]}`.
  public static let sections = WireFormat(
    shipped: "sections",
    screen: ScreenPaths(sections: ["sections"], screenName: ["screenName"]),
    section: SectionPaths(items: "cells", header: "header", footer: "footer"),
    item: ItemPaths(viewType: "cellIdentifier", content: ContentPath("customData")))

  /// Marquee's own format, the only one with item ids. It also carries route, version, experiment and variant.
  public static let screen = WireFormat(
    shipped: "screen",
    screen: ScreenPaths(
      sections: ["sections"], screenName: ["screenName"], route: ["route"],
      version: ["version"], experiment: ["experiment"], variant: ["variant"]),
    section: SectionPaths(items: "items", id: "id", header: "header", footer: "footer"),
    item: ItemPaths(viewType: "viewType", content: ContentPath("content"), id: "id"))

  /// The five formats that every server has.
  public static let shipped: [WireFormat] = [.viewItems, .contents, .responseData, .sections, .screen]
}
