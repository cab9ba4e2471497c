import JSONText
import XMLText

/// References of annotations and modules to other elements of the unit.
extension XLIFFUnitChecker {
  /// A comment has a text or names a note of its unit (§4.7.3.1.3). All other references are well-formed (§3).
  func checkAnnotations() throws(TranslationFileError) {
    let notes = Set(
      unit.elements.filter { $0.name == "notes" && $0.namespace == unit.namespace }.flatMap(\.elements)
        .compactMap { $0.attribute("id").map(ExactString.init) })
    for element in (sources + targets).map(\.element) where element.name == "mrk" || element.name == "sm" {
      let type = element.attribute("type") ?? "generic"
      guard ["generic", "comment", "term"].contains(type) || XLIFFValueForm.prefixed.matches(type) else {
        throw TranslationFileError(
          element.position, "the type \(quoted(type)) is not known",
          hint: "expected generic, comment, term or PREFIX:VALUE")
      }
      let reference = element.attribute("ref")
      let fragment = reference.map(XLIFFFragment.init)
      if let reference, reference.hasPrefix("#"), let problem = fragment?.problem {
        throw Self.malformed(reference, of: element, problem)
      }
      guard type == "comment" else { continue }
      guard (reference == nil) != (element.attribute("value") == nil) else {
        throw TranslationFileError(
          element.position,
          "the comment has \(reference == nil ? "neither value nor" : "both value and") ref",
          hint: "write one of them")
      }
      guard let reference, let fragment else { continue }
      guard let last = fragment.selectors.last, last.prefix == "n", isHere(fragment),
        notes.contains(ExactString(last.id))
      else {
        throw TranslationFileError(
          element.position, "the ref of the comment names no note of its unit: \(quoted(reference))",
          hint: "expected \"#n=ID\"")
      }
    }
  }

  /// Whether a fragment identifier stays in this unit.
  private func isHere(_ fragment: XLIFFFragment) -> Bool {
    let outer = fragment.selectors.dropLast()
    guard let last = outer.last else { return true }
    return last.prefix == "u" && last.id.hasSameScalars(as: unit.attribute("id") ?? "")
  }

  private static func malformed(_ reference: String, of element: XMLElement, _ problem: String)
    -> TranslationFileError
  {
    TranslationFileError(
      element.position, "the ref \(quoted(reference)) is malformed: \(problem)",
      hint: "expected a fragment such as \"#f=ID/u=ID/n=ID\" or \"#ID\"")
  }

  func checkModules() throws(TranslationFileError) {
    guard unit.elements.contains(where: { $0.namespace != unit.namespace }) else { return }
    var elements: [ExactString: XMLElement] = [:]
    Self.add(unit.elements, to: &elements)
    let texts = Set(
      (parts + (sources + targets).map(\.element)).compactMap { $0.attribute("id").map(ExactString.init) })
    for module in unit.elements {
      switch XLIFFNamespace.name(module.name, in: module.namespace) {
      case "mtc:matches":
        for match in module.elements { try Self.checkText(match, texts, isStrict: true) }
      case "gls:glossary":
        for entry in module.elements {
          for element in [entry] + entry.elements { try Self.checkText(element, texts, isStrict: false) }
        }
      case "ctr:changeTrack":
        for revisions in module.elements { try Self.checkRevisions(revisions, elements) }
      default: break
      }
    }
  }

  /// The `ref` of a match (§5.1.7.5) and of a glossary entry (§5.2.5.2) names a text of the unit.
  private static func checkText(
    _ element: XMLElement, _ texts: Set<ExactString>, isStrict: Bool
  ) throws(TranslationFileError) {
    guard let reference = element.attribute("ref") else { return }
    let fragment = XLIFFFragment(reference)
    if isStrict, let problem = fragment.problem { throw malformed(reference, of: element, problem) }
    // Examples of OASIS have "t=#m2", too.
    let id = fragment.selectors.last?.id ?? String(reference.split(separator: "#").last ?? "")
    guard !texts.contains(ExactString(id)) else { return }
    throw TranslationFileError(
      element.position, "ref names no text of the unit: \(quoted(reference))",
      hint: "expected \"#ID\" with the id of a <segment> or inline element")
  }

  /// A revision names an element of the unit, and what changed in it (§5.6.5).
  private static func checkRevisions(
    _ revisions: XMLElement, _ elements: [ExactString: XMLElement]
  ) throws(TranslationFileError) {
    var revised: XMLElement?
    if let reference = revisions.attribute("ref") {
      revised = elements[ExactString(reference)]
      guard revised != nil else {
        throw TranslationFileError(
          revisions.position, "ref names no element of the unit: \(quoted(reference))", hint: "correct it")
      }
    }
    for revision in revisions.elements {
      var properties: Set<ExactString> = []
      for item in revision.elements {
        let property = item.attribute("property") ?? ""
        guard properties.insert(ExactString(property)).inserted else {
          throw TranslationFileError(
            item.position, "the property \(quoted(property)) of the revision is repeated", hint: "remove it")
        }
        guard let revised, property != "content", revised.attribute(property) == nil else { continue }
        throw TranslationFileError(
          item.position, "<\(revised.name)> has no attribute \(quoted(property))",
          hint: "expected content, or an attribute of <\(revised.name)>")
      }
    }
  }

  /// Adds the elements of the core by id.
  private static func add(_ inner: [XMLElement], to elements: inout [ExactString: XMLElement]) {
    for element in inner where element.namespace == XLIFFNamespace.core {
      if let id = element.attribute("id").map(ExactString.init), elements[id] == nil {
        elements[id] = element
      }
      add(element.elements, to: &elements)
    }
  }
}
