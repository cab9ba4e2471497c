import AdminModel
import JSONText
import ProgramOutput
import Screens

/// Why a server refuses a request: its problem details (RFC 9457), as text for people.
struct Refusal {
  let status: Int
  let detail: String
  let findings: [Finding]
  /// The body of the response; nil if it is not JSON.
  let json: JSONValue?

  init(_ response: ClientResponse) {
    status = response.status
    json = response.json
    // A proxy can send another body.
    findings = json?["errors"].flatMap { try? [Finding](decoding: $0) } ?? []
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
    guard findings.isEmpty else { return findings.lines(path: path, source: source, style) }
    return ValidationOutput.lines(printable(path), nil, detail, severity: .error, source: source, style)
  }
}

extension Finding {
  /// The message and its hint.
  var text: String { printable(message + (hint.map { "; \($0)" } ?? "")) }

  fileprivate var position: SourcePosition? {
    guard let line, let column else { return nil }
    return SourcePosition(offset: 0, line: line, column: column)
  }
}

extension [Finding] {
  /// The findings as lines of a compiler, for the file that was sent.
  func lines(
    severity: FileProblem.Severity = .error, path: String, source: [UInt8], _ style: TerminalStyle
  ) -> [String] {
    flatMap {
      ValidationOutput.lines(
        printable(path), $0.position, $0.text, severity: severity, source: source, style)
    }
  }
}
