/// The JSON shape of a screen: where its sections, its items and their parts are.
///
/// A document describes a wire format: JSON templates in which `"$name"` stands for a value. The server renders with
/// the same document. The initializer compiles it to the paths of those values.
public struct WireFormat: Sendable, Hashable {
  /// The name, as in the query parameter `format`.
  public let name: String
  let screen: ScreenPaths
  let section: SectionPaths?
  let item: ItemPaths

  /// Creates a wire format from its document, `{"description"?, "screen", "section"?, "item"}`.
  /// - Throws: ``WireFormatError`` when the document is not a wire format, or when a screen in this format
  ///   cannot be read back.
  public init(name: String, describedBy document: JSONValue) throws(WireFormatError) {
    guard case .object(let members) = document else { throw .malformed("the document must be an object") }
    if let unknown = members.keys.sorted().first(where: { !Self.members.contains($0) }) {
      throw .malformed("unknown member \"\(unknown)\"")
    }
    guard let screen = members["screen"] else {
      throw .malformed("the member \"screen\" is missing")
    }
    guard let item = members["item"] else { throw .malformed("the member \"item\" is missing") }
    self.name = name
    self.screen = try ScreenPaths(PlaceholderPaths(screen, allowed: ScreenPaths.allowed))
    self.item = try ItemPaths(
      PlaceholderPaths(item, allowed: ItemPaths.allowed), viewType: Self.path(of: "viewType", in: members),
      id: Self.path(of: "id", in: members), names: Self.names(in: members))
    if let section = members["section"] {
      self.section = try SectionPaths(PlaceholderPaths(section, allowed: SectionPaths.allowed))
    } else {
      self.section = nil
    }
    if self.screen.hasSections, self.section == nil {
      throw .malformed("the member \"section\" is missing; \"$sections\" needs it")
    }
  }

  private static let members: Set = [
    "$schema", "description", "screen", "section", "item", "values", "viewType", "id", "viewTypes", "nesting",
  ]

  /// The place of the view type or of the id inside the content.
  private static func path(
    of name: String, in members: [String: JSONValue]
  ) throws(WireFormatError) -> ValuePath? {
    guard let value = members[name] else { return nil }
    guard case .string(let text) = value, let path = ValuePath(pointer: text) else {
      throw .malformed("\"\(name)\" must be a JSON Pointer, such as \"/type\"")
    }
    return path
  }

  /// The names of the view types, by what they are called on the wire.
  private static func names(in members: [String: JSONValue]) throws(WireFormatError) -> [String: String] {
    guard let value = members["viewTypes"] else { return [:] }
    guard case .object(let entries) = value else { throw .malformed("\"viewTypes\" must be an object") }
    var names: [String: String] = [:]
    for (name, sent) in entries {
      switch sent {
      case .string(let text): names[text] = name
      case .number(let number): names[number.description] = name
      default: throw .malformed("the name of \"\(name)\" must be a string or a number")
      }
    }
    return names
  }

  /// Creates a shipped format. Tests check that it equals its compiled document.
  private init(shipped name: String, screen: ScreenPaths, section: SectionPaths? = nil, item: ItemPaths) {
    self.name = name
    self.screen = screen
    self.section = section
    self.item = item
  }
}

extension WireFormat {
  /// Cells of a table: `{"viewItems":[{"viewType","viewObject"}]}`.
  public static let viewItems = WireFormat(
    shipped: "viewItems", screen: ScreenPaths(list: ["viewItems"]),
    item: ItemPaths(viewType: "viewType", content: "viewObject"))

  /// Section components: `{"screenName","contents":[{"sectionComponentType","section"}]}`.
  public static let contents = WireFormat(
    shipped: "contents", screen: ScreenPaths(list: ["contents"], screenName: ["screenName"]),
    item: ItemPaths(viewType: "sectionComponentType", content: "section"))

  /// A screen in an envelope: `{"responseData":{"screenName","contents":[{"viewType","content"}]}}`.
  public static let responseData = WireFormat(
    shipped: "responseData",
    screen: ScreenPaths(list: ["responseData", "contents"], screenName: ["responseData", "screenName"]),
    item: ItemPaths(viewType: "viewType", content: "content"))

  /// A table view model: `{"screenName","sections":[{"header","footer","cells":[{"cellIdentifier","customData"}]}]}`.
  public static let sections = WireFormat(
    shipped: "sections",
    screen: ScreenPaths(list: ["sections"], hasSections: true, screenName: ["screenName"]),
    section: SectionPaths(items: "cells", header: "header", footer: "footer"),
    item: ItemPaths(viewType: "cellIdentifier", content: "customData"))

  /// Marquee's own format, the only one with item ids. It also carries route, version, experiment and variant.
  public static let screen = WireFormat(
    shipped: "screen",
    screen: ScreenPaths(
      list: ["sections"], hasSections: true, screenName: ["screenName"], route: ["route"],
      version: ["version"], experiment: ["experiment"], variant: ["variant"]),
    section: SectionPaths(items: "items", id: "id", header: "header", footer: "footer"),
    item: ItemPaths(viewType: "viewType", content: "content", id: "id"))

  /// The five formats that every server has.
  public static let shipped: [WireFormat] = [.viewItems, .contents, .responseData, .sections, .screen]
}
