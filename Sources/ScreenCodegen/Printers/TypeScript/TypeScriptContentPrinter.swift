/// Prints the union `ViewContent` of all contents, and the list of all files.
struct TypeScriptContentPrinter {
  let declarations: [Declaration]
  /// The names of the view types, by the index of their declarations.
  let viewTypes: [String]
  private let kinds: [String]

  init(declarations: [Declaration], viewTypes: [String]) {
    self.declarations = declarations
    self.viewTypes = viewTypes
    var allocator = NameAllocator(reserved: ["unknown"])
    kinds = viewTypes.indices.map {
      TypeScriptNames.literal.of(
        allocator.allocate(Identifier.lowerCamel(declarations[$0].name, fallback: "view")))
    }
  }

  func write(to text: inout SourceText) {
    text.line("import * as coding from \"./ContentCoding.js\";")
    for id in viewTypes.indices {
      let name = declarations[id].name
      text.line("import { type \(name), decode\(name), encode\(name) } from \"./\(name).js\";")
    }
    text.blankLine()
    text.line("/** The content of an item of any view type. */")
    text.line("export type ViewContent =")
    text.indented { text in
      for id in viewTypes.indices {
        let viewType = TypeScriptNames.literal.of(viewTypes[id])
        text.line("| { kind: \(kinds[id]); viewType: \(viewType); content: \(declarations[id].name) }")
      }
      text.line("/** A content of a view type that this version does not know, or that it cannot decode. */")
      text.line("| { kind: \"unknown\"; viewType: string; content: coding.JSONValue };")
    }
    writeNames(to: &text)
    writeDecoding(to: &text)
    writeEncoding(to: &text)
  }

  /// Prints the file that exports all others.
  func writeIndex(with client: TypeScriptClient, to text: inout SourceText) {
    let names =
      viewTypes.indices.map { declarations[$0].name } + [
        "ContentCoding", "Screen", "ViewContent", "WireFormat",
      ]
    for name in names.sorted() {
      let exported = name == "ContentCoding" ? "{ ContentError, type JSONValue }" : "*"
      text.line("export \(exported) from \"./\(name).js\";")
    }
    for line in client.exports { text.line(line) }
  }

  private func writeNames(to text: inout SourceText) {
    text.blankLine()
    text.line(
      "/** The view types that this version knows. The server needs them for a release of the app. */")
    text.line("export const viewTypes: readonly string[] = [")
    text.indented { text in for name in viewTypes { text.line(TypeScriptNames.literal.of(name) + ",") } }
    text.line("];")
  }

  private func writeDecoding(to text: inout SourceText) {
    text.blankLine()
    text.blockDocumentation([
      "Decodes a content. A view type that is not known gives the kind `unknown`.",
      "Throws a ContentError when the content of a known view type does not match its schema.",
    ])
    text.block(
      "export function decodeViewContent(viewType: string, content: coding.JSONValue, pointer = \"\"): ViewContent"
    ) { text in
      text.block("switch (viewType)") { text in
        for id in viewTypes.indices {
          text.line("case \(TypeScriptNames.literal.of(viewTypes[id])):")
          let content = "decode\(declarations[id].name)(content, pointer)"
          text.indented { $0.line("return { kind: \(kinds[id]), viewType, content: \(content) };") }
        }
        text.line("default:")
        text.indented { $0.line("return { kind: \"unknown\", viewType, content };") }
      }
    }
  }

  private func writeEncoding(to text: inout SourceText) {
    text.blankLine()
    text.line("/** Returns a content as JSON. */")
    text.block("export function encodeViewContent(content: ViewContent): coding.JSONValue") { text in
      text.block("switch (content.kind)") { text in
        for id in viewTypes.indices {
          text.line("case \(kinds[id]):")
          text.indented { $0.line("return encode\(declarations[id].name)(content.content);") }
        }
        text.line("case \"unknown\":")
        text.indented { $0.line("return content.content;") }
      }
    }
  }
}
