import JSONText
package import Screens
import Synchronization

/// A named set of screen overrides and rules that is switched on and off as one.
package struct Scenario: Sendable {
  package let name: String
  package let description: String?
  /// The overrides of single screens, by route.
  private let named: [String: ScreenOverride]
  /// The overrides by pattern, in the order of the document. They apply to screens that are not in ``named``.
  private let patterns: [(pattern: RoutePattern, override: ScreenOverride)]
  /// The rules for responses while the scenario is on.
  let rules: [MockRule]
  /// The rules for the first, second, … response of each screen.
  let sequence: [MockRule]
  private let document: JSONDocument
  var json: JSONValue { document.value }
  /// A process-wide id. Reading the scenario's file again gives it a new one.
  package let number: UInt64

  private static let count = Atomic<UInt64>(0)

  /// The largest number of scenarios on a server.
  package static let maximumScenarios = 1000
  /// The largest number of rules in a scenario, and of steps in its sequence.
  package static let maximumRules = 100
  /// The largest number of overrides in a scenario.
  package static let maximumScreens = 1000
  /// The largest number of patterns in a scenario. It is lower, because every screen is compared with every pattern.
  static let maximumPatterns = 100

  init(
    name: String, description: String?, overrides: [(pattern: RoutePattern, override: ScreenOverride)],
    rules: [MockRule], sequence: [MockRule], document: JSONDocument
  ) {
    self.name = name
    self.description = description
    named = Dictionary(
      overrides.filter { $0.pattern.route != nil }.map { ($0.pattern.text, $0.override) }
    ) { first, _ in first }
    patterns = overrides.filter { $0.pattern.route == nil }
    self.rules = rules
    self.sequence = sequence
    self.document = document
    number = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// The same scenario with the groups of a catalogue; nil if it is not valid with that catalogue, or damaged.
  func updated(_ catalogue: Catalogue) -> Scenario? {
    try? ScenarioReader.read(document, name: name, catalogue: catalogue)
  }

  /// The size of the document, in bytes.
  package var bytes: Int { document.text.count }

  /// The override of a screen: that of its route, or else of the first pattern that matches.
  package func override(of route: String) -> ScreenOverride? {
    named[route] ?? patternIndex(for: route).map { patterns[$0].override }
  }

  private func patternIndex(for route: String) -> Int? {
    patterns.firstIndex { $0.pattern.matches(route) }
  }

  /// A current screen with the scenario's override applied; nil if the scenario does not override it.
  /// - Throws: ``InvalidDocument`` if the override does not apply, with positions in the scenario's document.
  package func apply(
    to screen: PublishedScreen, catalogue: Catalogue
  ) throws(InvalidDocument) -> PublishedScreen? {
    do throws(InvalidDocument) {
      return try override(of: screen.route.name)?.apply(to: screen, catalogue: catalogue)
    } catch {
      var found = error.diagnostics
      found.locate(in: document)
      throw InvalidDocument(found)
    }
  }

  /// The errors of the scenario for the current screens, with positions in its document. Skips screens that cannot be
  /// read.
  /// - Parameters:
  ///   - invalid: screens that cannot be checked, because their own files are invalid.
  ///   - skipsPatterns: whether to skip patterns, which can require reading all screens of a large server.
  package func diagnostics(
    for all: [LazyPublishedScreen], invalid: Set<Route> = [], catalogue: Catalogue,
    skipsPatterns: Bool = false
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    let invalid = Set(invalid.map(\.name))
    let known = Dictionary(all.map { ($0.route.name, $0) }) { first, _ in first }
    for (route, override) in named.sorted(by: { $0.key < $1.key }) {
      if let screen = known[route] {
        diagnostics.add(override, to: screen, catalogue)
      } else if !invalid.contains(route) {
        diagnostics.add(override, "there is no screen \(quoted(route))", meant: route, among: all)
      }
    }
    if !skipsPatterns {
      var matching: [[LazyPublishedScreen]] = Array(repeating: [], count: patterns.count)
      for screen in all where named[screen.route.name] == nil {
        if let place = patternIndex(for: screen.route.name) { matching[place].append(screen) }
      }
      for ((pattern, override), screens) in zip(patterns, matching) {
        if screens.isEmpty, !pattern.isAny, !invalid.contains(where: { pattern.matches($0) }) {
          diagnostics.add(
            override, "no screen matches \(quoted(pattern.text))", meant: pattern.text, among: all)
        }
        // Reports only the first error of a pattern. An override that does not depend on the screen was validated when
        // the scenario was read.
        if override.dependsOnScreen { _ = screens.first { !diagnostics.add(override, to: $0, catalogue) } }
      }
    }
    diagnostics.locate(in: document)
    return diagnostics
  }

  /// The warnings about a valid scenario for the current screens, with positions in its document.
  /// - Parameters:
  ///   - definitions: the definitions of the screens. A screen without one has no warnings.
  ///   - skipsPatterns: whether to skip patterns, which can require reading all screens of a large server.
  func warnings(
    for all: [LazyPublishedScreen], _ definitions: inout WrittenDefinitions, catalogue: Catalogue,
    skipsPatterns: Bool
  ) -> Diagnostics {
    var warnings = Diagnostics()
    let isNeeded = named.values.contains(where: \.namesItems) || patterns.contains { $0.override.namesItems }
    guard isNeeded else { return warnings }
    // The same place of a pattern has a warning for the first screen only.
    var reported: Set<Int> = []
    for screen in all {
      let route = screen.route.name
      let pattern = named[route] == nil && !skipsPatterns ? patternIndex(for: route) : nil
      guard let override = named[route] ?? pattern.map({ patterns[$0].override }), override.namesItems,
        !(pattern.map { reported.contains($0) } ?? false),
        let written = definitions.definition(of: screen.route), let read = try? screen.screen()
      else { continue }
      let found = override.warnings(for: read, written: written, in: json, catalogue: catalogue)
      if let pattern, !found.isEmpty { reported.insert(pattern) }
      warnings.add(found)
    }
    warnings.locate(in: document)
    return warnings
  }
}

extension Diagnostics {
  /// Adds that no screen matches an override.
  fileprivate mutating func add(
    _ override: ScreenOverride, _ message: String, meant name: String, among screens: [LazyPublishedScreen]
  ) {
    // Errors beyond the limit are only counted, so they need no hint.
    let hint = count < Self.maximumKept ? NearestName.hint(for: name, among: screens.map(\.route.name)) : nil
    add(Diagnostic(.unknownID, at: override.origin, anchor: .name, message, hint: hint))
  }

  /// Adds the errors of an override for a screen.
  /// - Returns: whether the override applies.
  @discardableResult
  fileprivate mutating func add(
    _ override: ScreenOverride, to screen: LazyPublishedScreen, _ catalogue: Catalogue
  ) -> Bool {
    guard let read = try? screen.screen() else { return true }
    do throws(InvalidDocument) {
      _ = try override.apply(to: read, catalogue: catalogue)
      return true
    } catch {
      add(error.diagnostics)
      return false
    }
  }
}
