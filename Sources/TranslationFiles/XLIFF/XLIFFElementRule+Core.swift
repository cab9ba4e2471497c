/// The core of XLIFF 2.1: §4.2 (elements) and §4.3 (attributes).
///
/// The reader allows what the specification does not, but tools write: a text in `<ph>`, elements of other namespaces
/// inside a `<source>` or `<target>`, and in a `<segment>` the notes and the `xml:space` of translate-toolkit.
extension XLIFFElementRule {
  static func rule(_ name: String) -> XLIFFElementRule? { core[name] ?? modules[name] }

  private static let inline = ["cp", "ph", "pc", "sc", "ec", "mrk", "sm", "em", "*"]
  private static let codeNamespaces = ["fs", "slr"]
  private static let units: [String: XLIFFValueForm] = [
    "canResegment": .yesNo, "translate": .yesNo, "srcDir": .direction, "trgDir": .direction,
    "xml:space": .space,
  ]
  private static let editing: [String: XLIFFValueForm] = [
    "canCopy": .yesNo, "canDelete": .yesNo, "canReorder": .oneOf(["yes", "firstNo", "no"]), "copyOf": .token,
    "subType": .prefixed, "type": .oneOf(["fmt", "ui", "quote", "link", "image", "other"]),
  ]
  private static let code: [String: XLIFFValueForm] = [
    "disp": .text, "equiv": .text, "dataRef": .token, "subFlows": .tokens,
  ]
  private static let marker: [String: XLIFFValueForm] = [
    "canOverlap": .yesNo, "dir": .direction, "isolated": .yesNo,
  ]
  private static let annotation: [String: XLIFFValueForm] = [
    "translate": .yesNo, "type": .text, "ref": .text, "value": .text,
  ]

  private static func merged(_ parts: [String: XLIFFValueForm]...) -> [String: XLIFFValueForm] {
    parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  private static let core: [String: XLIFFElementRule] = [
    "xliff": XLIFFElementRule(
      required: ["version": .text, "srcLang": .language],
      optional: ["trgLang": .language, "xml:space": .space],
      attributesOf: nil, [.some("file")]),
    "file": XLIFFElementRule(
      required: ["id": .token], optional: merged(units, ["original": .text]), attributesOf: nil,
      [.maybe("skeleton"), .any("*"), .maybe("notes"), .some("unit", "group")]),
    "skeleton": XLIFFElementRule(optional: ["href": .text], [.any("*")], hasText: true),
    "group": XLIFFElementRule(
      required: ["id": .token], optional: merged(units, ["name": .text, "type": .prefixed]),
      attributesOf: nil,
      [.any("*"), .maybe("notes"), .any("unit", "group")]),
    // The reader itself refuses a unit without a segment.
    "unit": XLIFFElementRule(
      required: ["id": .token], optional: merged(units, ["name": .text, "type": .prefixed]),
      attributesOf: nil,
      [.any("*"), .maybe("notes"), .maybe("originalData"), .any("segment", "ignorable")]),
    "segment": XLIFFElementRule(
      optional: [
        "id": .token, "canResegment": .yesNo,
        "state": .oneOf(["initial", "translated", "reviewed", "final"]),
        "subState": .prefixed, "xml:space": .space,
      ], [.one("source"), .maybe("target"), .maybe("notes")]),
    "ignorable": XLIFFElementRule(optional: ["id": .token], [.one("source"), .maybe("target")]),
    "notes": XLIFFElementRule([.some("note")]),
    "note": XLIFFElementRule(
      optional: [
        "id": .token, "appliesTo": .oneOf(["source", "target"]), "category": .text,
        "priority": .integer(1...10),
      ], attributesOf: nil, hasText: true),
    "originalData": XLIFFElementRule([.some("data")]),
    "data": XLIFFElementRule(
      required: ["id": .token], optional: ["dir": .direction, "xml:space": .oneOf(["preserve"])],
      [.any("cp")],
      hasText: true),
    "source": XLIFFElementRule(
      optional: ["xml:lang": .language, "xml:space": .space], [.any(inline)], hasText: true),
    "target": XLIFFElementRule(
      optional: ["xml:lang": .language, "xml:space": .space, "order": .positive], [.any(inline)],
      hasText: true),
    "cp": XLIFFElementRule(required: ["hex": .hexadecimal]),
    "ph": XLIFFElementRule(
      required: ["id": .token], optional: merged(editing, code), attributesOf: codeNamespaces, hasText: true),
    "pc": XLIFFElementRule(
      required: ["id": .token],
      optional: merged(
        editing,
        [
          "canOverlap": .yesNo, "dir": .direction, "dispStart": .text, "dispEnd": .text, "equivStart": .text,
          "equivEnd": .text, "dataRefStart": .token, "dataRefEnd": .token, "subFlowsStart": .tokens,
          "subFlowsEnd": .tokens,
        ]), attributesOf: codeNamespaces, [.any(inline)], hasText: true),
    "sc": XLIFFElementRule(
      required: ["id": .token], optional: merged(editing, code, marker), attributesOf: codeNamespaces),
    "ec": XLIFFElementRule(
      optional: merged(editing, code, marker, ["id": .token, "startRef": .token]),
      attributesOf: codeNamespaces),
    "mrk": XLIFFElementRule(
      required: ["id": .token], optional: annotation, attributesOf: nil, [.any(inline)], hasText: true),
    "sm": XLIFFElementRule(required: ["id": .token], optional: annotation, attributesOf: nil),
    "em": XLIFFElementRule(required: ["startRef": .token]),
  ]
}
