import JSONText
import XMLText

/// Reads XLIFF 2.0, 2.1, 2.2, 1.1 and 1.2. The root element names the version.
///
/// It reads units, notes of ours and states. It checks modules and extensions of XLIFF 2.0 and 2.1, and skips them. It
/// is lenient with 1.1, 1.2 and 2.2.
struct XLIFFReader {
  private var xml: XMLReader
  private var namespace = ""
  private var result: ReadTranslations
  /// The position of each unit of the open `<file>`, by id.
  private var ids: [ExactString: SourcePosition] = [:]
  /// nil for a document that is not of the namespace of XLIFF 2.0 and 2.1.
  private var checker: XLIFFChecker?

  init(_ bytes: [UInt8]) throws(TranslationFileError) {
    do throws(XMLSyntaxError) { xml = try XMLReader(bytes) } catch { throw TranslationFileError(error) }
    result = ReadTranslations(file: TranslationFile(sourceLanguage: ""), format: .xliff21)
  }

  mutating func read() throws(TranslationFileError) -> ReadTranslations {
    guard case .start(let root)? = try nextElement() else {
      throw TranslationFileError(nil, "the file has no element", hint: "expected <xliff>")
    }
    try readVersion(of: root)
    if result.format == .xliff21 {
      result.file.sourceLanguage = try required("srcLang", of: root)
      result.file.targetLanguage = root.attribute("trgLang")
    }
    var files = 0
    while case .start(let element)? = try nextElement() {
      guard isOurs(element, "file") else {
        try skip()
        continue
      }
      files += 1
      try readFile(element)
    }
    // Reads what follows the root.
    while try next() != nil {}
    guard files > 0 else {
      throw TranslationFileError(root.position, "<xliff> has no <file>", hint: "add one for each screen")
    }
    return result
  }

  private mutating func readVersion(of root: XMLElement) throws(TranslationFileError) {
    guard root.name == "xliff" else {
      throw TranslationFileError(
        root.position, "the root element is <\(root.qualifiedName)>",
        hint: "expected <xliff>, or name another format")
    }
    let version = try required("version", of: root)
    let expected: [String]
    switch version {
    case "2.0", "2.1", "2.2":
      expected = ["urn:oasis:names:tc:xliff:document:2.0", "urn:oasis:names:tc:xliff:document:2.2"]
    case "1.1", "1.2":
      result.format = .xliff12
      // Files without a namespace are common.
      expected = ["urn:oasis:names:tc:xliff:document:\(version)", ""]
    default:
      throw TranslationFileError(
        root.position, "the version of XLIFF is \(quoted(version))",
        hint: "expected 2.0, 2.1, 2.2, 1.1 or 1.2")
    }
    guard expected.contains(root.namespace) else {
      throw TranslationFileError(
        root.position, "the namespace \(quoted(root.namespace)) is not that of XLIFF \(version)",
        hint: "expected xmlns=\(quoted(expected.first ?? ""))")
    }
    namespace = root.namespace
    guard namespace == XLIFFNamespace.core else { return }
    checker = XLIFFChecker()
    try checker?.visit(.start(root))
  }

  private mutating func readFile(_ file: XMLElement) throws(TranslationFileError) {
    let isVersion2 = result.format == .xliff21
    let id = isVersion2 ? try required("id", of: file) : ""
    let route = isVersion2 ? file.attribute("original") ?? id : try required("original", of: file)
    if !isVersion2 { try readLanguages(of: file) }
    ids.removeAll(keepingCapacity: true)
    // The file itself and the open groups.
    var depth = 1
    while depth > 0, let event = try next() {
      switch event {
      case .text: break
      case .end: depth -= 1
      case .start(let element):
        if isOurs(element, "group") || !isVersion2 && isOurs(element, "body") {
          depth += 1
        } else if isOurs(element, isVersion2 ? "unit" : "trans-unit") {
          try readUnit(try tree(of: element), route: route)
        } else {
          try skip()
        }
      }
    }
  }

  private mutating func readLanguages(of file: XMLElement) throws(TranslationFileError) {
    let source = try required("source-language", of: file)
    let target = file.attribute("target-language")
    let known = result.file
    guard known.sourceLanguage.isEmpty || known.sourceLanguage == source,
      target == nil || known.targetLanguage == nil || known.targetLanguage == target
    else {
      throw TranslationFileError(
        file.position, "this <file> has other languages than the one before", hint: "split it by language")
    }
    result.file.sourceLanguage = source
    result.file.targetLanguage = known.targetLanguage ?? target
  }

  // MARK: Units

  private mutating func readUnit(_ element: XMLElement, route: String) throws(TranslationFileError) {
    guard result.file.units.count < TranslationFile.maximumUnits else {
      throw TranslationFileError(
        element.position, "there are more than \(TranslationFile.maximumUnits) units", hint: "split the file")
    }
    let id = try required("id", of: element)
    if let first = ids.updateValue(element.position, forKey: ExactString(id)) {
      throw TranslationFileError(
        element.position, "the unit \(quoted(id)) is repeated (first at \(first.line):\(first.column))",
        hint: "give each unit of a <file> its own id")
    }
    var unit = TranslationUnit(id: id, route: route, source: "")
    if result.format == .xliff21 {
      unit.id = element.attribute("name") ?? id
      readNotes(in: children("notes", of: element).first, attribute: "category", to: &unit)
      try readSegments(of: element, to: &unit)
    } else {
      readNotes(in: element, attribute: "from", to: &unit)
      try readVersion1(element, to: &unit)
    }
    result.file.units.append(unit)
  }

  private func readNotes(in element: XMLElement?, attribute: String, to unit: inout TranslationUnit) {
    guard let element else { return }
    for note in children("note", of: element) {
      switch note.attribute(attribute) {
      case XLIFFNote.place: unit.place = note.text
      case XLIFFNote.description: unit.notes.append(note.text)
      default: break
      }
    }
  }

  /// Joins the segments and what is between them. A target can be in another order than its source.
  private mutating func readSegments(of element: XMLElement, to unit: inout TranslationUnit)
    throws(TranslationFileError)
  {
    var content = XLIFFContent()
    for data in children("originalData", of: element).flatMap({ children("data", of: $0) }) {
      guard
        content.originalData.updateValue(try content.text(of: data), forKey: try required("id", of: data))
          == nil
      else {
        throw TranslationFileError(
          data.position, "the id of this <data> is repeated", hint: "give it its own")
      }
    }
    var targets: [(order: Int, text: String)] = []
    var orders: Set<Int> = []
    var states: [TranslationState] = []
    let parts = element.elements.filter { isOurs($0, "segment") || isOurs($0, "ignorable") }
    for (index, part) in parts.enumerated() {
      guard let source = try text("source", of: part, result.file.sourceLanguage, content) else {
        throw TranslationFileError(part.position, "<\(part.name)> has no <source>", hint: "add it")
      }
      unit.source += source.text
      let target = try text("target", of: part, result.file.targetLanguage, content)
      let order = target?.element.attribute("order").map { Int($0) ?? 0 } ?? index + 1
      guard orders.insert(order).inserted, (1...parts.count).contains(order) else {
        throw TranslationFileError(
          part.position,
          "the order \(order) of this <target> is taken, or not one of the \(parts.count) parts",
          hint: "give each part of the unit its own order")
      }
      if part.name == "ignorable" {
        targets.append((order, target?.text ?? source.text))
      } else {
        states.append(try state(of: part, target: target?.text, isSourceEmpty: source.text.isEmpty))
        targets.append((order, target?.text ?? ""))
      }
    }
    guard let least = states.min() else {
      throw TranslationFileError(
        element.position, "<unit> has no <segment>", hint: "add one with its <source>")
    }
    if least == .initial {
      if states.contains(where: { $0 != .initial }) {
        leaveOut(unit, "only some of its segments are translated")
      }
      return
    }
    (unit.target, unit.state) = (targets.sorted { $0.order < $1.order }.map(\.text).joined(), least)
  }

  /// The text of the `<source>` or `<target>` of a part; nil for none.
  private func text(
    _ name: String, of part: XMLElement, _ language: String?, _ content: XLIFFContent
  ) throws(TranslationFileError) -> (element: XMLElement, text: String)? {
    let elements = children(name, of: part)
    guard let element = elements.first else { return nil }
    guard elements.count == 1 else {
      throw TranslationFileError(elements[1].position, "there is a second <\(name)>", hint: "remove it")
    }
    guard let language else {
      throw TranslationFileError(
        element.position, "there is a <target>, but no language of the targets",
        hint: result.format == .xliff21 ? "add trgLang to <xliff>" : "add target-language to <file>")
    }
    if let own = element.attribute("lang", namespace: XMLReader.xmlNamespace),
      own.lowercased() != language.lowercased()
    {
      throw TranslationFileError(
        element.position, "the language of this <\(name)> is \(quoted(own))",
        hint: "expected \(quoted(language))")
    }
    return (element, try content.text(of: element))
  }

  private func state(
    of segment: XMLElement, target: String?, isSourceEmpty: Bool
  ) throws(TranslationFileError) -> TranslationState {
    let name = segment.attribute("state")
    let state: TranslationState
    switch name {
    case nil: state = .translated
    case "initial": state = .needsReview
    case "translated":
      state = segment.attribute("subState")?.hasSuffix("needs-review") == true ? .needsReview : .translated
    case "reviewed": state = .reviewed
    case "final": state = .final
    case .some(let other):
      throw TranslationFileError(
        segment.position, "the state \(quoted(other)) is not known",
        hint: "expected initial, translated, reviewed or final")
    }
    guard let target else { return .initial }
    // Many tools write an empty target for a text without a translation.
    let isSaid = name != nil && state >= .translated
    return target.isEmpty && !isSourceEmpty && !isSaid ? .initial : state
  }

  private mutating func readVersion1(_ element: XMLElement, to unit: inout TranslationUnit)
    throws(TranslationFileError)
  {
    let file = result.file
    guard let source = try text("source", of: element, file.sourceLanguage, XLIFFContent()) else {
      throw TranslationFileError(element.position, "<trans-unit> has no <source>", hint: "add it")
    }
    unit.source = source.text
    guard let (target, text) = try text("target", of: element, file.targetLanguage, XLIFFContent()) else {
      return
    }
    let name = target.attribute("state")
    let isApproved = element.attribute("approved") == "yes"
    let state: TranslationState
    switch name {
    case "final": state = .final
    case "signed-off": state = .reviewed
    case let name? where name == "new" || name.hasPrefix("needs-"): state = .needsReview
    default: state = isApproved ? .reviewed : .translated
    }
    let isSaid = name != nil && state >= .translated || isApproved
    if text.isEmpty, !unit.source.isEmpty, !isSaid { return }
    (unit.target, unit.state) = (text, state)
  }

  private mutating func leaveOut(_ unit: TranslationUnit, _ reason: String) {
    result.leftOut.append(LeftOutUnit(id: unit.id, route: unit.route, reason: reason))
  }

  // MARK: XML

  private func isOurs(_ element: XMLElement, _ name: String) -> Bool {
    element.name == name && element.namespace == namespace
  }

  private func children(_ name: String, of element: XMLElement) -> [XMLElement] {
    element.elements.filter { isOurs($0, name) }
  }

  /// The value of an attribute. Only the name of an original can be empty.
  private func required(_ name: String, of element: XMLElement) throws(TranslationFileError) -> String {
    guard let value = element.attribute(name), !value.isEmpty || name == "original" else {
      throw TranslationFileError(
        element.position, "<\(element.qualifiedName)> has no attribute \(name)", hint: "add \(name)=\"…\"")
    }
    return value
  }

  /// The next start of an element; nil at the end of the one around it.
  private mutating func nextElement() throws(TranslationFileError) -> XMLReader.Event? {
    while let event = try next() {
      switch event {
      case .text: continue
      case .start: return event
      case .end: return nil
      }
    }
    return nil
  }

  private mutating func next() throws(TranslationFileError) -> XMLReader.Event? {
    let event: XMLReader.Event?
    do throws(XMLSyntaxError) { event = try xml.next() } catch { throw TranslationFileError(error) }
    if let event { try checker?.visit(event) }
    return event
  }

  private mutating func tree(of element: XMLElement) throws(TranslationFileError) -> XMLElement {
    let tree: XMLElement
    do throws(XMLSyntaxError) { tree = try xml.tree(of: element) } catch { throw TranslationFileError(error) }
    if checker != nil {
      try checker?.visitContent(of: tree)
      try XLIFFUnitChecker(tree).check()
    }
    return tree
  }

  private mutating func skip() throws(TranslationFileError) {
    var depth = 1
    while depth > 0, let event = try next() {
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .text: break
      }
    }
  }
}
