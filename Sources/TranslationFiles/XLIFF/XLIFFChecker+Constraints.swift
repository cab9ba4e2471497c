import JSONText
import XMLText

/// The constraints of XLIFF 2.1 that the table of elements does not express.
extension XLIFFChecker {
  mutating func checkStart(of element: XMLElement) throws(TranslationFileError) {
    try checkId(of: element)
    guard let frame = frames.last, frame.rule != nil, let name = frame.name else { return }
    try checkLanguage(of: element, name, frame.language)
    if name == "val:rule" { try checkValidation(element) }
    if !element.attributes.isEmpty {
      try Self.checkCombinations(in: element, name)
      try Self.checkEditing(of: element)
      try checkSizes(of: element)
    }
    addReferences(of: element, name)
  }

  mutating func checkEnd(of frame: Frame) throws(TranslationFileError) {
    switch frame.name {
    case "skeleton", "res:source", "res:target":
      // §4.2.2.3, §5.5.5.5
      let hasLink = frame.element.attribute("href") != nil
      guard hasLink == frame.hasContent else { break }
      throw TranslationFileError(
        frame.element.position,
        "<\(frame.element.qualifiedName)> has \(hasLink ? "both" : "neither") content \(hasLink ? "and" : "nor") href",
        hint: hasLink ? "remove one of them" : "add href=\"…\"")
    case "gls:glossEntry":
      guard frame.children.isDisjoint(with: ["gls:translation", "gls:definition"]) else { break }
      throw TranslationFileError(
        frame.element.position, "<\(frame.element.qualifiedName)> has neither a translation nor a definition",
        hint: "add one of them")
    case "file": try resolveReferences(in: frame)
    default: break
    }
  }

  // MARK: Ids

  /// The element in which the ids of an element are unique, and the name of the ids (§4.3.1.21, §5).
  private static let scopes: [String: (scope: Set<String>, group: String)] = [
    "file": (["xliff"], "file"), "group": (["file"], "group"), "unit": (["file"], "unit"),
    "note": (["file", "group", "unit"], "note"), "data": (["unit", "mtc:match"], "data"),
    "mtc:match": (["mtc:matches"], "match"), "gls:glossEntry": (["gls:glossary"], "entry"),
    "gls:translation": (["gls:glossary"], "entry"), "mda:metadata": (["mda:metadata"], "metadata"),
    "mda:metaGroup": (["mda:metadata"], "metadata"), "res:resourceItem": (["res:resourceData"], "resource"),
    "res:resourceItemRef": (["res:resourceData"], "resource"),
    "its:locQualityIssues": (["unit", "group", "file"], "ITS record"),
    "its:provenanceRecords": (["unit", "group", "file"], "ITS record"),
  ]

  private mutating func checkId(of element: XMLElement) throws(TranslationFileError) {
    guard let id = element.attribute("id") ?? element.attribute("id", namespace: XMLReader.xmlNamespace),
      let name = frames.last?.name
    else { return try checkForeignId(of: element) }
    guard frames.last?.rule != nil, let (scope, group) = Self.scopes[name] else { return }
    try insert(id, of: element, in: scope, group)
  }

  /// Ids of an extension are unique in its `<file>`, `<group>` or `<unit>` (§4.9.2).
  private mutating func checkForeignId(of element: XMLElement) throws(TranslationFileError) {
    guard let id = element.attribute("id") ?? element.attribute("id", namespace: XMLReader.xmlNamespace),
      frames.last?.name == nil
    else { return }
    if let data = frames.lastIndex(where: { $0.name == "slr:data" }), data > 0 {
      frames[data - 1].sizeData.insert(ExactString(id))
    }
    let parent = frames.last { $0.name != nil }?.name
    guard let parent, ["file", "group", "unit"].contains(parent) else { return }
    try insert(id, of: element, in: [parent], "element of \(element.namespace)")
  }

  private mutating func insert(
    _ id: String, of element: XMLElement, in scope: Set<String>, _ group: String
  ) throws(TranslationFileError) {
    guard let place = frames.lastIndex(where: { scope.contains($0.name ?? "") }) else { return }
    let first = frames[place].ids.updateValue(element.position, forKey: ExactString("\(group) \(id)"))
    guard let first else { return }
    throw TranslationFileError(
      element.position, "the \(group) \(quoted(id)) is repeated (first at \(first.line):\(first.column))",
      hint: "give each \(group) of a <\(frames[place].element.qualifiedName)> its own id")
  }

  // MARK: References

  /// Remembers the subflows (§4.7.4), which name units that can follow, for the end of the `<file>`.
  private mutating func addReferences(of element: XMLElement, _ name: String) {
    if name == "file" {
      references.removeAll(keepingCapacity: true)
      (sizeProfile, storageProfile) = ("", "")
    }
    if name == "slr:profiles" {
      sizeProfile = element.attribute("generalProfile") ?? ""
      storageProfile = element.attribute("storageProfile") ?? ""
    }
    for attribute in ["subFlows", "subFlowsStart", "subFlowsEnd"] {
      for id in (element.attribute(attribute) ?? "").split(separator: " ") {
        references.append((element, attribute, String(id)))
      }
    }
  }

  private func resolveReferences(in file: Frame) throws(TranslationFileError) {
    for (element, attribute, id) in references where file.ids[ExactString("unit \(id)")] == nil {
      throw TranslationFileError(
        element.position, "\(attribute) names no unit of the <file>: \(quoted(id))",
        hint: "correct it, or add the <unit>")
    }
  }

  // MARK: Attributes

  /// The language of a `<source>` is srcLang, that of a `<target>` trgLang, even if inherited (§4.2.2.12, §4.2.2.13).
  private func checkLanguage(
    of element: XMLElement, _ name: String, _ language: String?
  ) throws(TranslationFileError) {
    let parent = frames.dropLast().last?.name
    let isPart = parent == "segment" || parent == "ignorable"
    guard let own = language, let root = frames.first?.element else { return }
    let attribute: String
    switch name {
    case "source" where isPart: attribute = "srcLang"
    case "res:source" where element.attribute("lang", namespace: XMLReader.xmlNamespace) != nil:
      attribute = "srcLang"
    case "target" where isPart: attribute = "trgLang"
    default: return
    }
    guard let expected = root.attribute(attribute), expected.lowercased() != own.lowercased() else { return }
    throw TranslationFileError(
      element.position, "the language of this <\(element.qualifiedName)> is \(quoted(own))",
      hint: "expected \(quoted(expected)), the \(attribute) of <xliff>")
  }

  /// Attributes that need another one (§4.3.1.35, §4.3.1.36, §5.3.5.2).
  private static func checkCombinations(in element: XMLElement, _ name: String) throws(TranslationFileError) {
    let value = { (name: String) in attribute(name, of: element) }
    for (dependent, needed) in [("subState", "state"), ("subType", "type"), ("fs:subFs", "fs:fs")]
    where value(dependent) != nil && value(needed) == nil {
      throw TranslationFileError(
        element.position, "<\(element.qualifiedName)> has \(dependent), but no \(needed)",
        hint: "add \(needed)")
    }
    if let subType = value("subType"), subType.hasPrefix("xlf:") {
      let types = ["lb": "fmt", "pb": "fmt", "b": "fmt", "i": "fmt", "u": "fmt", "var": "ui"]
      let expected = types[String(subType.dropFirst(4))]
      guard value("type") == expected else {
        throw TranslationFileError(
          element.position, "the subType \(quoted(subType)) does not belong to this type",
          hint: expected.map { "expected type=\"\($0)\"" } ?? "expected xlf:lb, pb, b, i, u or var")
      }
    }
    if name == "ec", value("isolated") != "yes",
      let attribute = ["fs:fs", "fs:subFs", "slr:equivStorage", "slr:sizeInfo", "slr:sizeInfoRef"].first(
        where: {
          value($0) != nil
        })
    {
      throw TranslationFileError(
        element.position, "<ec> has \(attribute), but is not isolated", hint: "write \(attribute) on its <sc>"
      )
    }
  }

  /// The value of an attribute, by its name with the usual prefix.
  private static func attribute(_ name: String, of element: XMLElement) -> String? {
    if !name.contains(":") { return element.attribute(name) }
    return element.attributes.first {
      !$0.namespace.isEmpty && XLIFFNamespace.name($0.name, in: $0.namespace) == name
    }?.value
  }

  /// A code that cannot be reordered can be neither copied nor deleted (§4.7.2.6).
  private static func checkEditing(of element: XMLElement) throws(TranslationFileError) {
    guard let order = element.attribute("canReorder"), order != "yes" else { return }
    for name in ["canCopy", "canDelete"] where element.attribute(name) != "no" {
      throw TranslationFileError(
        element.position,
        "<\(element.qualifiedName)> has canReorder=\(quoted(order)), but not \(name)=\"no\"",
        hint: "add \(name)=\"no\"")
    }
  }

  /// Information on a size is in the element or in an `<slr:data>` (§5.7.5.9, §5.7.5.10).
  private func checkSizes(of element: XMLElement) throws(TranslationFileError) {
    guard let reference = Self.attribute("slr:sizeInfoRef", of: element) else { return }
    guard Self.attribute("slr:sizeInfo", of: element) == nil else {
      throw TranslationFileError(
        element.position, "<\(element.qualifiedName)> has both sizeInfo and sizeInfoRef",
        hint: "remove one of them")
    }
    guard frames.dropLast().contains(where: { $0.sizeData.contains(ExactString(reference)) }) else {
      throw TranslationFileError(
        element.position, "sizeInfoRef names nothing in an <slr:data> beside or above: \(quoted(reference))",
        hint: "correct it, or add the <slr:data>")
    }
  }

  /// A rule has one condition, and what refines it (§5.8.4.3, §5.8.5)
  private func checkValidation(_ rule: XMLElement) throws(TranslationFileError) {
    let kinds = ["isPresent", "isNotPresent", "startsWith", "endsWith"]
    let used = kinds.filter { rule.attribute($0) != nil }
    let hasOwn = rule.attributes.contains {
      !$0.namespace.isEmpty && XLIFFNamespace.name($0.name, in: $0.namespace) == nil
        && $0.namespace != XMLReader.xmlnsNamespace
    }
    guard used.count + (hasOwn ? 1 : 0) == 1 else {
      throw TranslationFileError(
        rule.position, "<\(rule.qualifiedName)> does not have exactly one rule",
        hint: "expected \(XLIFFValueForm.list(kinds, "or")), or an attribute of another namespace")
    }
    if rule.attribute("occurs") != nil, used != ["isPresent"] {
      throw TranslationFileError(rule.position, "occurs is used without isPresent", hint: "remove it")
    }
    if rule.attribute("existsInSource") != nil, used.isEmpty || used == ["isNotPresent"] {
      throw TranslationFileError(
        rule.position, "existsInSource is used without isPresent, startsWith or endsWith", hint: "remove it")
    }
    if rule.attribute("disabled") == "yes", frames.dropLast(2).last?.name == "file" {
      throw TranslationFileError(
        rule.position, "a rule of a <file> is disabled", hint: "disable it in a <group> or <unit>")
    }
  }
}
