/// Writes one declaration with what is nested in it.
struct DeclarationPrinter {
  let declarations: [Declaration]
  let types: TypeText
  /// The declarations nested in each.
  private let children: [Int: [Int]]
  /// The view types by the place of their declarations.
  let viewTypes: [String]

  init(_ declarations: [Declaration], viewTypes: [String]) {
    self.declarations = declarations
    self.viewTypes = viewTypes
    types = TypeText(declarations: declarations)
    var children: [Int: [Int]] = [:]
    for id in declarations.indices {
      if let parent = declarations[id].parent { children[parent, default: []].append(id) }
    }
    self.children = children
  }

  func write(_ id: Int, to text: inout SwiftText) {
    let declaration = declarations[id]
    text.documentation(paragraphs(of: declaration, id))
    switch declaration.kind {
    case .object(let object): ObjectPrinter(printer: self, id: id, object: object).write(to: &text)
    case .choice(let choice): ChoicePrinter(printer: self, id: id, choice: choice).write(to: &text)
    case .union(let union): UnionPrinter(printer: self, id: id, union: union).write(to: &text)
    case .single(let planned): SinglePrinter(printer: self, id: id, planned: planned).write(to: &text)
    case .pending: SinglePrinter(printer: self, id: id, planned: .json(nil)).write(to: &text)
    }
  }

  /// The protocols that a type says it conforms to.
  func conformances(of id: Int) -> String { isRoot(id) ? "ViewObject" : "Codable, Hashable, Sendable" }

  func isRoot(_ id: Int) -> Bool { declarations[id].parent == nil }

  /// The view type that a content belongs to.
  func writeViewType(of id: Int, to text: inout SwiftText) {
    guard isRoot(id) else { return }
    text.space()
    text.line("/// The view type that this is the content of.")
    text.line("public static let viewType =", StringLiteral.of(viewTypes[id]))
  }

  func writeNested(in id: Int, to text: inout SwiftText) {
    for child in children[id] ?? [] {
      text.space()
      write(child, to: &text)
    }
  }

  // MARK: Comments

  private func paragraphs(of declaration: Declaration, _ id: Int) -> [String] {
    let paragraphs = Self.paragraphs(of: declaration.documentation)
    guard paragraphs.isEmpty else { return paragraphs }
    return [
      isRoot(id)
        ? "The content of the view type \(CommentText.code(viewTypes[id]))."
        : "The type of \(CommentText.code(declaration.hint))."
    ]
  }

  static func paragraphs(of documentation: Documentation) -> [String] {
    ([documentation.title, documentation.description].compactMap { $0 } + documentation.notes)
      .filter { !CommentText.words(of: $0).isEmpty }
  }

  /// What is said of a value: the words of its schema, or itself.
  static func paragraphs(of documentation: Documentation, name: String) -> [String] {
    let paragraphs = paragraphs(of: documentation)
    return paragraphs.isEmpty ? [CommentText.code(name) + "."] : paragraphs
  }

  /// What is said of a part that has a type: its own words, or else those of the type.
  func paragraphs(of documentation: Documentation, name: String, planned: PlannedType) -> [String] {
    var paragraphs = Self.paragraphs(of: documentation)
    if paragraphs.isEmpty, case .declared(let id) = planned.type {
      paragraphs = Self.paragraphs(of: declarations[id].documentation)
    }
    if paragraphs.isEmpty { paragraphs = [CommentText.code(name) + "."] }
    return paragraphs + (planned.note.map { [$0] } ?? [])
  }
}
