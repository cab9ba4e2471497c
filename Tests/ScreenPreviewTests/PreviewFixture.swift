import JSONText
import ScreenPreview
import Screens
import Testing

/// A catalogue and pages made with it.
struct PreviewFixture {
  var catalogue = Catalogue()

  init(types: [String: JSONValue] = [:], templates: [String: String] = [:]) throws {
    let invalid = catalogue.setViewTypes(types)
    try #require(invalid.isEmpty)
    for (name, text) in templates {
      let document = try JSONDocument(Array(text.utf8))
      catalogue.setPreview(
        try PreviewTemplate(viewType: name, document, schemas: types.isEmpty ? nil : ViewTypeSchemas(types)))
    }
  }

  /// The page of a screen with one section.
  func page(
    _ items: [Item], title: String = "Home", options: PreviewOptions = PreviewOptions(),
    shows: (Item) -> Bool = { _ in true }
  ) -> String {
    page(
      Layout(sections: [Section(id: nil, items: items, origin: .root)]), title: title, options: options,
      shows: shows)
  }

  func page(
    _ layout: Layout, title: String = "Home", options: PreviewOptions = PreviewOptions(),
    shows: (Item) -> Bool = { _ in true }
  ) -> String {
    let layout = PreviewLayout(
      layout, app: "ios/1.0.0", isAnnotated: options.isAnnotated, shows: shows, holds: { _ in true })
    let page = PreviewPage(
      title: title, about: "home · version 1", PreviewPage.Column(name: "", layout: layout),
      options: options, catalogue: catalogue, style: .linked("/preview/_style.css"),
      asset: { "/assets/" + $0 })
    return String(decoding: page.bytes, as: UTF8.self)
  }

  func compare(_ left: [Item], _ right: [Item]) -> String {
    let columns = [("version 1", left), ("version 2", right)].map { name, items in
      PreviewPage.Column(
        name: name,
        layout: PreviewLayout(
          Layout(sections: [Section(id: nil, items: items, origin: .root)]), app: nil, isAnnotated: false,
          shows: { _ in true }, holds: { _ in true }))
    }
    let page = PreviewPage(
      title: "Home", about: "", columns[0], comparedWith: columns[1], options: PreviewOptions(),
      catalogue: catalogue, style: .linked(""), asset: { _ in nil })
    return String(decoding: page.bytes, as: UTF8.self)
  }
}

extension Item {
  init(_ id: String, _ viewType: String = "T", _ content: JSONValue, fallback: Fallback? = nil) {
    self.init(id: id, viewType: viewType, content: content, fallback: fallback, origin: .root)
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// A number as Swift writes it.
  public init(floatLiteral value: Double) {
    self = JSONNumber(text: String(value)).map { .number($0) } ?? .null
  }
}
