import JSONText
package import Screens
import Synchronization

/// A named set of changes to screens and of rules, that is switched on and off as one.
package struct Scenario: Sendable {
  package let name: String
  package let description: String?
  /// What becomes of screens that are named one by one, by their routes.
  private let named: [String: ScreenOverride]
  /// What becomes of those that are not, in the order of the document.
  private let patterns: [(pattern: RoutePattern, override: ScreenOverride)]
  /// What becomes of answers.
  let rules: [MockRule]
  /// What becomes of the first, second, … answer of a screen.
  let sequence: [MockRule]
  private let document: JSONDocument
  var json: JSONValue { document.value }
  /// Tells it from all others, and from itself when it is read anew.
  package let number: UInt64

  private static let count = Atomic<UInt64>(0)

  /// Scenarios of a server, and rules and steps of one.
  static let maximumScenarios = 1000
  static let maximumRules = 100
  static let maximumScreens = 1000
  /// Screens that are named by patterns, each of which every screen is compared with.
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

  /// Bytes of its document.
  package var bytes: Int { document.text.count }

  /// What becomes of a screen: what is said of its route, or else the first pattern that it fits.
  package func override(of route: String) -> ScreenOverride? {
    named[route] ?? place(inPatterns: route).map { patterns[$0].override }
  }

  private func place(inPatterns route: String) -> Int? {
    patterns.firstIndex { $0.pattern.matches(route) }
  }

  /// A screen in force as the scenario has it; nil when it has nothing to do with it.
  /// - Throws: ``InvalidDocument`` when it does not apply, with places in the scenario's document.
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

  /// What is wrong with it for screens in force, with places in its document. A screen that cannot be read is no fault
  /// of the scenario.
  /// - Parameter namedAlone: whether patterns are left out: they may make it read all screens of a large server.
  package func diagnostics(
    for screens: [CurrentScreen], catalogue: Catalogue, namedAlone: Bool = false
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    let known = Dictionary(screens.map { ($0.route.name, $0) }) { first, _ in first }
    for (route, override) in named.sorted(by: { $0.key < $1.key }) {
      if let screen = known[route] {
        diagnostics.add(override, to: screen, catalogue)
      } else {
        diagnostics.add(override, "there is no screen \(quoted(route))", meant: route, among: screens)
      }
    }
    if !namedAlone {
      var meant: [[CurrentScreen]] = Array(repeating: [], count: patterns.count)
      for screen in screens where named[screen.route.name] == nil {
        if let place = place(inPatterns: screen.route.name) { meant[place].append(screen) }
      }
      for ((pattern, override), meant) in zip(patterns, meant) {
        if meant.isEmpty, !pattern.isAny {
          diagnostics.add(
            override, "no screen fits \(quoted(pattern.text))", meant: pattern.text, among: screens)
        }
        // One screen stands for all of which the same is wrong; what does not depend on the screen was looked at when it
        // was read, and no screen is read for it.
        if override.dependsOnScreen { _ = meant.first { !diagnostics.add(override, to: $0, catalogue) } }
      }
    }
    diagnostics.locate(in: document)
    return diagnostics
  }
}

extension Diagnostics {
  /// Adds that an override is for no screen.
  fileprivate mutating func add(
    _ override: ScreenOverride, _ message: String, meant name: String, among screens: [CurrentScreen]
  ) {
    // Of more findings than are kept none is looked for.
    let hint = count < Self.maximumKept ? NearestName.hint(for: name, among: screens.map(\.route.name)) : nil
    add(Diagnostic(.unknownID, at: override.origin, anchor: .name, message, hint: hint))
  }

  /// Adds what is wrong with an override for a screen.
  /// - Returns: whether it applies.
  @discardableResult
  fileprivate mutating func add(
    _ override: ScreenOverride, to screen: CurrentScreen, _ catalogue: Catalogue
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
