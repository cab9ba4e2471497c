import JSONText
package import Screens

/// The page of a preview: a screen as an app would show it, as HTML without scripts, forms and styles of its own.
package struct PreviewPage: Sendable {
  /// One side of a comparison, or the only one.
  package struct Column: Sendable {
    package let name: String
    package let layout: PreviewLayout

    /// - Parameter name: what the column shows, such as `version 7`.
    package init(name: String, layout: PreviewLayout) {
      self.name = name
      self.layout = layout
    }
  }

  /// Where the style sheet is.
  package enum Style: Sendable {
    /// At an address; the query of the values is appended.
    case linked(String)
    /// In the page, for a file.
    case inline
  }

  /// The HTML in UTF-8.
  package let bytes: [UInt8]

  /// - Parameters:
  ///   - title: the name of the screen.
  ///   - about: one line that says what the page shows.
  ///   - other: the column to compare with; nil to show one.
  ///   - asset: the address of an asset by its name; nil if it has none.
  package init(
    title: String, about: String, _ column: Column, comparedWith other: Column? = nil,
    options: PreviewOptions, catalogue: Catalogue, style: Style,
    asset: @escaping @Sendable (String) -> String?
  ) {
    var body = PageBody(options: options, catalogue: catalogue, asset: asset)
    if let other {
      body.compare(column, other, title: title)
    } else {
      body.show(column.layout, title: title)
    }
    let values = body.renderer.values
    var markup = Markup()
    markup.doctype()
    markup.element(
      "html",
      [Markup.Attribute("lang", "en"), Markup.Attribute("dir", options.direction.rawValue)],
      classes: [options.theme == .dark ? "dark" : "light"]
    ) { markup in
      markup.element("head") { markup in
        markup.void("meta", [Markup.Attribute("charset", "utf-8")])
        markup.void(
          "meta",
          [
            Markup.Attribute("name", "viewport"),
            Markup.Attribute("content", "width=device-width, initial-scale=1"),
          ])
        markup.void(
          "meta",
          [
            Markup.Attribute("name", "color-scheme"),
            Markup.Attribute("content", options.theme.rawValue),
          ])
        markup.element("title") { $0.text("\(title) · \(about)") }
        switch style {
        case .linked(let address):
          markup.void(
            "link",
            [
              Markup.Attribute("rel", "stylesheet"),
              Markup.Attribute("href", address + "?" + values.query),
            ])
        case .inline:
          // A file has no header fields that could say this.
          markup.void(
            "meta",
            [
              Markup.Attribute("http-equiv", "Content-Security-Policy"),
              Markup.Attribute(
                "content", "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'"),
            ])
          markup.element("style") { $0.styleSheet(PreviewStyleSheet(values)) }
        }
      }
      markup.element("body") { markup in
        markup.element("header") { markup in
          markup.element("p", classes: ["about"]) { $0.text(about) }
        }
        markup.add(body.markup)
      }
    }
    bytes = markup.bytes
  }
}

/// The part of the page that shows the screen.
private struct PageBody {
  let options: PreviewOptions
  let catalogue: Catalogue
  var renderer: NodeRenderer
  var markup = Markup()
  private let defaults: DefaultPreview
  /// The templates by view type; nil for a view type whose contents have one each.
  private var templates: [ExactString: PreviewNode?] = [:]

  init(
    options: PreviewOptions, catalogue: Catalogue, asset: @escaping @Sendable (String) -> String?
  ) {
    self.options = options
    self.catalogue = catalogue
    renderer = NodeRenderer(
      values: PreviewValues(width: options.width, text: options.text), asset: asset)
    defaults = DefaultPreview(schemas: catalogue.viewTypes.mapValues(\.schema))
  }

  mutating func show(_ layout: PreviewLayout, title: String) {
    write("main", classes: layout.isGrouped ? ["device", "grouped"] : ["device"]) { page in
      page.markup.element("h1", classes: ["bar"]) { $0.text(title) }
      for section in layout.sections {
        let attributes = section.id.map { [Markup.Attribute("data-section", $0)] } ?? []
        page.write("section", attributes) { page in
          if let header = section.header {
            page.markup.element("h2", classes: ["header"]) { $0.text(header) }
          }
          page.write("ul", [Markup.Attribute("role", "list")], classes: ["cells"]) { page in
            for entry in section.entries { page.write(entry, in: "li", prefix: "item-") }
          }
          if let footer = section.footer {
            page.markup.element("p", classes: ["footer"]) { $0.text(footer) }
          }
        }
      }
    }
  }

  /// Shows two layouts side by side. Items with the same id stand beside each other.
  mutating func compare(_ one: PreviewPage.Column, _ other: PreviewPage.Column, title: String) {
    write("main", classes: ["compared"]) { page in
      page.markup.element("h1", classes: ["bar"]) { $0.text(title) }
      page.markup.element("div", classes: ["pair"]) { markup in
        for name in [one.name, other.name] {
          markup.element("h2", classes: ["column-name"]) { $0.text(name) }
        }
      }
      page.write("ul", [Markup.Attribute("role", "list")], classes: ["pairs"]) { page in
        for pair in AlignedEntries.pairs(one.layout, other.layout) {
          page.write("li", classes: ["pair"]) { page in
            page.write(pair.left, note: pair.leftNote, prefix: "item-")
            page.write(pair.right, note: pair.rightNote, prefix: "compared-item-")
          }
        }
      }
    }
  }

  private mutating func write(_ entry: PreviewLayout.Entry?, note: String?, prefix: String) {
    var classes: [Markup.ClassName] = ["side"]
    if entry == nil { classes.append("empty") }
    if note != nil { classes.append("changed") }
    write("div", classes: classes) { page in
      if let note { page.markup.element("p", classes: ["note"]) { $0.text(note) } }
      if let entry { page.write(entry, in: "div", prefix: prefix) }
    }
  }

  private mutating func write(_ entry: PreviewLayout.Entry, in tag: StaticString, prefix: String) {
    switch entry {
    case .item(let item, let id, let note):
      write(tag, attributes(id, item.viewType, prefix), classes: ["cell"]) { page in
        if let note { page.markup.element("p", classes: ["note"]) { $0.text(note) } }
        let content = item.sample
        let node =
          page.template(of: item.viewType) ?? page.defaults.node(of: item.viewType, content: content)
        page.renderer.write(node, content, to: &page.markup)
      }
    case .absent(let id, let viewType, let reason):
      write(tag, attributes(id, viewType, prefix), classes: ["cell", "absent"]) { page in
        page.markup.element("p") { $0.text("\(id): \(reason)") }
      }
    }
  }

  /// The template of a view type, or the one that its schema makes.
  private mutating func template(of viewType: String) -> PreviewNode? {
    if let known = templates[ExactString(viewType)] { return known }
    let template = catalogue.preview(of: viewType)?.node ?? defaults.node(of: viewType)
    templates[ExactString(viewType)] = .some(template)
    return template
  }

  private func attributes(_ id: String, _ viewType: String, _ prefix: String) -> [Markup.Attribute] {
    [
      Markup.Attribute("data-item", id), Markup.Attribute("data-view-type", viewType),
      Markup.Attribute("id", prefix + id),
    ]
  }

  /// Writes an element whose content needs the renderer.
  private mutating func write(
    _ tag: StaticString, _ attributes: [Markup.Attribute] = [], classes: [Markup.ClassName] = [],
    _ content: (inout PageBody) -> Void
  ) {
    markup.start(tag, attributes, classes: classes)
    content(&self)
    markup.end(tag)
  }
}
