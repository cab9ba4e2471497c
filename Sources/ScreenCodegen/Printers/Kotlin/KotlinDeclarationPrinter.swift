/// Prints one declaration, and in a view type the types of its parts.
struct KotlinDeclarationPrinter {
  let declarations: [Declaration]
  let types: KotlinTypeText
  let documentation: DocumentationText
  /// The names of the view types, by the index of their declarations.
  let viewTypes: [String]
  /// The types of the parts of each view type.
  private let parts: [Int: [Int]]

  init(_ declarations: [Declaration], viewTypes: [String]) {
    self.declarations = declarations
    self.viewTypes = viewTypes
    types = KotlinTypeText(declarations: declarations)
    documentation = DocumentationText(declarations: declarations, viewTypes: viewTypes)
    var parts: [Int: [Int]] = [:]
    for id in declarations.indices where declarations[id].parent != nil {
      parts[declarations[id].root, default: []].append(id)
    }
    self.parts = parts
  }

  func write(_ id: Int, to text: inout SourceText) {
    let declaration = declarations[id]
    text.blockDocumentation(documentation.paragraphs(ofDeclaration: id))
    text.line("@Serializable(with = \(types.name(of: id)).Serializer::class)")
    switch declaration.kind {
    case .object(let object): KotlinObjectPrinter(printer: self, id: id, object: object).write(to: &text)
    case .choice(let choice): KotlinChoicePrinter(printer: self, id: id, choice: choice).write(to: &text)
    case .union(let union): KotlinUnionPrinter(printer: self, id: id, union: union).write(to: &text)
    case .single(let planned): KotlinSinglePrinter(printer: self, id: id, planned: planned).write(to: &text)
    case .pending: KotlinSinglePrinter(printer: self, id: id, planned: .json(nil)).write(to: &text)
    }
  }

  func isRoot(_ id: Int) -> Bool { declarations[id].parent == nil }

  /// The simple name of a declaration.
  func name(_ id: Int) -> String { KotlinNames.escaped(declarations[id].name) }

  /// Returns the supertype of a view type's content; nothing for other types.
  func supertype(of id: Int) -> String { isRoot(id) ? " : ViewContent" : "" }

  /// Prints the property `viewType` of a view type's content.
  func writeViewType(of id: Int, to text: inout SourceText) {
    guard isRoot(id) else { return }
    text.line("override val viewType: String get() = \(KotlinNames.literal.of(viewTypes[id]))")
  }

  /// Prints the object that decodes and encodes a type.
  func writeSerializer(
    of id: Int, to text: inout SourceText, decoding: (inout SourceText) -> Void,
    encoding: (inout SourceText) -> Void
  ) {
    let name = types.name(of: id)
    text.blankLine()
    text.blockDocumentation(["Decodes and encodes `\(name.replacing("`", with: ""))`."])
    text.block("public object Serializer : ContentSerializer<\(name)>()") { text in
      text.block("override fun read(element: JsonElement, items: ItemReader): \(name)", decoding)
      text.blankLine()
      text.block("override fun toJson(value: \(name)): JsonElement", encoding)
    }
  }

  func writeParts(of id: Int, to text: inout SourceText) {
    guard isRoot(id) else { return }
    for part in parts[id] ?? [] {
      text.blankLine()
      write(part, to: &text)
    }
  }
}
