import JSONText
import Screens

/// Why a server does not do what it is asked: its problem details (RFC 9457), as people read them.
struct Refusal {
  /// One thing that is wrong with what was sent.
  struct Finding {
    let position: SourcePosition?
    /// Message and hint.
    let text: String
  }

  let status: Int
  let detail: String
  let findings: [Finding]
  /// The document as it came; nil when it is no JSON.
  let json: JSONValue?

  init(_ answer: HTTPAnswer) {
    status = answer.status
    json = answer.json
    findings = Self.findings(json?["errors"])
    detail = Self.detail(json, status: status)
  }

  private static func detail(_ json: JSONValue?, status: Int) -> String {
    let title = json?["title"]?.stringValue
    var said = json?["detail"]?.stringValue ?? title ?? "the server answers \(status)"
    if status == 401 { said = "the server wants a token: give it with --token, or in MARQUEE_TOKEN" }
    // What has moved on stands in the title only.
    if status == 412, let title { said = "\(title.prefix(1).lowercased())\(title.dropFirst()): \(said)" }
    return printable(said + (json?["hint"]?.stringValue.map { "; \($0)" } ?? ""))
  }

  /// The members `errors` of an answer.
  static func findings(_ errors: JSONValue?) -> [Finding] {
    (errors?.arrayValue ?? []).map { error in
      var position: SourcePosition?
      if let line = error["line"]?.numberValue?.intValue, let column = error["column"]?.numberValue?.intValue
      {
        position = SourcePosition(offset: 0, line: line, column: column)
      }
      let hint = error["hint"]?.stringValue.map { "; \($0)" } ?? ""
      return Finding(
        position: position, text: printable((error["message"]?.stringValue ?? "unknown error") + hint))
    }
  }

  /// Says it on standard error: each finding, and the detail unless that only sums them up. Their places are those
  /// in a body that nobody has written by hand.
  func report() {
    if !(findings.first.map { detail.contains($0.text) } ?? false) {
      StandardError.write("marquee: \(detail)")
    }
    for finding in findings { StandardError.write("marquee: \(finding.text)") }
  }

  /// As compilers say it, of the file that was sent; the detail, when nothing stands in the file.
  func lines(path: String, source: [UInt8], _ style: TerminalStyle) -> [String] {
    Self.lines(
      findings.isEmpty ? [Finding(position: nil, text: detail)] : findings, path: path, source: source, style)
  }

  static func lines(
    _ findings: [Finding], path: String, source: [UInt8], _ style: TerminalStyle
  ) -> [String] {
    findings.flatMap {
      ValidationOutput.lines(printable(path), $0.position, $0.text, source: source, style)
    }
  }
}
