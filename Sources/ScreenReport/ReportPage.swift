import ScreenPreview

/// The frame of every page of a report: HTML that needs no script, and that may load nothing but styles and images.
struct ReportPage {
  static let styleSheet = "report.css"

  /// The HTML in UTF-8.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - root: the path from the page to the folder of the report.
  ///   - colors: the colours of the pictures in the page.
  init(
    title: String, root: String, theme: PreviewOptions.Theme, colors: PreviewValues? = nil,
    _ content: (inout Markup) -> Void
  ) {
    var markup = Markup()
    markup.doctype()
    markup.element("html", [Markup.Attribute("lang", "en")], classes: [theme == .dark ? "dark" : "light"]) {
      markup in
      markup.element("head") { markup in
        markup.void("meta", [Markup.Attribute("charset", "utf-8")])
        markup.void(
          "meta",
          [
            Markup.Attribute("http-equiv", "Content-Security-Policy"),
            Markup.Attribute(
              "content",
              "default-src 'none'; img-src 'self' file: https: http: data:; style-src 'self' file: 'unsafe-inline'"
            ),
          ])
        markup.void(
          "meta",
          [
            Markup.Attribute("name", "viewport"),
            Markup.Attribute("content", "width=device-width, initial-scale=1"),
          ])
        markup.void(
          "meta", [Markup.Attribute("name", "color-scheme"), Markup.Attribute("content", theme.rawValue)])
        markup.element("title") { $0.text(title) }
        markup.void(
          "link",
          [Markup.Attribute("rel", "stylesheet"), Markup.Attribute("href", root + Self.styleSheet)])
        if let colors { markup.element("style") { $0.colors(of: PreviewStyleSheet(colors)) } }
      }
      markup.element("body") { content(&$0) }
    }
    bytes = markup.bytes
  }
}

extension Markup {
  /// Adds a link.
  mutating func link(_ text: String, to address: String) {
    element("a", [Attribute("href", address)]) { $0.text(text) }
  }

  /// Adds a mark such as "added".
  mutating func mark(_ text: String, _ kind: ClassName) {
    element("span", classes: ["r-mark", kind]) { $0.text(text) }
  }

  /// Adds a list of at most `limit` entries, and the number of others.
  mutating func list<Entry>(
    _ entries: [Entry], limit: Int, _ content: (inout Markup, Entry) -> Void
  ) {
    element("ul", classes: ["r-list"]) { markup in
      for entry in entries.prefix(limit) { markup.element("li") { content(&$0, entry) } }
      if entries.count > limit { markup.element("li") { $0.text("and \(entries.count - limit) more") } }
    }
  }

  /// Adds a part that scrolls sideways where it is too wide: a region with a name, which the keyboard reaches.
  mutating func scrollable(
    _ name: String, classes: [ClassName] = [], _ content: (inout Markup) -> Void
  ) {
    element(
      "div", [Attribute("role", "region"), Attribute("aria-label", name), Attribute("tabindex", "0")],
      classes: classes + ["r-scroll"], content)
  }

  /// Adds a section with a heading.
  mutating func section(_ title: String, _ content: (inout Markup) -> Void) {
    element("section", classes: ["r-section"]) { markup in
      markup.element("h2") { $0.text(title) }
      content(&markup)
    }
  }
}

extension ScreenChange.Effect {
  var mark: Markup.ClassName {
    switch self {
    case .created: "r-added"
    case .updated: "r-changed"
    case .deleted: "r-removed"
    }
  }
}
