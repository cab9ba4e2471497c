/// The paragraphs of doc comments.
struct DocumentationText {
  let declarations: [Declaration]
  /// The names of the view types, by the index of their declarations.
  let viewTypes: [String]

  /// Returns the documentation of a type: the texts of its schema, or else its name.
  func paragraphs(ofDeclaration id: Int) -> [String] {
    let declaration = declarations[id]
    let paragraphs = Self.paragraphs(of: declaration.documentation)
    guard paragraphs.isEmpty else { return paragraphs }
    return [
      declaration.parent == nil
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
