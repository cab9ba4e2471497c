package import JSONText
package import Screens

/// Reads the JSON of a scenario and reports all its errors.
package struct ScenarioReader {
  private let catalogue: Catalogue
  private var diagnostics = Diagnostics()

  /// Reads a scenario.
  /// - Throws: ``InvalidDocument`` with positions in the document.
  package static func read(
    _ document: JSONDocument, name: String, catalogue: Catalogue
  ) throws(InvalidDocument) -> Scenario {
    var reader = ScenarioReader(catalogue: catalogue)
    let scenario = reader.scenario(document, name: name)
    guard let scenario, reader.diagnostics.isEmpty else {
      reader.diagnostics.locate(in: document)
      throw InvalidDocument(reader.diagnostics)
    }
    return scenario
  }

  private init(catalogue: Catalogue) { self.catalogue = catalogue }

  private mutating func scenario(_ document: JSONDocument, name: String) -> Scenario? {
    guard
      let members = MemberReader(
        document.value, at: .root, named: "a scenario",
        allowed: ["description", "screens", "rules", "sequence"], isDocument: true,
        &diagnostics, meaning: { $0 == "steps" || $0 == "responses" ? "did you mean sequence?" : nil })
    else { return nil }
    let description = members.string("description", &diagnostics)
    let screens = overrides(members)
    let rules = self.rules("rules", of: members, name: name, isSequence: false)
    let sequence = self.rules("sequence", of: members, name: name, isSequence: true)
    return Scenario(
      name: name, description: description, overrides: screens, rules: rules, sequence: sequence,
      document: document)
  }

  private mutating func overrides(
    _ members: MemberReader
  ) -> [(pattern: RoutePattern, override: ScreenOverride)] {
    guard let value = members.object["screens"] else { return [] }
    let location = JSONPointer(tokens: ["screens"])
    guard case .object(let screens) = value else {
      diagnostics.add(
        Diagnostic(
          .wrongType, at: location,
          "\"screens\" must be an object with routes as names, not \(value.kind.phrase)",
          hint: "such as {\"home\": {\"items\": []}}"))
      return []
    }
    guard screens.count <= Scenario.maximumScreens else {
      diagnostics.add(
        Diagnostic(.tooMany, at: location, "a scenario has at most \(Scenario.maximumScreens) screens"))
      return []
    }
    var overrides: [(pattern: RoutePattern, override: ScreenOverride)] = []
    for member in screens {
      let location = location.appending(member.name)
      do throws(Route.NameError) {
        let pattern = try RoutePattern(member.name)
        guard let override = ScreenOverride(member.value, at: location, catalogue: catalogue, &diagnostics)
        else { continue }
        overrides.append((pattern, override))
      } catch {
        diagnostics.add(
          Diagnostic(.invalidValue, at: location, anchor: .name, error.message, hint: RoutePattern.hint))
      }
    }
    if overrides.count(where: { $0.pattern.route == nil }) > Scenario.maximumPatterns {
      diagnostics.add(
        Diagnostic(.tooMany, at: location, "a scenario has at most \(Scenario.maximumPatterns) patterns"))
    }
    return overrides
  }

  private mutating func rules(
    _ name: String, of members: MemberReader, name scenario: String, isSequence: Bool
  ) -> [MockRule] {
    guard let values = members.array(name, &diagnostics) else { return [] }
    let location = JSONPointer(tokens: [name])
    guard values.count <= Scenario.maximumRules else {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location, "a scenario has at most \(Scenario.maximumRules) of \(quoted(name))"))
      return []
    }
    var rules: [MockRule] = []
    for (index, value) in values.enumerated() {
      var reader = MockRuleReader(
        groups: catalogue.groups, kind: isSequence ? .ofSequence : .ofScenario, at: location.appending(index))
      if let rule = reader.rule(value, name: scenario) { rules.append(rule) }
      diagnostics.add(reader.diagnostics)
    }
    return rules
  }
}
