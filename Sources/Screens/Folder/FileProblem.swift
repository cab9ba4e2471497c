import JSONText

/// The findings about one file.
package struct FileProblem: Sendable {
  /// The file's path, with control characters escaped.
  package let path: String
  package let diagnostics: Diagnostics
  /// The file's bytes; nil if it could not be read.
  package let text: [UInt8]?
  package let severity: Severity

  package enum Severity: String, Sendable {
    /// The file is not published.
    case error
    case warning
  }

  package init(
    path: String, diagnostics: Diagnostics, text: [UInt8]? = nil, severity: Severity = .error
  ) {
    self.path = printable(path)
    self.diagnostics = diagnostics
    self.text = text
    self.severity = severity
  }

  /// Creates the problem of a text that cannot be parsed.
  package init(path: String, unreadable message: String) {
    self.init(path: path, diagnostics: Diagnostics(Diagnostic(.unreadable, at: .root, message)))
  }

  /// Creates the problem of an exceeded limit.
  package init(path: String, tooMany message: String) {
    self.init(path: path, diagnostics: Diagnostics(Diagnostic(.tooMany, at: .root, message)))
  }

  /// One line for each finding, in the form of compilers: `path:line:column: error: message; hint`.
  package var lines: [String] {
    var lines = diagnostics.kept.map { diagnostic in
      let place = diagnostic.position.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(path)\(place): \(severity): \(diagnostic.text)"
    }
    let left = diagnostics.count - diagnostics.kept.count
    if left > 0 { lines.append("\(path): \(severity): and \(left) more \(severity)s") }
    return lines
  }
}
