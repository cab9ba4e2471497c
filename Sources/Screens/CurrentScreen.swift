import Assignment
import JSONText
import Synchronization

/// The newest version of a route, which is read when it is first needed: a server of thousands of screens starts
/// without reading any.
package final class CurrentScreen: Sendable {
  package let route: Route
  package let version: Int
  /// The stored definition, until it is read.
  private let text: Mutex<[UInt8]?>
  private let groups: ConditionGroups
  private let published = AtomicLazyReference<PublishedScreen>()

  init(_ stored: StoredScreen, text: [UInt8], groups: ConditionGroups) {
    self.groups = groups
    route = stored.route
    version = stored.number
    self.text = Mutex(text)
  }

  package init(_ screen: PublishedScreen) {
    route = screen.route
    version = screen.version
    text = Mutex(nil)
    groups = .none
    _ = published.storeIfNil(screen)
  }

  /// The same version, to be read anew with other groups.
  func reread(with groups: ConditionGroups) -> CurrentScreen {
    let text = published.load().map { $0.definition.json.serialized() } ?? self.text.withLock { $0 }
    return CurrentScreen(
      StoredScreen(route: route, number: version, definition: text), text: text ?? [], groups: groups)
  }

  /// The screen, if it has been read.
  package var ifRead: PublishedScreen? { published.load() }

  /// The screen. It was valid when it was published, whatever has become of its view types.
  /// - Throws: ``ScreensError/store(_:)`` when what is stored is not what was published.
  package func screen() throws(ScreensError) -> PublishedScreen {
    if let screen = published.load() { return screen }
    return try text.withLock { (text) throws(ScreensError) in
      if let screen = published.load() { return screen }
      let screen = try PublishedScreen.stored(
        text ?? [], route: route, version: version, groups: groups)
      text = nil
      return published.storeIfNil(screen)
    }
  }
}

extension PublishedScreen {
  /// Reads a stored version. What was valid when it was published is not validated again.
  static func stored(
    _ text: [UInt8], route: Route, version: Int, groups: ConditionGroups
  ) throws(ScreensError) -> PublishedScreen {
    do {
      let (definition, arms) = try DefinitionReader.read(
        published: try JSONDocument(text), route: route, groups: groups)
      return PublishedScreen(route: route, version: version, definition: definition, arms: arms)
    } catch {
      throw .store(.damaged("version \(version) of \(quoted(route.name)) cannot be read any more: \(error)"))
    }
  }
}
