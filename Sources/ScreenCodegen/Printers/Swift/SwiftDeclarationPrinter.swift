/// Prints one declaration with its nested declarations.
struct SwiftDeclarationPrinter {
  let declarations: [Declaration]
  let types: SwiftTypeText
  let documentation: DocumentationText
  /// The nested declarations of each declaration.
  private let children: [Int: [Int]]
  /// The names of the view types, by the index of their declarations.
  let viewTypes: [String]

  init(_ declarations: [Declaration], viewTypes: [String]) {
    self.declarations = declarations
    self.viewTypes = viewTypes
    types = SwiftTypeText(declarations: declarations)
    documentation = DocumentationText(declarations: declarations, viewTypes: viewTypes)
    var children: [Int: [Int]] = [:]
    for id in declarations.indices {
      if let parent = declarations[id].parent { children[parent, default: []].append(id) }
    }
    self.children = children
  }

  func write(_ id: Int, to text: inout SourceText) {
    let declaration = declarations[id]
    text.documentation(documentation.paragraphs(ofDeclaration: id))
    switch declaration.kind {
    case .object(let object): SwiftObjectPrinter(printer: self, id: id, object: object).write(to: &text)
    case .choice(let choice): SwiftChoicePrinter(printer: self, id: id, choice: choice).write(to: &text)
    case .union(let union): SwiftUnionPrinter(printer: self, id: id, union: union).write(to: &text)
    case .single(let planned): SwiftSinglePrinter(printer: self, id: id, planned: planned).write(to: &text)
    case .pending: SwiftSinglePrinter(printer: self, id: id, planned: .json(nil)).write(to: &text)
    }
  }

  /// Returns the conformances of a type.
  func conformances(of id: Int) -> String { isRoot(id) ? "ViewObject" : "Codable, Hashable, Sendable" }

  func isRoot(_ id: Int) -> Bool { declarations[id].parent == nil }

  /// Prints the property `viewType` of a view type's content.
  func writeViewType(of id: Int, to text: inout SourceText) {
    guard isRoot(id) else { return }
    text.blankLine()
    text.line("/// The view type of this content.")
    text.line("public static let viewType =", SwiftStringLiteral.of(viewTypes[id]))
  }

  func writeNested(in id: Int, to text: inout SourceText) {
    for child in children[id] ?? [] {
      text.blankLine()
      write(child, to: &text)
    }
  }
}
