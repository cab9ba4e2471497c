package import JSONText

/// Which routes links may name beside those of screens: `_links.json`.
package struct LinkRules: Sendable, Equatable {
  /// The app's own routes. `*` stands for any characters.
  package let patterns: [String]
  package let gate: Languages.Gate

  package static let screensAlone = LinkRules(patterns: [], gate: .warn)

  /// The maximum number of patterns.
  package static let maximumCount = 1000

  private init(patterns: [String], gate: Languages.Gate) {
    self.patterns = patterns
    self.gate = gate
  }

  /// - Throws: ``InvalidDocument`` with all errors.
  package init(_ document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    var patterns: [String] = []
    var gate = Languages.Gate.warn
    if let members = MemberReader(
      document.value, at: .root, named: "\"_links.json\"", allowed: ["patterns", "gate"], isDocument: true,
      &diagnostics)
    {
      let list = members.array("patterns", &diagnostics) ?? []
      if list.count > Self.maximumCount {
        diagnostics.add(
          Diagnostic(
            .tooMany, at: JSONPointer(tokens: ["patterns"]), "there are at most \(Self.maximumCount) patterns"
          ))
      }
      for (index, value) in list.enumerated() {
        guard let pattern = value.stringValue, !pattern.isEmpty, pattern.utf8.count <= Route.maximumBytes
        else {
          diagnostics.add(
            Diagnostic(
              .invalidValue, at: JSONPointer(tokens: ["patterns", String(index)]),
              "a pattern is a string of 1 to \(Route.maximumBytes) bytes, such as app/*"))
          continue
        }
        patterns.append(pattern)
      }
      gate =
        members.choice("gate", of: Languages.Gate.allCases.map(\.rawValue), &diagnostics)
        .flatMap { Languages.Gate(rawValue: $0) } ?? .warn
    }
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
    self.init(patterns: patterns, gate: gate)
  }

  package var json: JSONValue {
    ["patterns": .array(patterns.map { .string($0) }), "gate": .string(gate.rawValue)]
  }

  /// Whether a link names one of the app's own routes.
  package func allow(_ target: String) -> Bool {
    patterns.contains { Self.matches(Array(target.utf8), Array($0.utf8)) }
  }

  /// Whether a text matches a pattern. Takes at most the product of their lengths.
  private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (place, next) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while place < text.count {
      if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
        star = (next + 1, place)
        next += 1
      } else if next < pattern.count, pattern[next] == text[place] {
        (place, next) = (place + 1, next + 1)
      } else if let open = star {
        star = (open.pattern, open.text + 1)
        (place, next) = (open.text + 1, open.pattern)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
