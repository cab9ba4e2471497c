/// Prints one declaration with its nested declarations.
struct DeclarationPrinter {
  let declarations: [Declaration]
  let types: TypeText
  /// The nested declarations of each declaration.
  private let children: [Int: [Int]]
  /// The names of the view types, by the index of their declarations.
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

  /// Returns the conformances of a type.
  func conformances(of id: Int) -> String { isRoot(id) ? "ViewObject" : "Codable, Hashable, Sendable" }

  func isRoot(_ id: Int) -> Bool { declarations[id].parent == nil }

  /// Prints the property `viewType` of a view type's content.
  func writeViewType(of id: Int, to text: inout SwiftText) {
    guard isRoot(id) else { return }
    text.blankLine()
    text.line("/// The view type of this content.")
    text.line("public static let viewType =", StringLiteral.of(viewTypes[id]))
  }

  func writeNested(in id: Int, to text: inout SwiftText) {
    for child in children[id] ?? [] {
      text.blankLine()
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

  /// Returns the documentation of a value: the texts of its schema, or else its name.
  static func paragraphs(of documentation: Documentation, name: String) -> [String] {
    let paragraphs = paragraphs(of: documentation)
    return paragraphs.isEmpty ? [CommentText.code(name) + "."] : paragraphs
  }

  /// Returns the documentation of a member: its own texts, or else those of its type.
  func paragraphs(of documentation: Documentation, name: String, planned: PlannedType) -> [String] {
    var paragraphs = Self.paragraphs(of: documentation)
    if paragraphs.isEmpty, case .declared(let id) = planned.type {
      paragraphs = Self.paragraphs(of: declarations[id].documentation)
    }
    if paragraphs.isEmpty { paragraphs = [CommentText.code(name) + "."] }
    return paragraphs + (planned.note.map { [$0] } ?? [])
  }
}
