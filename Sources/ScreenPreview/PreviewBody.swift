import JSONText
package import Screens

/// The part of a page that shows a screen, or two side by side.
package struct PreviewBody {
  package private(set) var markup = Markup()
  /// The values that the page's style sheet depends on.
  package var values: PreviewValues { renderer.values }

  /// A side of a comparison. A screen without a comparison is on the side `before`.
  private enum Side { case before, after }

  private var renderer: NodeRenderer
  private var before: PreviewSource
  private var after: PreviewSource
  /// The prefix of the ids of elements. It keeps them unique if the page shows a screen several times.
  private let prefix: String

  /// - Parameters:
  ///   - before: the templates, schemas and assets for the first column, or for the only one.
  ///   - after: the templates, schemas and assets for the second column.
  ///   - values: the colours of other bodies in the page.
  ///   - prefix: the prefix of the ids of elements, different for each body of the page.
  package init(
    options: PreviewOptions, before: PreviewSource, after: PreviewSource,
    values: PreviewValues? = nil, prefix: String = ""
  ) {
    self.before = before
    self.after = after
    self.prefix = prefix
    renderer = NodeRenderer(
      values: values ?? PreviewValues(width: options.width, text: options.text), source: before,
      marksEmptyTexts: options.marksEmptyTexts)
  }

  /// Shows a screen.
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
            for entry in section.entries { page.write(entry, .before, in: "li", prefix: "item-") }
          }
          if let footer = section.footer {
            page.markup.element("p", classes: ["footer"]) { $0.text(footer) }
          }
        }
      }
    }
  }

  /// Shows two layouts side by side, as the main part of a page.
  mutating func compare(_ one: PreviewPage.Column, _ other: PreviewPage.Column, title: String) {
    write("main", classes: ["compared"]) { page in
      page.markup.element("h1", classes: ["bar"]) { $0.text(title) }
      page.compare(one, other)
    }
  }

  /// Shows two layouts side by side. Items with the same id stand beside each other.
  /// - Parameters:
  ///   - heading: the element of the columns' names.
  ///   - foldsFrom: the minimum number of successive equal rows to fold; nil to fold none.
  ///   - isRedrawn: whether an item with the same content looks different, because an asset has changed.
  package mutating func compare(
    _ one: PreviewPage.Column, _ other: PreviewPage.Column, heading: StaticString = "h2",
    foldsFrom: Int? = nil, isRedrawn: (Item) -> Bool = { _ in false }
  ) {
    markup.element("div", classes: ["pair"]) { markup in
      for name in [one.name, other.name] {
        markup.element(heading, classes: ["column-name"]) { $0.text(name) }
      }
    }
    let pairs = AlignedEntries.pairs(one.layout, other.layout, isRedrawn: isRedrawn)
    write("ul", [Markup.Attribute("role", "list")], classes: ["pairs"]) { page in
      var place = 0
      while place < pairs.count {
        let equal = pairs[place...].prefix { $0.leftNote == nil && $0.rightNote == nil }
        if let foldsFrom, equal.count >= foldsFrom {
          page.fold(equal)
          place = equal.endIndex
        } else {
          page.write(pairs[place])
          place += 1
        }
      }
    }
  }

  /// Writes equal items, collapsed in a `details` element, which needs no script.
  private mutating func fold(_ pairs: ArraySlice<AlignedEntries.Pair>) {
    write("li") { page in
      page.write("details", classes: ["same"]) { page in
        page.markup.element("summary") { $0.text("\(pairs.count) rows are the same") }
        page.write("ul", [Markup.Attribute("role", "list")], classes: ["pairs"]) { page in
          for pair in pairs { page.write(pair) }
        }
      }
    }
  }

  private mutating func write(_ pair: AlignedEntries.Pair) {
    write("li", classes: ["pair"]) { page in
      page.write(pair.left, .before, note: pair.leftNote, prefix: "item-")
      page.write(pair.right, .after, note: pair.rightNote, prefix: "compared-item-")
    }
  }

  private mutating func write(
    _ entry: PreviewLayout.Entry?, _ side: Side, note: String?, prefix: String
  ) {
    var classes: [Markup.ClassName] = ["side"]
    if entry == nil { classes.append("empty") }
    if note != nil { classes.append("changed") }
    write("div", classes: classes) { page in
      if let note { page.markup.element("p", classes: ["note"]) { $0.text(note) } }
      if let entry { page.write(entry, side, in: "div", prefix: prefix) }
    }
  }

  private mutating func write(
    _ entry: PreviewLayout.Entry, _ side: Side, in tag: StaticString, prefix: String
  ) {
    switch entry {
    case .item(let item, let id, let note):
      write(tag, attributes(id, item.viewType, prefix), classes: ["cell"]) { page in
        if let note { page.markup.element("p", classes: ["note"]) { $0.text(note) } }
        // Swapped and not copied, so that the templates found for one item serve the next.
        page.swapSource(side)
        let node = page.renderer.source.node(of: item)
        let wasIncomplete = page.renderer.isIncomplete
        page.renderer.write(
          node, item.sample, of: item.viewType, isFallback: item.isFallback, isUnfinished: false,
          to: &page.markup)
        page.swapSource(side)
        if page.renderer.isIncomplete, !wasIncomplete {
          page.markup.element("p", classes: ["note"]) {
            $0.text("A preview shows at most \(NodeRenderer.maximumNodes) parts; the rest is left out.")
          }
        }
      }
    case .unfinished(let id, let draft):
      let reason = "\(id): \(draft.reason)"
      let attributes = attributes(id, draft.viewType, prefix) + [Markup.Attribute("title", reason)]
      write(tag, attributes, classes: ["cell", "unfinished"]) { page in
        page.swapSource(side)
        let node = page.renderer.source.node(of: draft.viewType, content: draft.content)
        page.renderer.write(
          node, draft.content, of: draft.viewType, isFallback: false, isUnfinished: true, to: &page.markup)
        page.swapSource(side)
        if !draft.lacksOnlyText { page.markup.element("p", classes: ["reason"]) { $0.text(reason) } }
      }
    case .absent(let id, let viewType, let reason):
      write(tag, attributes(id, viewType, prefix), classes: ["cell", "absent"]) { page in
        page.markup.element("p") { $0.text("\(id): \(reason)") }
      }
    case .caption(_, let text, let isHeader):
      markup.element("p", classes: [isHeader ? "header" : "footer"]) { $0.text(text) }
    }
  }

  private mutating func swapSource(_ side: Side) {
    switch side {
    case .before: swap(&renderer.source, &before)
    case .after: swap(&renderer.source, &after)
    }
  }

  private func attributes(_ id: String, _ viewType: String, _ prefix: String) -> [Markup.Attribute] {
    [
      Markup.Attribute("data-item", id), Markup.Attribute("data-view-type", viewType),
      Markup.Attribute("id", self.prefix + prefix + id),
    ]
  }

  /// Writes an element whose content needs the renderer.
  private mutating func write(
    _ tag: StaticString, _ attributes: [Markup.Attribute] = [], classes: [Markup.ClassName] = [],
    _ content: (inout PreviewBody) -> Void
  ) {
    markup.start(tag, attributes, classes: classes)
    content(&self)
    markup.end(tag)
  }
}
