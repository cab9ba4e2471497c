import JSONText
import Screens

/// Workflow commands of GitHub, which shows them beside the source:
/// <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>.
enum WorkflowCommand {
  static func finding(
    _ severity: FileProblem.Severity, _ path: String?, _ position: SourcePosition?, _ text: String
  ) -> String {
    guard let path else { return "::\(severity)::\(escaped(text))" }
    let place = position.map { ",line=\($0.line),col=\($0.column)" } ?? ""
    return "::\(severity) file=\(escaped(path, ",:"))\(place)::\(escaped(text))"
  }

  static func notice(_ path: String, _ text: String) -> String {
    "::notice file=\(escaped(path, ",:"))::\(escaped(text))"
  }

  /// Escapes percent signs and line ends, and in properties commas and colons.
  private static func escaped(_ text: String, _ more: String = "") -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "\r" || scalar == "\n" || more.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
