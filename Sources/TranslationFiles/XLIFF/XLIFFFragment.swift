/// A fragment identifier, such as `#f=f1/u=u1/n=n1` (XLIFF 2.1 §3).
struct XLIFFFragment {
  /// The selectors in order. One without a prefix names a segment or an inline element of a source.
  let selectors: [(prefix: String, id: String)]
  /// The first reason why the identifier is malformed; nil if it is well-formed.
  let problem: String?

  init(_ text: String) {
    var selectors: [(prefix: String, id: String)] = []
    var rest = text[...]
    problem = Self.parse(&rest, into: &selectors)
    self.selectors = selectors
  }

  private static func parse(_ text: inout Substring, into selectors: inout [(prefix: String, id: String)])
    -> String?
  {
    guard text.hasPrefix("#") else { return "it does not begin with \"#\"" }
    text = text.dropFirst()
    if text.hasPrefix("/") { text = text.dropFirst() }
    let order = ["f", "g", "u"]
    var least = 0
    var hasLeaf = false
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let id = pieces.last, pieces.allSatisfy(XLIFFValueForm.isToken) else {
        return "\(quoted(String(part))) is no PREFIX=ID"
      }
      let prefix = pieces.count > 1 ? String(pieces.first ?? "") : ""
      if hasLeaf { return "\(quoted(String(part))) follows the part that names an element" }
      if let place = order.firstIndex(of: prefix) {
        guard place >= least else { return "the prefixes f, g and u are repeated, or in another order" }
        least = place + 1
      } else {
        guard prefix.count != 1 || ["n", "d", "t"].contains(prefix) else {
          return "XLIFF 2.1 has no prefix \(quoted(prefix))"
        }
        hasLeaf = true
      }
      selectors.append((prefix, String(id)))
    }
    return nil
  }
}
