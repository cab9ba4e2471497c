import Dispatch
import HTTPWire
import Screens

/// Streams events about new versions of screens to listeners.
///
/// `@unchecked`: `changes` is accessed only on the listeners' queue.
final class EventFeed: @unchecked Sendable {
  /// The limit of listeners. Each takes one of the server's connections (20,000 by default).
  static let maximumListeners = 10_000
  /// The number of changes of a screen that are kept for returning listeners. Those who missed more get only these.
  static let maximumRemembered = 100

  private struct Change {
    let version: Int
    let isDeleted: Bool
  }

  /// What a stream follows: a screen, alone or together with others. The ids of the events differ.
  private enum Topic: Hashable {
    case alone(Route)
    case shared(Route)
  }

  private let listeners = EventListeners<Topic>(
    label: "marquee.events", maximum: maximumListeners, allowsOrigins: true)
  /// The latest changes of each screen, oldest first.
  private var changes: [Route: [Change]] = [:]

  // MARK: From the publisher

  func didPublish(_ screens: [(route: Route, version: Int)]) {
    listeners.queue.async { [self] in
      for screen in screens { send(screen.route, Change(version: screen.version, isDeleted: false)) }
    }
  }

  func didDelete(_ route: Route, version: Int) {
    listeners.queue.async { [self] in send(route, Change(version: version, isDeleted: true)) }
  }

  var hasListeners: Bool { !listeners.isEmpty }

  /// Sends the versions that differ from the last ones sent, even if they are lower.
  func show(_ screens: [(route: Route, version: Int, isDeleted: Bool)]) {
    listeners.queue.async { [self] in
      for screen in screens {
        let change = Change(version: screen.version, isDeleted: screen.isDeleted)
        if let newest = changes[screen.route]?.last,
          newest.version > change.version
            || newest.version == change.version && newest.isDeleted != change.isDeleted
        {
          changes[screen.route] = nil
        }
        send(screen.route, change)
      }
    }
  }

  /// Forgets all changes, so that listeners receive versions that are lower than before.
  func forget() {
    listeners.queue.async { [self] in changes = [:] }
  }

  /// Sends the newest version of some screens again: some listeners get other content of it now.
  func remind(of routes: [Route]) {
    guard !routes.isEmpty else { return }
    listeners.queue.async { [self] in
      for route in routes {
        if let newest = changes[route]?.last { announce(newest, of: route) }
      }
    }
  }

  private func send(_ route: Route, _ change: Change) {
    var known = changes[route] ?? []
    // A change of formats reports all screens, with unchanged versions.
    if let newest = known.last, newest.version >= change.version { return }
    known.append(change)
    if known.count > Self.maximumRemembered { known.removeFirst() }
    changes[route] = known
    announce(change, of: route)
  }

  private func announce(_ change: Change, of route: Route) {
    for topic in [Topic.alone(route), .shared(route)] {
      listeners.send(Self.event(topic, change), to: topic)
    }
  }

  // MARK: From the API

  /// Streams the events of a screen.
  /// - Parameters:
  ///   - current: the newest version, and whether it is the deletion of the screen. Called if the screen has not changed
  ///     since the start.
  ///   - last: the version of the last event that the listener received; nil for a new listener.
  func listen(
    to route: Route, current: @escaping @Sendable () -> (version: Int, isDeleted: Bool)?, after last: Int?,
    _ responder: CountedResponder
  ) {
    listeners.add(to: [.alone(route)], responder) { [self] in
      missed(.alone(route), route, after: last, current())
    }
  }

  /// Streams the events of several screens.
  /// - Parameters:
  ///   - screens: the screens, each once, with the version of the last event that the listener received; nil for a
  ///     screen that is new to it.
  ///   - current: as for one screen.
  func listen(
    to screens: [(route: Route, last: Int?)],
    current: @escaping @Sendable (Route) -> (version: Int, isDeleted: Bool)?, _ responder: CountedResponder
  ) {
    listeners.add(to: screens.map { .shared($0.route) }, responder) { [self] in
      screens.flatMap { missed(.shared($0.route), $0.route, after: $0.last, current($0.route)) }
    }
  }

  /// Ends all streams and refuses new ones.
  func close() { listeners.close() }

  // MARK: Texts

  /// The events that a listener has missed, as far as they are kept.
  private func missed(
    _ topic: Topic, _ route: Route, after last: Int?, _ current: (version: Int, isDeleted: Bool)?
  ) -> [UInt8] {
    // Nothing has been published since the start, so the current version comes from the store.
    let known = changes[route] ?? current.map { [Change(version: $0.version, isDeleted: $0.isDeleted)] } ?? []
    guard let newest = known.last, last != newest.version else { return [] }
    // A listener whose last version is larger than ours was connected to another server: it gets the newest version.
    let missed = last.map { last in known.filter { $0.version > last } } ?? []
    return (missed.isEmpty ? [newest] : missed).flatMap { Self.event(topic, $0) }
  }

  private static func event(_ topic: Topic, _ state: Change) -> [UInt8] {
    let name = state.isDeleted ? "deleted" : "version"
    let (route, id) =
      switch topic {
      case .alone(let route): (route.name, "\(state.version)")
      case .shared(let route): (route.name, "\(route.name):\(state.version)")
      }
    // A route has no character that JSON escapes.
    let text =
      "event: \(name)\nid: \(id)\ndata: {\"route\":\"\(route)\",\"version\":\(state.version)}\n\n"
    return Array(text.utf8)
  }
}
