import JSONText
import XMLText

/// Checks the elements and attributes of a document against the rules of XLIFF 2.1, while it is read.
///
/// It leaves elements of other namespaces to the tools that wrote them, except for their ids (§4.9). It keeps the open
/// elements and the ids of their scopes, so that it is linear in the size of the document.
struct XLIFFChecker {
  /// An open element.
  struct Frame {
    let element: XMLElement
    /// The name with the usual prefix of its namespace; nil for an element of another namespace.
    let name: String?
    /// nil for an element of another namespace, and inside one.
    let rule: XLIFFElementRule?
    /// The language that the element inherits or has.
    let language: String?
    /// The current step of the content, and how many elements of it were there.
    var step = 0
    var count = 0
    var hasContent = false
    /// The names of the elements directly inside.
    var children: Set<String> = []
    /// The positions of the ids that are unique in this element.
    var ids: [ExactString: SourcePosition] = [:]
    /// The ids of the elements in its `<slr:data>`.
    var sizeData: Set<ExactString> = []
  }

  var frames: [Frame] = []
  /// The references of the open `<file>` to units.
  var references: [(element: XMLElement, attribute: String, id: String)] = []
  /// The profiles of the open `<file>` (§5.7.4.2).
  var sizeProfile = ""
  var storageProfile = ""

  mutating func visit(_ event: XMLReader.Event) throws(TranslationFileError) {
    switch event {
    case .start(let element): try start(element)
    case .end: try end()
    case .text(let text): try add(text)
    }
  }

  /// Visits the content and the end of the element whose start was visited last.
  mutating func visitContent(of element: XMLElement) throws(TranslationFileError) {
    for node in element.content {
      switch node {
      case .text(let text): try add(text)
      case .element(let inner):
        try start(inner)
        try visitContent(of: inner)
      }
    }
    try end()
  }

  // MARK: Elements

  private mutating func start(_ element: XMLElement) throws(TranslationFileError) {
    let name = XLIFFNamespace.name(element.name, in: element.namespace)
    let rule = frames.isEmpty || frames.last?.rule != nil ? name.flatMap(XLIFFElementRule.rule) : nil
    if !frames.isEmpty {
      if frames.last?.rule != nil, name != nil, rule == nil {
        throw TranslationFileError(
          element.position, "XLIFF 2.1 has no element <\(element.qualifiedName)>", hint: "correct its name")
      }
      try countChild(element, name)
    }
    let language =
      element.attribute("lang", namespace: XMLReader.xmlNamespace) ?? frames.last?.language
    frames.append(Frame(element: element, name: name, rule: rule, language: language))
    if let rule { try checkAttributes(of: element, rule) }
    try checkStart(of: element)
  }

  /// Takes the next step of the parent's content that has the element.
  private mutating func countChild(_ child: XMLElement, _ name: String?) throws(TranslationFileError) {
    let top = frames.count - 1
    frames[top].hasContent = true
    guard let rule = frames[top].rule else { return }
    let parent = frames[top].element
    let isForeign = child.namespace != parent.namespace
    let has = { (step: XLIFFElementRule.Step) in
      step.names.contains { $0 == name } || isForeign && step.names.contains("*")
    }
    let current = frames[top].step
    guard let step = rule.content.indices.first(where: { $0 >= current && has(rule.content[$0]) }) else {
      guard rule.content.contains(where: has), current < rule.content.count else {
        throw TranslationFileError(
          child.position, "<\(child.qualifiedName)> is not allowed in <\(parent.qualifiedName)>",
          hint: "remove it")
      }
      throw TranslationFileError(
        child.position, "<\(child.qualifiedName)> is not allowed here in <\(parent.qualifiedName)>",
        hint: "move it before the first "
          + XLIFFValueForm.list(
            rule.content[current].names.map { $0 == "*" ? "element of a module" : "<\($0)>" }, "or"))
    }
    if step != current {
      try checkSteps(current..<step)
      (frames[top].step, frames[top].count) = (step, 0)
    }
    frames[top].count += 1
    if frames[top].count > 1, !rule.content[step].isRepeatable {
      throw TranslationFileError(
        child.position, "there is a second <\(child.qualifiedName)>", hint: "remove it")
    }
    if let name, !frames[top].children.insert(name).inserted, Self.uniqueModules.contains(name), isForeign {
      throw TranslationFileError(
        child.position, "<\(parent.qualifiedName)> has a second <\(child.qualifiedName)>", hint: "join them")
    }
  }

  /// The elements of modules that a `<file>`, `<group>` or `<unit>` has once (§4.2.2).
  private static let uniqueModules: Set = [
    "mtc:matches", "gls:glossary", "mda:metadata", "res:resourceData", "slr:profiles", "slr:data",
    "val:validation",
  ]

  /// Refuses steps that lack their element.
  private func checkSteps(_ steps: Range<Int>) throws(TranslationFileError) {
    guard let frame = frames.last, let content = frame.rule?.content else { return }
    for step in steps where content[step].isRequired && !(step == frame.step && frame.count > 0) {
      let missing = XLIFFValueForm.list(content[step].names.map { "<\($0)>" }, "or")
      throw TranslationFileError(
        frame.element.position, "<\(frame.element.qualifiedName)> has no \(missing)", hint: "add it")
    }
  }

  private mutating func end() throws(TranslationFileError) {
    guard let frame = frames.last else { return }
    if let rule = frame.rule {
      try checkSteps(frame.step..<max(frame.step, rule.content.count))
      try checkEnd(of: frame)
    }
    frames.removeLast()
  }

  private mutating func add(_ text: String) throws(TranslationFileError) {
    guard let frame = frames.last, !text.isEmpty else { return }
    frames[frames.count - 1].hasContent = true
    guard let rule = frame.rule, !rule.hasText, !text.utf8.allSatisfy(Self.isSpace) else { return }
    throw TranslationFileError(
      frame.element.position, "<\(frame.element.qualifiedName)> contains a text",
      hint: rule.content.isEmpty ? "leave it empty" : "remove what is between its elements")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  // MARK: Attributes

  private func checkAttributes(of element: XMLElement, _ rule: XLIFFElementRule) throws(TranslationFileError)
  {
    var present: Set<String> = []
    for attribute in element.attributes where attribute.namespace != XMLReader.xmlnsNamespace {
      guard let form = try form(of: attribute, in: element, rule) else { continue }
      present.insert(attribute.namespace.isEmpty ? attribute.name : "xml:" + attribute.name)
      guard form.matches(attribute.value) else {
        if case .forbidden = form { throw notAllowed(attribute, in: element, rule) }
        let problem = if case .oneOf = form { "is not known" } else { "is malformed" }
        throw TranslationFileError(
          element.position, "the \(attribute.qualifiedName) \(quoted(attribute.value)) \(problem)",
          hint: form.expectation)
      }
    }
    if let missing = rule.required.keys.filter({ !present.contains($0) }).min() {
      throw TranslationFileError(
        element.position, "<\(element.qualifiedName)> has no attribute \(missing)",
        hint: "add \(missing)=\"…\"")
    }
  }

  /// The form of an attribute's value; nil if another tool defines it.
  private func form(
    of attribute: XMLAttribute, in element: XMLElement, _ rule: XLIFFElementRule
  ) throws(TranslationFileError) -> XLIFFValueForm? {
    let name =
      attribute.namespace.isEmpty
      ? attribute.name : XLIFFNamespace.name(attribute.name, in: attribute.namespace)
    if let name, let form = rule.form(of: name) { return form }
    let prefix = name.flatMap { $0.split(separator: ":").first.map(String.init) } ?? ""
    guard !attribute.namespace.isEmpty, rule.attributeNamespaces?.contains(prefix) ?? true else {
      throw notAllowed(attribute, in: element, rule)
    }
    if attribute.namespace == XMLReader.xmlNamespace { return attribute.name == "lang" ? .language : nil }
    guard let name else { return nil }
    guard let form = XLIFFElementRule.attributes[name] else {
      if ["fs", "slr", "its", "itsm"].contains(prefix) { throw notAllowed(attribute, in: element, rule) }
      return nil
    }
    // What other profiles mean is theirs (§5.7.7).
    if name.hasPrefix("slr:size"), name != "slr:sizeInfoRef", sizeProfile != "xliff:codepoints" { return nil }
    if name.hasPrefix("slr:storage") || name == "slr:equivStorage", !storageProfile.hasPrefix("xliff:utf") {
      return nil
    }
    return form
  }

  private func notAllowed(
    _ attribute: XMLAttribute, in element: XMLElement, _ rule: XLIFFElementRule
  ) -> TranslationFileError {
    let names = (Array(rule.required.keys) + rule.optional.keys).filter { $0 != attribute.qualifiedName }
      .sorted()
    return TranslationFileError(
      element.position,
      "the attribute \(attribute.qualifiedName) is not allowed on <\(element.qualifiedName)>",
      hint: "expected " + (names.isEmpty ? "none" : XLIFFValueForm.list(names, "or")))
  }
}
