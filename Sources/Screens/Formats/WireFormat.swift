package import JSONText

/// A wire format: templates for a screen, its sections and its items, read from a document.
package struct WireFormat: Sendable {
  package let name: String
  /// The format's document.
  package let json: JSONValue
  package let description: String?
  let screen: Template
  let section: Template?
  let item: Template

  /// Reads a format document.
  /// - Throws: ``InvalidDocument`` with all errors.
  package init(name: String, _ document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let format = Self.read(name: name, document.value, &diagnostics)
    guard diagnostics.isEmpty, let format else { throw InvalidDocument(diagnostics.located(in: document)) }
    self = format
  }

  /// Reads the document of a published format. A `$name` that earlier versions of Marquee sent as a text stays one.
  init(name: String, published document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let format = Self.read(name: name, document.value, &diagnostics)
    guard let format, diagnostics.kept.allSatisfy({ $0.code == .unknownPlaceholder }) else {
      throw InvalidDocument(diagnostics.located(in: document))
    }
    self = format
  }

  private init(
    name: String, json: JSONValue, description: String?, screen: Template, section: Template?,
    item: Template
  ) {
    self.name = name
    self.json = json
    self.description = description
    self.screen = screen
    self.section = section
    self.item = item
  }

  /// The hint for a missing member: that of a shipped format.
  private static func example(_ name: String) -> String? {
    ShippedFormats.all.lazy.compactMap { $0.format[name] }.first.map {
      "such as \(quoted(name)): \($0.text)"
    }
  }

  private static func read(
    name: String, _ json: JSONValue, _ diagnostics: inout Diagnostics
  ) -> WireFormat? {
    let noun = "a wire format"
    let allowed = ["description", "screen", "section", "item"]
    guard
      let members = MemberReader(
        json, at: .root, named: noun, allowed: allowed, isDocument: true, &diagnostics)
    else { return nil }
    let description = members.string("description", &diagnostics)
    let screen = members.required("screen", of: noun, hint: example("screen"), &diagnostics).map {
      Template($0, at: .root.appending("screen"), allowed: Placeholder.ofScreens, &diagnostics)
    }
    let section = members.object["section"].map {
      Template($0, at: .root.appending("section"), allowed: Placeholder.ofSections, &diagnostics)
    }
    let item = members.required("item", of: noun, hint: example("item"), &diagnostics).map {
      Template($0, at: .root.appending("item"), allowed: Placeholder.ofItems, &diagnostics)
    }
    if let screen, screen.uses(.sections), section == nil {
      diagnostics.add(
        Diagnostic(
          .missingMember, at: .root,
          "the screen uses \"$sections\", so the format needs the member \"section\"",
          hint: example("section")))
    }
    guard let screen, let item else { return nil }
    return WireFormat(
      name: name, json: json, description: description, screen: screen, section: section, item: item)
  }
}
