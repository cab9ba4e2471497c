/// The shape in which a screen is sent: where its sections and items, and their parts, stand in the JSON.
///
/// A format is described by data, the same document from which the server writes: templates of JSON in which `"$name"`
/// stands for a value. It is compiled once to the places of those values.
public struct WireFormat: Sendable, Hashable {
  /// The name that requests give it.
  public let name: String
  let screen: ScreenPlaces
  let section: SectionPlaces?
  let item: ItemPlaces

  /// Compiles a format's document, `{"description"?, "screen", "section"?, "item"}`.
  /// - Throws: ``WireFormatError`` when it is no such document, or when a screen sent in it cannot be read.
  public init(name: String, describedBy document: JSONValue) throws(WireFormatError) {
    guard case .object(let members) = document else { throw .malformed("a wire format is an object") }
    if let unknown = members.keys.sorted().first(where: { !Self.members.contains($0) }) {
      throw .malformed("a wire format has no member \"\(unknown)\"")
    }
    guard let screen = members["screen"] else {
      throw .malformed("a wire format needs the member \"screen\"")
    }
    guard let item = members["item"] else { throw .malformed("a wire format needs the member \"item\"") }
    self.name = name
    self.screen = try ScreenPlaces(TemplatePlaces(screen, allowed: ScreenPlaces.allowed))
    self.item = try ItemPlaces(TemplatePlaces(item, allowed: ItemPlaces.allowed))
    if let section = members["section"] {
      self.section = try SectionPlaces(TemplatePlaces(section, allowed: SectionPlaces.allowed))
    } else {
      self.section = nil
    }
    if self.screen.hasSections, self.section == nil {
      throw .malformed("\"$sections\" needs the member \"section\"")
    }
  }

  private static let members: Set = ["description", "screen", "section", "item"]

  /// The document is one of ours, whose templates can be read: each shipped format is tested.
  private init(shipped name: String, screen: ScreenPlaces, section: SectionPlaces? = nil, item: ItemPlaces) {
    self.name = name
    self.screen = screen
    self.section = section
    self.item = item
  }
}

extension WireFormat {
  /// A table of cells: `{"viewItems":[{"viewType","viewObject"}]}`.
  public static let viewItems = WireFormat(
    shipped: "viewItems", screen: ScreenPlaces(list: ["viewItems"]),
    item: ItemPlaces(viewType: "viewType", content: "viewObject"))

  /// A screen of section components: `{"screenName","contents":[{"sectionComponentType","section"}]}`.
  public static let contents = WireFormat(
    shipped: "contents", screen: ScreenPlaces(list: ["contents"], screenName: ["screenName"]),
    item: ItemPlaces(viewType: "sectionComponentType", content: "section"))

  /// An enveloped screen: `{"responseData":{"screenName","contents":[{"viewType","content"}]}}`.
  public static let responseData = WireFormat(
    shipped: "responseData",
    screen: ScreenPlaces(list: ["responseData", "contents"], screenName: ["responseData", "screenName"]),
    item: ItemPlaces(viewType: "viewType", content: "content"))

  /// A table view model: `{"screenName","sections":[{"header","footer","cells":[{"cellIdentifier","customData"}]}]}`.
  public static let sections = WireFormat(
    shipped: "sections",
    screen: ScreenPlaces(list: ["sections"], hasSections: true, screenName: ["screenName"]),
    section: SectionPlaces(items: "cells", header: "header", footer: "footer"),
    item: ItemPlaces(viewType: "cellIdentifier", content: "customData"))

  /// Marquee's own, with everything that is known: route, version, experiment, variant and ids.
  public static let screen = WireFormat(
    shipped: "screen",
    screen: ScreenPlaces(
      list: ["sections"], hasSections: true, screenName: ["screenName"], route: ["route"],
      version: ["version"], experiment: ["experiment"], variant: ["variant"]),
    section: SectionPlaces(items: "items", id: "id", header: "header", footer: "footer"),
    item: ItemPlaces(viewType: "viewType", content: "content", id: "id"))

  /// The five formats that every server has.
  public static let shipped: [WireFormat] = [.viewItems, .contents, .responseData, .sections, .screen]
}
