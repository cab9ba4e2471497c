import JSONText
import XMLText

/// Checks the inline elements of a unit: their ids, pairs, order and copies (XLIFF 2.1 §4.7).
///
/// While only some parts of the unit have a `<target>`, a code of a target can lack its partner.
struct XLIFFUnitChecker {
  /// An inline element of a source or target.
  struct Inline {
    let element: XMLElement
    /// The id; for an end of an `<sc>` or `<sm>`, a slash and the id of the start.
    let key: String
    /// The `<pc>` around it.
    let parent: String?

    var id: String? { element.attribute("id") }
    var isCode: Bool { ["ph", "pc", "sc", "ec"].contains(element.name) }
    func has(_ attribute: String, _ value: String) -> Bool { element.attribute(attribute) == value }
  }

  let unit: XMLElement
  let parts: [XMLElement]
  /// The inline elements of all sources in order, and those of all targets in the order of the target.
  private(set) var sources: [Inline] = []
  private(set) var targets: [Inline] = []
  /// Whether each part has a target.
  private let isTranslated: Bool

  init(_ unit: XMLElement) {
    self.unit = unit
    parts = unit.elements.filter {
      $0.namespace == unit.namespace && ($0.name == "segment" || $0.name == "ignorable")
    }
    let found = parts.map { Self.child("target", of: $0) }
    isTranslated = found.allSatisfy { $0 != nil }
    for part in parts { Self.append(Self.child("source", of: part), parent: nil, to: &sources) }
    let ordered = found.enumerated().map { (order: $1?.attribute("order").flatMap(Int.init) ?? $0 + 1, $1) }
    for (_, target) in ordered.sorted(by: { $0.order < $1.order }) {
      Self.append(target, parent: nil, to: &targets)
    }
  }

  private static func child(_ name: String, of part: XMLElement) -> XMLElement? {
    part.elements.first { $0.name == name && $0.namespace == part.namespace }
  }

  private static func append(_ content: XMLElement?, parent: String?, to inlines: inout [Inline]) {
    for element in content?.elements ?? [] where element.namespace == XLIFFNamespace.core {
      let id = element.attribute("id")
      let key = id ?? element.attribute("startRef").map { "/" + $0 } ?? ""
      if element.name != "cp" { inlines.append(Inline(element: element, key: key, parent: parent)) }
      append(element, parent: element.name == "pc" ? id : parent, to: &inlines)
    }
  }

  func check() throws(TranslationFileError) {
    try checkIds()
    try checkPairs(sources, isComplete: true)
    try checkPairs(targets, isComplete: isTranslated)
    try checkSequences(sources)
    if isTranslated {
      try checkSequences(targets)
      try checkOrder()
    }
    try checkRetainedCodes()
    try checkCopies()
    try checkAnnotations()
    try checkModules()
  }

  // MARK: Ids

  /// The ids of parts and inline elements are unique; an element of a target has that of its source (§4.3.1.21).
  private func checkIds() throws(TranslationFileError) {
    var first: [ExactString: XMLElement] = [:]
    for element in parts + sources.map(\.element) {
      guard let id = element.attribute("id") else { continue }
      if let other = first.updateValue(element, forKey: ExactString(id)) {
        throw Self.repeated(element, other)
      }
    }
    var inTargets: [ExactString: XMLElement] = [:]
    for element in targets.map(\.element) {
      guard let id = element.attribute("id").map(ExactString.init) else { continue }
      if let other = inTargets.updateValue(element, forKey: id) { throw Self.repeated(element, other) }
      guard let source = first[id], Self.kind(of: source) != Self.kind(of: element) else { continue }
      throw Self.repeated(element, source)
    }
  }

  /// Tools turn a `<pc>` into an `<sc>` and an `<ec>`, and a `<mrk>` into an `<sm>`, to let codes overlap.
  private static func kind(of element: XMLElement) -> String {
    ["sc": "pc", "ec": "pc", "sm": "mrk"][element.name] ?? element.name
  }

  private static func repeated(_ element: XMLElement, _ other: XMLElement) -> TranslationFileError {
    TranslationFileError(
      element.position,
      "the id \(quoted(element.attribute("id") ?? "")) of this <\(element.name)> is that of the <\(other.name)> at "
        + "\(other.position.line):\(other.position.column)",
      hint: "give it its own, or in a <target> that of its element in the <source>")
  }

  // MARK: Pairs

  /// Each start has one end after it, in the same unit and with the same editing hints (§4.2.3.4 to §4.2.3.8).
  private func checkPairs(_ inlines: [Inline], isComplete: Bool) throws(TranslationFileError) {
    var starts: [ExactString: Inline] = [:]
    var ended: Set<ExactString> = []
    for inline in inlines {
      let element = inline.element
      switch element.name {
      case "sc", "sm": starts[ExactString(inline.key)] = inline
      case "ec" where inline.has("isolated", "yes"):
        guard inline.id != nil, element.attribute("startRef") == nil else {
          throw TranslationFileError(
            element.position, "the isolated <ec> has a startRef, or no id", hint: "replace startRef by an id")
        }
      case "ec", "em":
        guard let reference = element.attribute("startRef"), inline.id == nil else {
          throw TranslationFileError(
            element.position, "the <ec> has an id, or no startRef",
            hint: "write startRef alone, or isolated=\"yes\" if its <sc> is in another <unit>")
        }
        let name = element.name == "ec" ? "sc" : "sm"
        let start = starts[ExactString(reference)]
        guard let start, start.element.name == name, !start.has("isolated", "yes") else {
          if start == nil, !isComplete { continue }
          throw TranslationFileError(
            element.position,
            "startRef names no <\(name)> before this <\(element.name)>: \(quoted(reference))",
            hint: start == nil ? "correct it" : "expected an <\(name)> that is not isolated")
        }
        guard ended.insert(ExactString(reference)).inserted else {
          throw TranslationFileError(
            element.position, "the <\(name)> \(quoted(reference)) has a second end", hint: "remove it")
        }
        if name == "sc" { try Self.checkHints(start.element, element) }
      default: break
      }
    }
    let open = inlines.first {
      ["sc", "sm"].contains($0.element.name) && !$0.has("isolated", "yes")
        && !ended.contains(ExactString($0.key))
    }
    guard isComplete, let open else { return }
    let isCode = open.element.name == "sc"
    throw TranslationFileError(
      open.element.position, "<\(open.element.name)> has no <\(isCode ? "ec" : "em")> after it",
      hint: "add <\(isCode ? "ec" : "em") startRef=\(quoted(open.key))/>"
        + (isCode ? ", or isolated=\"yes\" if it is in another <unit>" : ""))
  }

  private static func checkHints(_ start: XMLElement, _ end: XMLElement) throws(TranslationFileError) {
    for name in ["canCopy", "canDelete", "canOverlap", "canReorder"] {
      let value = start.attribute(name) ?? "yes"
      let expected = value == "firstNo" ? "no" : value
      guard (end.attribute(name) ?? "yes") != expected else { continue }
      throw TranslationFileError(
        end.position, "\(name) of this <ec> is not that of its <sc>", hint: "expected \(name)=\"\(expected)\""
      )
    }
  }

  // MARK: Editing hints

  /// A code that keeps its place follows another of its sequence (§4.7.2.6).
  private func checkSequences(_ inlines: [Inline]) throws(TranslationFileError) {
    var previous: Inline?
    for code in inlines where code.isCode {
      if code.has("canReorder", "no"), code.element.name != "ec",
        (previous?.element.attribute("canReorder") ?? "yes") == "yes"
      {
        throw TranslationFileError(
          code.element.position, "<\(code.element.name)> has canReorder=\"no\", but continues no sequence",
          hint: "write canReorder=\"firstNo\" on the first code of the sequence, and keep its codes together")
      }
      previous = code
    }
  }

  /// The codes of a sequence are in the target as in the source.
  private func checkOrder() throws(TranslationFileError) {
    let places = { (inlines: [Inline]) in
      var places: [ExactString: (previous: String, parent: String)] = [:]
      var previous = ""
      for code in inlines where code.isCode {
        places[ExactString(code.key)] = (previous, code.parent ?? "")
        previous = code.key
      }
      return places
    }
    let (expected, found) = (places(sources), places(targets))
    for code in targets where code.isCode && code.has("canReorder", "no") && code.element.name != "ec" {
      guard let place = found[ExactString(code.key)], let source = expected[ExactString(code.key)],
        place != source
      else { continue }
      throw TranslationFileError(
        code.element.position, "<\(code.element.name)> has canReorder=\"no\", but was moved",
        hint: "put it where the <source> has it")
    }
  }

  /// A target has the codes of its source that cannot be deleted (§4.7.2.6).
  ///
  /// Tools write an empty target for a text without a translation, so an empty target may lack the codes of its source.
  private func checkRetainedCodes() throws(TranslationFileError) {
    var kept = Set(targets.map { ExactString($0.key) })
    for code in targets where code.element.name == "pc" { kept.insert(ExactString("/" + code.key)) }
    for part in parts where part.name == "segment" {
      guard let target = Self.child("target", of: part),
        !target.content.isEmpty || !["initial", nil].contains(part.attribute("state"))
      else { continue }
      var codes: [Inline] = []
      Self.append(Self.child("source", of: part), parent: nil, to: &codes)
      guard
        let code = codes.first(where: { $0.has("canDelete", "no") && !kept.contains(ExactString($0.key)) })
      else { continue }
      throw TranslationFileError(
        target.position,
        "<target> lacks a code that cannot be deleted: <\(code.element.name)> \(quoted(code.key))",
        hint: "add it where it belongs in the text")
    }
  }

  /// A copy names a code of the unit that can be copied, and has no original data of its own (§4.7.2.4.1).
  private func checkCopies() throws(TranslationFileError) {
    let bases = Dictionary((sources + targets).map { (ExactString($0.key), $0) }) { first, _ in first }
    for copy in sources + targets {
      guard let reference = copy.element.attribute("copyOf") else { continue }
      let base = bases[ExactString(reference)]
      guard let base, base.isCode else {
        throw TranslationFileError(
          copy.element.position, "copyOf names no code of the unit: \(quoted(reference))", hint: "correct it")
      }
      guard !base.has("canCopy", "no") else {
        throw TranslationFileError(
          copy.element.position, "the code \(quoted(reference)) cannot be copied", hint: "remove the copy")
      }
      let data = ["dataRef", "dataRefStart", "dataRefEnd"].first { copy.element.attribute($0) != nil }
      guard let data else { continue }
      throw TranslationFileError(
        copy.element.position, "<\(copy.element.name)> has both copyOf and \(data)",
        hint: "remove one of them")
    }
  }
}
