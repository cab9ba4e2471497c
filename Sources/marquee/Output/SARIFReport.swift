import Foundation
import JSONText
import MarqueeServer
import Screens

/// Errors in the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS), which code hosts show beside the
/// source.
struct SARIFReport {
  let json: JSONValue

  /// One finding.
  struct Result {
    enum Level: String { case error, warning, note }

    let rule: String
    let level: Level
    let text: String
    let path: String
    let position: SourcePosition?
  }

  init(_ validation: Validation) {
    var results: [Result] = []
    for problem in validation.problems + validation.warnings { results += Self.results(of: problem) }
    for (path, impact) in validation.impacts {
      results += impact.entries.map {
        Result(rule: "downgrade", level: .note, text: $0.text, path: path, position: nil)
      }
    }
    self.init(results)
  }

  init(_ results: [Result]) {
    var rules: [String] = []
    for result in results where !rules.contains(result.rule) { rules.append(result.rule) }
    json = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "marquee", "version": .string(Marquee.version),
              "rules": .array(rules.map { ["id": .string($0)] }),
            ]
          ],
          // Columns are counted in Unicode scalars (§3.14.27).
          "columnKind": "unicodeCodePoints", "results": .array(results.map { Self.result($0) }),
        ]
      ],
    ]
  }

  static func results(of problem: FileProblem) -> [Result] {
    problem.diagnostics.kept.map { finding in
      Result(
        rule: finding.code.rawValue, level: problem.severity == .error ? .error : .warning,
        text: finding.text, path: problem.path,
        position: finding.position)
    }
  }

  private static func result(_ result: Result) -> JSONValue {
    let characters = CharacterSet.urlPathAllowed
    var location: JSONObject = [
      "artifactLocation": [
        "uri": .string(result.path.addingPercentEncoding(withAllowedCharacters: characters) ?? result.path)
      ]
    ]
    if let position = result.position {
      location["region"] = [
        "startLine": .number(JSONNumber(position.line)), "startColumn": .number(JSONNumber(position.column)),
      ]
    }
    return [
      "ruleId": .string(result.rule), "level": .string(result.level.rawValue),
      "message": ["text": .string(result.text)],
      "locations": [["physicalLocation": .object(location)]],
    ]
  }
}
