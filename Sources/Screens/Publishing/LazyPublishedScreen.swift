import JSONText
import Synchronization

/// The current version of a screen, parsed when it is first needed. State: published screen.
///
/// A server with thousands of screens starts without parsing any.
package final class LazyPublishedScreen: Sendable {
  package let route: Route
  package let version: Int

  private struct Unparsed {
    /// The stored definition as JSON text; nil once it is parsed.
    var text: [UInt8]?
    /// The error of the first attempt to parse it.
    var failure: ScreensError?
  }

  private let unparsed: Mutex<Unparsed>
  /// The view types and groups for reading the definition.
  private let catalogue: Catalogue
  private let reporter: DamageReporter?
  /// Whether it is a change of a set, which was not validated and may have mistakes of its author.
  private let isProposed: Bool
  private let published = AtomicLazyReference<PublishedScreen>()

  init(
    _ stored: UnparsedVersion, text: [UInt8], catalogue: Catalogue, reporter: DamageReporter?,
    isProposed: Bool = false
  ) {
    self.catalogue = catalogue
    self.reporter = reporter
    self.isProposed = isProposed
    route = stored.route
    version = stored.number
    unparsed = Mutex(Unparsed(text: text))
  }

  package init(_ screen: PublishedScreen) {
    route = screen.route
    version = screen.version
    unparsed = Mutex(Unparsed())
    catalogue = Catalogue()
    reporter = nil
    isProposed = false
    _ = published.storeIfNil(screen)
  }

  /// The version as a store holds it.
  var stored: UnparsedVersion {
    // Read the text first: it is removed only after the parsed screen is stored.
    let text = unparsed.withLock { $0.text }
    return UnparsedVersion(
      route: route, number: version,
      definition: text ?? published.load()?.definition.stored.serialized() ?? [])
  }

  /// The same version, to be parsed again with other value lists for its conditions.
  func reparsed(with catalogue: Catalogue) -> LazyPublishedScreen {
    let stored = self.stored
    return LazyPublishedScreen(
      stored, text: stored.definition ?? [], catalogue: catalogue, reporter: reporter, isProposed: isProposed)
  }

  /// The parsed screen; nil until it is first needed.
  package var ifParsed: PublishedScreen? { published.load() }

  /// The definition, also one of a change set that is invalid.
  /// - Throws: ``ScreensError/damaged(_:)``; ``ScreensError/invalid(_:)`` for a text that is not JSON.
  func definition() throws(ScreensError) -> JSONValue {
    do throws(ScreensError) {
      return try screen().definition.json
    } catch {
      guard case .invalid = error, let json = try? JSONParser.parse(stored.definition ?? []) else {
        throw error
      }
      return json
    }
  }

  /// The parsed screen. One that was published is not validated again: it was valid then.
  /// - Throws: ``ScreensError/damaged(_:)`` if the stored definition cannot be read, ``ScreensError/invalid(_:)`` if
  ///   that of a change set is invalid.
  package func screen() throws(ScreensError) -> PublishedScreen {
    if let screen = published.load() { return screen }
    return try unparsed.withLock { (unparsed) throws(ScreensError) in
      if let screen = published.load() { return screen }
      if let failure = unparsed.failure { throw failure }
      do throws(DamagedVersion) {
        let screen = try Cancellation.completely { () throws(DamagedVersion) in
          try PublishedScreen.stored(
            unparsed.text ?? [], route: route, version: version, isCurrent: true, validates: isProposed,
            catalogue: catalogue)
        }
        let shared = published.storeIfNil(screen)
        unparsed.text = nil
        return shared
      } catch {
        if isProposed, let diagnostics = error.diagnostics {
          unparsed.failure = .invalid(diagnostics.withoutPositions)
        } else {
          unparsed.failure = .damaged(error)
          reporter?.report(error)
        }
        throw unparsed.failure ?? .damaged(error)
      }
    }
  }
}

extension PublishedScreen {
  /// Parses a stored version.
  /// - Parameter validates: whether its content may be invalid, as in a change set.
  static func stored(
    _ text: [UInt8], route: Route, version: Int, isCurrent: Bool, validates: Bool = false,
    catalogue: Catalogue
  ) throws(DamagedVersion) -> PublishedScreen {
    func damage(_ reason: String, _ diagnostics: Diagnostics) -> DamagedVersion {
      DamagedVersion(
        route: route, version: version, isCurrent: isCurrent, reason: reason, diagnostics: diagnostics)
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(text)
    } catch {
      throw damage("it is not JSON: \(error)", Diagnostics(error))
    }
    do throws(InvalidDocument) {
      let (definition, combinations) =
        validates
        ? try DefinitionReader.read(document, route: route, catalogue: catalogue)
        : try DefinitionReader.read(published: document, route: route, catalogue: catalogue)
      return PublishedScreen(
        route: route, version: version, definition: definition, combinations: combinations)
    } catch {
      throw damage(
        "it is not a definition: \(error.diagnostics.kept.first?.text ?? "it is empty")", error.diagnostics)
    }
  }
}
