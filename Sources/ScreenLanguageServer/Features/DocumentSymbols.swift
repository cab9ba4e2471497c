import JSONText

/// The outline of a document: its members and elements, named by their ids and keys.
struct DocumentSymbols {
  private let lines: LineIndex
  private var remaining = maximumSymbols

  /// The largest number of symbols. Editors show no more at once.
  private static let maximumSymbols = 10_000
  private static let maximumDepth = 32

  /// The result of `textDocument/documentSymbol`.
  static func result(_ document: OpenDocument) -> JSONValue {
    var symbols = DocumentSymbols(lines: document.lines)
    return .array(symbols.children(of: document.tree.root, depth: 0))
  }

  private init(lines: LineIndex) { self.lines = lines }

  private mutating func children(of node: SourceNode, depth: Int) -> [JSONValue] {
    guard depth < Self.maximumDepth else { return [] }
    switch node.content {
    case .object(let members):
      return members.compactMap { member in
        let end = max(member.nameRange.upperBound, member.value.range.upperBound)
        return symbol(
          member.name, detail: nil, member.value, member.nameRange.lowerBound..<end, member.nameRange,
          depth: depth)
      }
    case .array(let elements):
      return elements.enumerated().compactMap { index, element in
        let names = ["id", "key", "op", "viewType"].lazy.compactMap { element[$0]?.text }
        return symbol(
          names.first ?? String(index), detail: element["viewType"]?.text, element, element.range,
          element.range, depth: depth)
      }
    default: return []
    }
  }

  private mutating func symbol(
    _ name: String, detail: String?, _ node: SourceNode, _ range: Range<Int>, _ selection: Range<Int>,
    depth: Int
  ) -> JSONValue? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    var symbol: JSONObject = [
      // A client refuses an empty name.
      "name": .string(name.isEmpty ? "\"\"" : name), "kind": .number(JSONNumber(Self.kind(of: node))),
      "range": lines.range(range), "selectionRange": lines.range(selection),
    ]
    if let detail { symbol["detail"] = .string(detail) }
    let children = children(of: node, depth: depth + 1)
    if !children.isEmpty { symbol["children"] = .array(children) }
    return .object(symbol)
  }

  /// The kind of a symbol (LSP 3.17 `SymbolKind`).
  private static func kind(of node: SourceNode) -> Int {
    switch node.content {
    case .object: 19
    case .array: 18
    case .string: 15
    case .word(.number): 16
    case .word(.bool): 17
    case .word, .missing: 21
    }
  }
}
