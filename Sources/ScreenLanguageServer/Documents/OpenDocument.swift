import JSONText

/// A document that a client has open, with its unsaved text.
struct OpenDocument {
  let uri: String
  let path: String
  private(set) var version: JSONValue?
  private(set) var text: [UInt8]
  private(set) var lines: LineIndex
  private(set) var tree: SourceTree

  init(uri: String, path: String, version: JSONValue?, text: [UInt8]) {
    self.uri = uri
    self.path = path
    self.version = version
    self.text = text
    lines = LineIndex(text)
    tree = SourceTree(text)
  }

  /// Applies changes one after another (LSP 3.17 `TextDocumentContentChangeEvent`): each replaces a range, or the whole
  /// text.
  mutating func apply(_ changes: [JSONValue], version: JSONValue?) {
    self.version = version
    for change in changes {
      guard let new = change["text"]?.stringValue else { continue }
      if let range = change["range"] {
        let start = offset(of: range["start"])
        let end = max(offset(of: range["end"]), start)
        text.replaceSubrange(start..<end, with: Array(new.utf8))
      } else {
        text = Array(new.utf8)
      }
      lines = LineIndex(text)
    }
    tree = SourceTree(text)
  }

  /// The offset of an LSP position; 0 for a malformed one.
  func offset(of position: JSONValue?) -> Int {
    guard let line = position?["line"]?.numberValue?.intValue,
      let character = position?["character"]?.numberValue?.intValue
    else { return 0 }
    return lines.offset(line: line, character: character)
  }
}
