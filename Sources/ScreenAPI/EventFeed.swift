import Dispatch
import HTTPWire
import Screens

/// Tells listeners which version of a screen is current.
///
/// An event is made once for all listeners.
///
/// `@unchecked`: `changes` is looked at on the queue of the listeners alone.
final class EventFeed: @unchecked Sendable {
  /// Listeners at a time: each is a connection, of which there are 20,000.
  static let maximumListeners = 10_000
  /// Versions of a screen that are remembered for listeners who come back; of more they hear the newest alone.
  static let maximumRemembered = 100

  private struct Change {
    let version: Int
    let isDeleted: Bool
  }

  private let listeners = EventListeners<Route>(
    label: "marquee.events", maximum: maximumListeners, allowsOrigins: true)
  /// The last changes of each screen, oldest first.
  private var changes: [Route: [Change]] = [:]

  // MARK: From the publisher

  func didPublish(_ screens: [(route: Route, version: Int)]) {
    listeners.queue.async { [self] in
      for screen in screens { tell(screen.route, Change(version: screen.version, isDeleted: false)) }
    }
  }

  func didDelete(_ route: Route, version: Int) {
    listeners.queue.async { [self] in tell(route, Change(version: version, isDeleted: true)) }
  }

  private func tell(_ route: Route, _ change: Change) {
    var known = changes[route] ?? []
    // A change of formats tells of all screens again, which are the same versions.
    if let newest = known.last, newest.version >= change.version { return }
    known.append(change)
    if known.count > Self.maximumRemembered { known.removeFirst() }
    changes[route] = known
    listeners.send(Self.event(route, change), to: route)
  }

  // MARK: From the API

  /// Answers with the events of a screen.
  /// - Parameters:
  ///   - current: the newest version, and whether that is the deletion of the screen; asked for when nothing has been
  ///     published here.
  ///   - last: the version that the listener has heard of before; nil for none.
  func listen(
    to route: Route, current: @escaping @Sendable () -> (version: Int, isDeleted: Bool)?, after last: Int?,
    _ responder: CountedResponder
  ) {
    listeners.add(to: route, responder) { [self] in
      // Of what was in force before anything was published here nothing was heard.
      let known =
        changes[route] ?? current().map { [Change(version: $0.version, isDeleted: $0.isDeleted)] } ?? []
      return Self.missed(route, known, after: last)
    }
  }

  /// Ends all streams; there are no further ones.
  func close() { listeners.close() }

  // MARK: Texts

  /// What a listener has missed, as far as that is remembered.
  private static func missed(_ route: Route, _ changes: [Change], after last: Int?) -> [UInt8] {
    guard let newest = changes.last, last != newest.version else { return [] }
    // One that has heard of what has not been yet comes from another server.
    let missed = last.map { last in changes.filter { $0.version > last } } ?? []
    return (missed.isEmpty ? [newest] : missed).reduce([]) { $0 + event(route, $1) }
  }

  private static func event(_ route: Route, _ state: Change) -> [UInt8] {
    let name = state.isDeleted ? "deleted" : "version"
    // A route has no character that JSON escapes.
    let text =
      "event: \(name)\nid: \(state.version)\ndata: {\"route\":\"\(route.name)\",\"version\":\(state.version)}\n\n"
    return Array(text.utf8)
  }
}
