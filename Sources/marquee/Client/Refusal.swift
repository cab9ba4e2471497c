import JSONText
import ProgramOutput
import Screens

/// Why a server refuses a request: its problem details (RFC 9457), as text for people.
struct Refusal {
  /// One error in the document that was sent.
  struct Finding {
    let position: SourcePosition?
    /// The message and its hint.
    let text: String
  }

  let status: Int
  let detail: String
  let findings: [Finding]
  /// The body of the response; nil if it is not JSON.
  let json: JSONValue?

  init(_ response: ClientResponse) {
    status = response.status
    json = response.json
    findings = Self.findings(json?["errors"])
    detail = Self.detail(json, status: status)
  }

  private static func detail(_ json: JSONValue?, status: Int) -> String {
    let title = json?["title"]?.stringValue
    var text = json?["detail"]?.stringValue ?? title ?? "the server returned the status \(status)"
    if status == 401 { text = "the server requires a token; give it with --token or in MARQUEE_TOKEN" }
    // The title of 412 tells what has changed; the detail does not.
    if status == 412, let title { text = "\(title.prefix(1).lowercased())\(title.dropFirst()): \(text)" }
    text += json?["hint"]?.stringValue.map { "; \($0)" } ?? ""
    return printable(withOptions(text))
  }

  /// A text of the API with the options of the command line in place of the parameters of requests.
  private static func withOptions(_ text: String) -> String {
    text.replacing("add ?allowReassignment=true", with: "add --allow-reassignment")
      .replacing(/then PUT the draft with baseVersion=(\d+)/) {
        "then save it with 'marquee draft put --base-version \($0.1)'"
      }
  }

  /// Reads the member `errors` of a response.
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

  /// Prints all errors on standard error, and the detail unless it repeats the first error. Leaves out positions: they
  /// refer to a body that the program made.
  func report() {
    if !(findings.first.map { detail.contains($0.text) } ?? false) {
      StandardError.write("marquee: \(detail)")
    }
    for finding in findings { StandardError.write("marquee: \(finding.text)") }
  }

  /// The errors as lines of a compiler, for the file that was sent; the detail if there are no errors.
  func lines(path: String, source: [UInt8], _ style: TerminalStyle) -> [String] {
    Self.lines(
      findings.isEmpty ? [Finding(position: nil, text: detail)] : findings, path: path, source: source, style)
  }

  static func lines(
    _ findings: [Finding], severity: FileProblem.Severity = .error, path: String, source: [UInt8],
    _ style: TerminalStyle
  ) -> [String] {
    findings.flatMap {
      ValidationOutput.lines(
        printable(path), $0.position, $0.text, severity: severity, source: source, style)
    }
  }
}
