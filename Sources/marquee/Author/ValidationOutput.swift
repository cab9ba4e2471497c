import JSONText
import Screens

/// The format of the errors of `marquee validate`.
enum ValidationOutput: String, CaseIterable {
  case text, json, github, sarif

  func write(_ validation: Validation) -> String {
    switch self {
    case .text: Self.text(validation, .standardOutput)
    case .json: Self.json(validation).text
    case .github: Self.github(validation)
    case .sarif: SARIFReport(validation).json.text
    }
  }

  // MARK: Text

  /// Lines like those of a compiler, each with the source and a caret, and a summary at the end.
  static func text(_ validation: Validation, _ style: TerminalStyle) -> String {
    var lines: [String] = []
    for problem in validation.problems + validation.warnings {
      for finding in problem.diagnostics.kept {
        lines += self.lines(
          problem.path, finding.position, finding.text, severity: problem.severity, source: problem.text,
          style)
      }
      let more = problem.diagnostics.count - problem.diagnostics.kept.count
      if more > 0 {
        lines.append("\(problem.path): \(problem.severity): and \(more) more \(problem.severity)s")
      }
    }
    for (path, impact) in validation.impacts {
      for entry in impact.entries { lines.append("\(path): note: \(entry.text)") }
      let more = impact.count - impact.entries.count
      if more > 0 { lines.append("\(path): note: and \(more) more downgrades") }
    }
    let errors = validation.problems.reduce(0) { $0 + $1.diagnostics.count }
    let warnings = validation.warnings.reduce(0) { $0 + $1.diagnostics.count }
    let warned = warnings > 0 ? "; \(counted(warnings, "warning"))" : ""
    if validation.isValid {
      lines.append("\(counted(validation.validFiles, "file")), all valid\(warned)")
    } else {
      let valid = validation.validFiles > 0 ? "; \(counted(validation.validFiles, "other file")) valid" : ""
      lines.append(
        "\(counted(errors, "error")) in \(counted(validation.problems.count, "file"))\(valid)\(warned)")
    }
    return lines.joined(separator: "\n")
  }

  /// A finding like that of a compiler: the position and the message, the line of the source, and a caret.
  static func lines(
    _ path: String, _ position: SourcePosition?, _ finding: String,
    severity: FileProblem.Severity = .error, source: [UInt8]?, _ style: TerminalStyle
  ) -> [String] {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    let word = severity == .error ? style.red("error: ") : style.magenta("warning: ")
    var lines = [style.bold("\(path)\(place): ") + word + style.bold(finding)]
    if let position, let source, let excerpt = SourceExcerpt(source, at: position) {
      lines += [excerpt.lines[0], style.green(excerpt.lines[1])]
    }
    return lines
  }

  // MARK: For programs

  private static func json(_ validation: Validation) -> JSONValue {
    var report: JSONObject = [
      "valid": .bool(validation.isValid), "validFiles": .number(JSONNumber(validation.validFiles)),
      "errors": .array(
        validation.problems.flatMap { problem in
          problem.diagnostics.kept.map { json($0, in: problem.path) }
        }),
    ]
    if !validation.warnings.isEmpty {
      report["warnings"] = .array(
        validation.warnings.flatMap { file in file.diagnostics.kept.map { json($0, in: file.path) } })
    }
    if validation.impacts.contains(where: \.impact.hasSupportedReleases) {
      report["impact"] = .array(
        validation.impacts.flatMap { path, impact in impact.entries.map { json($0, in: path) } })
    }
    return .object(report)
  }

  private static func json(_ finding: Diagnostic, in path: String) -> JSONValue {
    var object: JSONObject = [
      "file": .string(path), "code": .string(finding.code.rawValue),
      "pointer": .string(finding.pointer.description),
    ]
    if let position = finding.position {
      object["line"] = .number(JSONNumber(position.line))
      object["column"] = .number(JSONNumber(position.column))
    }
    object["message"] = .string(finding.message)
    if let hint = finding.hint { object["hint"] = .string(hint) }
    return .object(object)
  }

  private static func json(_ entry: Impact.Entry, in path: String) -> JSONValue {
    [
      "file": .string(path), "release": .string(entry.release.description),
      "variant": entry.variant.map { .string($0) } ?? JSONValue.null, "item": .string(entry.item),
      "effect": .string(entry.effect.rawValue),
    ]
  }

  /// Annotations of a GitHub workflow.
  private static func github(_ validation: Validation) -> String {
    var lines: [String] = []
    for problem in validation.problems + validation.warnings {
      for finding in problem.diagnostics.kept {
        lines.append(
          WorkflowCommand.finding(problem.severity, problem.path, finding.position, finding.text))
      }
    }
    for (path, impact) in validation.impacts {
      lines += impact.entries.map { WorkflowCommand.notice(path, $0.text) }
    }
    return lines.joined(separator: "\n")
  }
}

extension Impact.Entry {
  /// The entry as a text for people.
  var text: String {
    let place = variant.map { " in the variant \"\($0)\"" } ?? ""
    return switch effect {
    case .fallback: "\(release) shows the fallback of the item \"\(item)\"\(place)"
    case .dropped: "\(release) drops the item \"\(item)\"\(place)"
    }
  }
}
