/// Prints the enum `ViewContent` and the registry of all view types.
struct SwiftRegistryPrinter {
  let declarations: [Declaration]
  let viewTypes: [String]
  private let cases: [String]

  init(declarations: [Declaration], viewTypes: [String]) {
    self.declarations = declarations
    self.viewTypes = viewTypes
    var allocator = NameAllocator(reserved: SwiftNames.members.union(["unknown"]))
    cases = viewTypes.indices.map {
      allocator.allocate(Identifier.lowerCamel(declarations[$0].name, fallback: "view"))
    }
  }

  func writeContent(to text: inout SourceText) {
    text.line("/// The content of an item of any view type.")
    text.block("public enum ViewContent: Hashable, Sendable") { text in
      for id in viewTypes.indices {
        text.documentation(["The content of the view type \(CommentText.code(viewTypes[id]))."])
        text.line("case \(SwiftNames.escaped(cases[id]))(\(declarations[id].name))")
      }
      text.line("/// An item of a view type that this version does not know, kept as JSON.")
      text.line("case unknown(viewType: String, content: JSONValue)")
    }
    text.line("")
    text.block("extension ScreenItem") { text in
      text.line("/// The content of the item.")
      text.block("public var viewContent: ViewContent") { text in
        text.line("content(as: ViewContent.self) ?? .unknown(viewType: viewType, content: .null)")
      }
    }
    if declarations.contains(where: \.hasItems) { writeEncoding(to: &text) }
  }

  /// Items inside a content are encoded with it.
  private func writeEncoding(to text: inout SourceText) {
    text.line("")
    text.block("extension ViewContent: Encodable") { text in
      text.line("/// Encodes the content.")
      text.block("public func encode(to encoder: any Encoder) throws") { text in
        text.line("switch self {")
        for id in viewTypes.indices {
          text.line("case .\(cases[id])(let content): try content.encode(to: encoder)")
        }
        text.line("case .unknown(_, let content): try content.encode(to: encoder)")
        text.line("}")
      }
    }
  }

  func writeRegistry(to text: inout SourceText) {
    text.block("extension ViewRegistry") { text in
      text.line("/// A registry of all view types. An item of any other view type becomes `unknown`.")
      text.block("public static var generated: ViewRegistry") { text in
        text.line(
          "\(viewTypes.isEmpty ? "let" : "var") registry = ViewRegistry { viewType, content in")
        text.indented { $0.line("ViewContent.unknown(viewType: viewType, content: content)") }
        text.line("}")
        for id in viewTypes.indices {
          let head = "registry.register(\(declarations[id].name).self)"
          if text.fits("\(head) { ViewContent.\(cases[id])($0) }") {
            text.line("\(head) { ViewContent.\(cases[id])($0) }")
          } else {
            text.block(head) { $0.line("ViewContent.\(cases[id])($0)") }
          }
        }
        text.line("return registry")
      }
    }
  }
}
