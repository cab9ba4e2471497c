import JSONText
package import Screens
import Synchronization

/// A named set of changes to screens and of rules, that is switched on and off as one.
package struct Scenario: Sendable {
  package let name: String
  package let description: String?
  /// What becomes of screens, as the document names them.
  package let overrides: [(pattern: RoutePattern, override: ScreenOverride)]
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

  init(
    name: String, description: String?, overrides: [(pattern: RoutePattern, override: ScreenOverride)],
    rules: [MockRule], sequence: [MockRule], document: JSONDocument
  ) {
    self.name = name
    self.description = description
    self.overrides = overrides
    self.rules = rules
    self.sequence = sequence
    self.document = document
    number = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// Bytes of its document.
  package var bytes: Int { document.text.count }

  /// What becomes of a screen: what is said of its route, or else the first pattern that it fits.
  package func override(of route: String) -> ScreenOverride? {
    let exact = overrides.first { $0.pattern.text == route }
    return (exact ?? overrides.first { $0.pattern.matches(route) })?.override
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
    for (pattern, override) in overrides {
      guard let route = pattern.route else {
        guard !namedAlone else { continue }
        let meant = screens.filter { self.override(of: $0.route.name)?.origin == override.origin }
        if meant.isEmpty, !pattern.isAny {
          diagnostics.add(
            Diagnostic(
              .unknownID, at: override.origin, anchor: .name, "no screen fits \(quoted(pattern.text))",
              hint: NearestName.hint(for: pattern.text, among: screens.map(\.route.name))))
        }
        // One screen stands for all.
        _ = meant.first { !diagnostics.add(override, to: $0, catalogue) }
        continue
      }
      guard let screen = screens.first(where: { $0.route == route }) else {
        diagnostics.add(
          Diagnostic(
            .unknownID, at: override.origin, anchor: .name, "there is no screen \(quoted(pattern.text))",
            hint: NearestName.hint(for: pattern.text, among: screens.map(\.route.name))))
        continue
      }
      diagnostics.add(override, to: screen, catalogue)
    }
    diagnostics.locate(in: document)
    return diagnostics
  }
}

extension Diagnostics {
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
