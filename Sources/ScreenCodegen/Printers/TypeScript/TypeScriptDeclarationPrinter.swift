/// Prints the types of one view type with their functions.
struct TypeScriptDeclarationPrinter {
  let declarations: [Declaration]
  let types: TypeScriptTypeText
  let documentation: DocumentationText
  /// The types of the parts of each view type.
  private let parts: [Int: [Int]]

  init(_ declarations: [Declaration], viewTypes: [String]) {
    self.declarations = declarations
    types = TypeScriptTypeText(declarations: declarations)
    documentation = DocumentationText(declarations: declarations, viewTypes: viewTypes)
    var parts: [Int: [Int]] = [:]
    for id in declarations.indices where declarations[id].parent != nil {
      parts[declarations[id].root, default: []].append(id)
    }
    self.parts = parts
  }

  /// Prints a view type's file, after its header.
  func write(_ root: Int, to text: inout SourceText) {
    text.line("import * as coding from \"./ContentCoding.js\";")
    if hasItems(root) {
      text.line("import * as inner from \"./ItemReader.js\";")
      text.line("import type { ScreenItem } from \"./Screen.js\";")
    }
    for id in foreignTypes(in: root) {
      let name = declarations[id].name
      let file = declarations[declarations[id].root].name
      text.line("import { type \(name), decode\(name), encode\(name) } from \"./\(file).js\";")
    }
    for id in [root] + (parts[root] ?? []) {
      text.blankLine()
      writeDeclaration(id, to: &text)
    }
  }

  /// Whether a view type has places for other items.
  private func hasItems(_ root: Int) -> Bool {
    ([root] + (parts[root] ?? [])).contains { declarations[$0].types.contains(where: \.hasItems) }
  }

  /// Returns the types of other view types that a view type uses, in the order of their use.
  private func foreignTypes(in root: Int) -> [Int] {
    var seen: Set<Int> = []
    return ([root] + (parts[root] ?? [])).flatMap { declarations[$0].uses }
      .filter { declarations[$0].root != root && seen.insert($0).inserted }
  }

  private func writeDeclaration(_ id: Int, to text: inout SourceText) {
    text.blockDocumentation(documentation.paragraphs(ofDeclaration: id))
    switch declarations[id].kind {
    case .object(let object): TypeScriptObjectPrinter(printer: self, id: id, object: object).write(to: &text)
    case .choice(let choice): TypeScriptChoicePrinter(printer: self, id: id, choice: choice).write(to: &text)
    case .union(let union): TypeScriptUnionPrinter(printer: self, id: id, union: union).write(to: &text)
    case .single(let planned): writeSingle(id, planned, to: &text)
    case .pending: writeSingle(id, .json(nil), to: &text)
    }
  }

  /// Prints a content that is not an object, as an interface: TypeScript refuses some recursive type aliases.
  private func writeSingle(_ id: Int, _ planned: PlannedType, to text: inout SourceText) {
    let name = declarations[id].name
    text.block("export interface \(name)") { text in
      text.blockDocumentation(["The whole content."] + (planned.note.map { [$0] } ?? []))
      text.line("value: \(types.text(of: planned.fullType));")
    }
    writeFunctions(of: id, to: &text) { text in
      text.line("return { value: \(types.coding(of: planned.fullType, .decode))(json, pointer) };")
    } encoding: { text in
      text.line("return \(types.coding(of: planned.fullType, .encode))(value.value);")
    }
  }

  /// Prints the functions that decode and encode a type.
  func writeFunctions(
    of id: Int, to text: inout SourceText, decoding: (inout SourceText) -> Void,
    encoding: (inout SourceText) -> Void
  ) {
    let name = declarations[id].name
    text.blankLine()
    text.line("/** Decodes a value; throws a ContentError when the JSON does not match the schema. */")
    text.block("export function decode\(name)(json: coding.JSONValue, pointer = \"\"): \(name)", decoding)
    text.blankLine()
    text.line("/** Returns a value as JSON. */")
    text.block("export function encode\(name)(value: \(name)): coding.JSONValue", encoding)
  }
}
