import JSONText
import Screens

/// The findings that were sent to the client, so that only changed ones are sent again.
struct PublishedDiagnostics {
  /// The last parameters of `textDocument/publishDiagnostics`, by URI.
  private var sent: [String: JSONValue] = [:]
  /// The URIs with findings, by folder.
  private var marked: [String: Set<String>] = [:]

  /// The notifications that clear the findings of a deleted folder.
  mutating func clear(_ folder: String) -> [JSONValue] {
    (marked.removeValue(forKey: folder) ?? []).sorted().map { uri in
      sent[uri] = nil
      return Message.notification(
        "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
    }
  }

  /// The notifications about changed findings of a folder.
  mutating func update(_ check: FolderCheck, documents: [OpenDocument]) -> [JSONValue] {
    let open = Dictionary(documents.map { ($0.path, $0) }) { first, _ in first }
    var found: [String: [JSONValue]] = [:]
    for problem in check.problems {
      let document = open[problem.path]
      let text = document?.text ?? problem.text ?? []
      let lines = document?.lines ?? LineIndex(text)
      let uri = document?.uri ?? DocumentURI.uri(of: problem.path)
      found[uri, default: []] += Self.diagnostics(
        problem.diagnostics, problem.severity, text, lines)
    }
    for uri in marked[check.folder] ?? [] where found[uri] == nil { found[uri] = [] }
    // A client expects a notification for each document that it opens, even without findings.
    for document in documents where found[document.uri] == nil { found[document.uri] = [] }
    marked[check.folder] = Set(found.filter { !$0.value.isEmpty }.keys)
    let versions = Dictionary(documents.map { ($0.uri, $0.version) }) { first, _ in first }
    return found.sorted { $0.key < $1.key }.compactMap { uri, diagnostics in
      var params: JSONObject = ["uri": .string(uri)]
      if let version = versions[uri] ?? nil { params["version"] = version }
      params["diagnostics"] = .array(diagnostics)
      guard sent[uri] != .object(params) else { return nil }
      sent[uri] = .object(params)
      return Message.notification("textDocument/publishDiagnostics", .object(params))
    }
  }

  private static func diagnostics(
    _ diagnostics: Diagnostics, _ severity: FileProblem.Severity, _ text: [UInt8], _ lines: LineIndex
  ) -> [JSONValue] {
    var found = diagnostics.kept.map { finding -> JSONValue in
      let start = finding.position?.offset ?? 0
      return diagnostic(
        lines.range(start..<SourceToken.end(at: start, in: text)), severity, finding.code.rawValue,
        finding.text)
    }
    let more = diagnostics.count - diagnostics.kept.count
    if more > 0 {
      found.append(
        diagnostic(lines.range(0..<0), severity, "too-many", "and \(more) more \(severity)s"))
    }
    return found
  }

  /// Severity 1 is an error, 2 a warning (LSP 3.17 `DiagnosticSeverity`).
  private static func diagnostic(
    _ range: JSONValue, _ severity: FileProblem.Severity, _ code: String, _ message: String
  ) -> JSONValue {
    [
      "range": range, "severity": severity == .error ? 1 : 2, "code": .string(code), "source": "marquee",
      "message": .string(message),
    ]
  }
}
