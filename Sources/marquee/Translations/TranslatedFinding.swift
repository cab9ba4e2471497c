import JSONText
import Screens

/// A text for which apps get the source.
struct TranslatedFinding {
  /// The file; nil for a text of a server.
  let file: String?
  let position: SourcePosition?
  let text: String

  /// `screens/home.json:7:18: "/text1" of the item "title" has no translation into ko`
  var line: String {
    guard let file else { return text }
    return "\(position.map { "\(file):\($0.line):\($0.column)" } ?? file): \(text)"
  }

  func annotation(isError: Bool) -> String {
    WorkflowCommand.finding(isError ? .error : .warning, file, position, text)
  }
}
