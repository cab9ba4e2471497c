import JSONText

extension CompatibilityReport {
  /// The lines of all reasons. Each reason has a line in the format of compilers, with its place in the new schema,
  /// followed by the place in the old one and the example.
  package func lines(naming names: DocumentNames = DocumentNames()) -> [String] {
    reasons.flatMap { $0.lines(direction, naming: names) }
  }

  /// The verdict in a line: "for apps: breaking, 2 reasons".
  package var summary: String {
    let count = reasons.count
    return "for \(direction.rawValue): \(verdict.rawValue)"
      + (count == 0 ? "" : ", \(count) reason\(count == 1 ? "" : "s")" + (mayHaveMore ? " or more" : ""))
  }
}

extension CompatibilityReason {
  /// The verdict, the message and the hint: "breaking for apps: message; hint".
  package func text(_ direction: CompatibilityDirection) -> String {
    "\(verdict.rawValue) for \(direction.rawValue): \(message)" + (hint.map { "; \($0)" } ?? "")
  }

  func lines(_ direction: CompatibilityDirection, naming names: DocumentNames) -> [String] {
    var lines = ["\(new.text(names.new)): \(text(direction))", "  old: \(old.text(names.old))"]
    if let example { lines.append("  example: \(example.printable)") }
    return lines
  }
}

extension CompatibilityReason.Location {
  /// "file:line:column", or the pointer as a fragment when the position is unknown.
  func text(_ name: (String) -> String) -> String {
    let document = name(self.document)
    return position.map { "\(document):\($0.line):\($0.column)" } ?? "\(document)#\(pointer)"
  }
}

extension JSONValue {
  /// The complete value as JSON text, with escapes for characters that move the cursor or change the writing direction.
  fileprivate var printable: String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
