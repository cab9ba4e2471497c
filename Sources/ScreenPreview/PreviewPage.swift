package import JSONText
package import Screens

/// The page of a preview: a screen as an app would show it, as HTML without scripts and forms.
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

  /// A sentence below the line about the page, and links to other pages.
  package struct Note: Sendable {
    package struct Link: Sendable {
      package let text: String
      package let address: String

      package init(text: String, address: String) {
        self.text = text
        self.address = address
      }
    }

    package let text: String
    /// The name of the links for a screen reader.
    package let linksName: String
    package let links: [Link]

    package init(text: String, linksName: String = "Links", links: [Link] = []) {
      self.text = text
      self.linksName = linksName
      self.links = links
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
  ///   - note: a sentence below that line.
  ///   - other: the column to compare with; nil to show one.
  ///   - asset: the address of an asset by its name; nil if it has none.
  package init(
    title: String, about: String, note: Note? = nil, _ column: Column, comparedWith other: Column? = nil,
    options: PreviewOptions, catalogue: Catalogue, style: Style,
    asset: @escaping @Sendable (String) -> String?
  ) {
    let source = PreviewSource(catalogue: catalogue, asset: asset)
    var body = PreviewBody(options: options, before: source, after: source)
    if let other {
      body.compare(column, other, title: title)
    } else {
      body.show(column.layout, title: title)
    }
    bytes = Self.bytes(
      title: title, about: about, note: note, body.markup, body.values, options: options, style: style)
  }

  /// A page for a definition that cannot be shown as a screen: its errors, and its text.
  package init(
    title: String, about: String, _ errors: Diagnostics, of definition: JSONValue, options: PreviewOptions,
    style: Style
  ) {
    var body = Markup()
    body.element("main", classes: ["device"]) { body in
      body.element("h1", classes: ["bar"]) { $0.text(title) }
      for error in errors.kept {
        body.element("p", classes: ["note"]) { $0.text("\(error.pointer): \(error.text)") }
      }
      if errors.count > errors.kept.count {
        body.element("p", classes: ["note"]) { $0.text("\(errors.count) errors in all") }
      }
      body.element("pre", classes: ["cell", "text"]) { $0.text(definition.indentedText) }
    }
    bytes = Self.bytes(
      title: title, about: about, body, PreviewValues(width: options.width, text: options.text),
      options: options, style: style)
  }

  private static func bytes(
    title: String, about: String, note: Note? = nil, _ body: Markup, _ values: PreviewValues,
    options: PreviewOptions, style: Style
  ) -> [UInt8] {
    var markup = Markup()
    markup.doctype()
    markup.element(
      "html",
      [
        Markup.Attribute("lang", options.language?.text ?? "en"),
        Markup.Attribute("dir", options.shownDirection.rawValue),
      ],
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
          // A file has no response header fields for the policy.
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
          if let note { markup.add(note) }
        }
        markup.add(body)
      }
    }
    return markup.bytes
  }
}

extension Markup {
  /// Adds a sentence, and its links in a list.
  fileprivate mutating func add(_ note: PreviewPage.Note) {
    element("p", classes: ["note"]) { $0.text(note.text) }
    guard !note.links.isEmpty else { return }
    element("nav", [Attribute("aria-label", note.linksName)], classes: ["note"]) { markup in
      markup.element("ul", [Attribute("role", "list")], classes: ["links"]) { markup in
        for link in note.links {
          markup.element("li") { markup in
            markup.element("a", [Attribute("href", link.address)]) { $0.text(link.text) }
          }
        }
      }
    }
  }
}
