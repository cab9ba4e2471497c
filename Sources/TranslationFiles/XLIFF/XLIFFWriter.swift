import JSONText

/// Writes XLIFF: a `<file>` for each route, in the order of the units.
struct XLIFFWriter {
  let file: TranslationFile
  private var xml = XMLWriter()
  private var leftOut: [LeftOutUnit] = []

  init(_ file: TranslationFile) { self.file = file }

  mutating func written(as format: TranslationFormat) -> WrittenTranslations {
    let isVersion2 = format != .xliff12
    let namespace = "urn:oasis:names:tc:xliff:document:\(isVersion2 ? "2.0" : "1.2")"
    var root = #"<xliff version="\#(isVersion2 ? "2.1" : "1.2")" xmlns="\#(namespace)""#
    if isVersion2 { root += languages("srcLang", "trgLang") }
    xml.line(0, root + ">")
    for (number, (route, units)) in routes(isVersion2: isVersion2).enumerated() {
      if isVersion2 {
        xml.line(1, "<file id=\"f\(number + 1)\"\(XMLWriter.attribute("original", route))>")
        for unit in units { writeVersion2(unit) }
      } else {
        xml.line(
          1,
          "<file\(XMLWriter.attribute("original", route))\(languages("source-language", "target-language"))"
            + #" datatype="plaintext">"#)
        xml.line(2, "<body>")
        for unit in units { writeVersion1(unit) }
        xml.line(2, "</body>")
      }
      xml.line(1, "</file>")
    }
    xml.line(0, "</xliff>")
    return WrittenTranslations(bytes: xml.bytes, leftOut: leftOut)
  }

  private func languages(_ source: String, _ target: String) -> String {
    XMLWriter.attribute(source, file.sourceLanguage)
      + (file.targetLanguage.map { XMLWriter.attribute(target, $0) } ?? "")
  }

  /// The units that the version can express, by route. XLIFF 2.1 needs a unit in each file, 1.2 a file.
  private mutating func routes(isVersion2: Bool) -> [(route: String, units: [TranslationUnit])] {
    var routes: [(route: String, units: [TranslationUnit])] = []
    var indices: [ExactString: Int] = [:]
    for unit in file.units {
      let names = [unit.id, unit.route, unit.place]
      let texts = isVersion2 ? [] : [unit.source, unit.target ?? ""]
      guard (names + texts).allSatisfy(XMLWriter.isRepresentable) else {
        leftOut.append(
          LeftOutUnit(
            id: unit.id, route: unit.route,
            reason: isVersion2
              ? "its name has a control character"
              : "it has a control character, which XLIFF 1.2 cannot express"))
        continue
      }
      let index = indices[ExactString(unit.route)] ?? routes.count
      if index == routes.count {
        indices[ExactString(unit.route)] = index
        routes.append((unit.route, []))
      }
      routes[index].units.append(unit)
    }
    if routes.isEmpty, !isVersion2 { routes.append(("", [])) }
    return routes
  }

  // MARK: Version 2.1

  private mutating func writeVersion2(_ unit: TranslationUnit) {
    xml.line(
      2, "<unit\(XMLWriter.attribute("id", Self.token(unit.id)))\(XMLWriter.attribute("name", unit.id))>")
    if !unit.place.isEmpty || !unit.notes.isEmpty {
      xml.line(3, "<notes>")
      writeNotes(of: unit, depth: 4, attribute: "category")
      xml.line(3, "</notes>")
    }
    xml.line(3, "<segment\(XMLWriter.attribute("state", Self.state2(of: unit)))>")
    xml.line(4, #"<source xml:space="preserve">\#(Self.content(unit.source))</source>"#)
    if let target = unit.target, file.targetLanguage != nil {
      xml.line(4, #"<target xml:space="preserve">\#(Self.content(target))</target>"#)
    }
    xml.line(3, "</segment>")
    xml.line(2, "</unit>")
  }

  /// An NMTOKEN of ASCII letters, digits, hyphens, full stops and underscores, different for each id.
  private static func token(_ id: String) -> String { "u" + ResourceName.encoded(id) }

  private static func content(_ text: String) -> String {
    XMLWriter.escaped(text) { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "<cp hex=\"\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)\"/>"
    }
  }

  /// Tools take a target in the state `initial` as one that needs work.
  private static func state2(of unit: TranslationUnit) -> String {
    switch unit.target == nil ? .initial : unit.state {
    case .initial, .needsReview: "initial"
    case .translated: "translated"
    case .reviewed: "reviewed"
    case .final: "final"
    }
  }

  // MARK: Version 1.2

  private mutating func writeVersion1(_ unit: TranslationUnit) {
    let approved = unit.target != nil && unit.state >= .reviewed ? #" approved="yes""# : ""
    xml.line(3, "<trans-unit\(XMLWriter.attribute("id", unit.id))\(approved) xml:space=\"preserve\">")
    xml.line(4, "<source>\(XMLWriter.escaped(unit.source))</source>")
    if let target = unit.target {
      xml.line(
        4,
        "<target\(XMLWriter.attribute("state", Self.state1(of: unit)))>\(XMLWriter.escaped(target))</target>")
    }
    writeNotes(of: unit, depth: 4, attribute: "from")
    xml.line(3, "</trans-unit>")
  }

  private static func state1(of unit: TranslationUnit) -> String {
    switch unit.state {
    case .initial, .needsReview: "needs-review-translation"
    case .translated: "translated"
    case .reviewed: "signed-off"
    case .final: "final"
    }
  }

  private mutating func writeNotes(of unit: TranslationUnit, depth: Int, attribute: String) {
    if !unit.place.isEmpty { writeNote(unit.place, XLIFFNote.place, depth, attribute) }
    for note in unit.notes { writeNote(note, XLIFFNote.description, depth, attribute) }
  }

  private mutating func writeNote(_ text: String, _ kind: String, _ depth: Int, _ attribute: String) {
    xml.line(depth, "<note\(XMLWriter.attribute(attribute, kind))>\(XMLWriter.escaped(text))</note>")
  }
}

/// The kinds of notes that Marquee writes. All others are left to the tools that wrote them.
enum XLIFFNote {
  static let place = "place"
  static let description = "description"
}
