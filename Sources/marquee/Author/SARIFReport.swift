import Foundation
import JSONText
import MarqueeServer
import Screens

/// Errors in the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS), which code hosts show beside the
/// source.
struct SARIFReport {
  let json: JSONValue

  init(_ validation: Validation) {
    var rules: [String] = []
    var results: [JSONValue] = []
    for problem in validation.problems {
      for finding in problem.diagnostics.kept {
        if !rules.contains(finding.code.rawValue) { rules.append(finding.code.rawValue) }
        results.append(
          Self.result(finding.code.rawValue, "error", finding.text, problem.path, finding.position))
      }
    }
    for (path, impact) in validation.impacts {
      for entry in impact.entries {
        if !rules.contains("downgrade") { rules.append("downgrade") }
        results.append(Self.result("downgrade", "note", entry.text, path, nil))
      }
    }
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
          "columnKind": "unicodeCodePoints", "results": .array(results),
        ]
      ],
    ]
  }

  private static func result(
    _ rule: String, _ level: String, _ text: String, _ path: String, _ position: SourcePosition?
  ) -> JSONValue {
    let characters = CharacterSet.urlPathAllowed
    var location: JSONObject = [
      "artifactLocation": [
        "uri": .string(path.addingPercentEncoding(withAllowedCharacters: characters) ?? path)
      ]
    ]
    if let position {
      location["region"] = [
        "startLine": .number(JSONNumber(position.line)), "startColumn": .number(JSONNumber(position.column)),
      ]
    }
    return [
      "ruleId": .string(rule), "level": .string(level), "message": ["text": .string(text)],
      "locations": [["physicalLocation": .object(location)]],
    ]
  }
}
