import JSONText
import Screens
import Synchronization

/// The open views of change sets. A view is the server with the changes of a set, under `/c/NAME`.
///
/// A view is made for the first request, and made again when the server or the set has changed. It shares everything
/// that the set does not change with the server.
final class ChangeSetViews: Sendable {
  /// The maximum number of open views. Opening one more closes the least recently used one.
  static let maximumCount = 32
  /// The time between checks for outdated and unused views, in milliseconds.
  private static let pause = 500
  /// How long a view without listeners stays open after its last request.
  private static let idle = Duration.seconds(60)
  /// The time limit for repeating a write while other nodes change its set.
  static let writeTime = Duration.seconds(5)

  private struct View {
    let api: ScreenAPI
    let state: ChangeSetState
    var lastUse: ContinuousClock.Instant
  }

  /// Held while the view of a set is made, so that concurrent requests make only one.
  private final class MakingLock: Sendable {
    let mutex = Mutex<Void>(())
  }

  private struct Table {
    var views: [String: View] = [:]
    /// The sets whose views are being made, each with the number of requests that hold its lock or wait for it.
    var making: [String: (lock: MakingLock, users: Int)] = [:]
    var isSweeping = false
    var isDrained = false
    var isClosed = false
  }

  private let table = Mutex(Table())
  private let budget = OverlayBudget()

  var count: Int { table.withLock { $0.views.count } }

  /// The prefix of all paths in a change set.
  static func path(of name: String) -> String { "/c/" + name }

  /// The view of a set if it is open and shows the present state. Waits for nothing.
  func current(_ name: String, _ state: ChangeSetState) -> ScreenAPI? {
    table.withLock { table in
      guard let view = table.views[name], view.state == state else { return nil }
      table.views[name]?.lastUse = .now
      return view.api
    }
  }

  /// The view of a set in its present state, made if needed. Waits only for another request that makes the same view.
  /// - Returns: nil if there is no such set.
  func open(_ name: String, of server: ScreenAPI) -> ScreenAPI? {
    let making = table.withLock { table in
      let (lock, users) = table.making[name] ?? (MakingLock(), 0)
      table.making[name] = (lock, users + 1)
      return lock
    }
    defer {
      table.withLock { table in
        table.making[name]?.users -= 1
        if table.making[name]?.users == 0 { table.making[name] = nil }
      }
    }
    return making.mutex.withLock { _ in openAlone(name, of: server) }
  }

  private func openAlone(_ name: String, of server: ScreenAPI) -> ScreenAPI? {
    guard let state = server.publisher.changeSets.state(of: name) else {
      close(name)
      return nil
    }
    if let api = current(name, state) { return api }
    let old = table.withLock { $0.views[name] }
    let isSame = old?.state.createdAt == state.createdAt
    // Other requests use the view, too.
    let made = Cancellation.completely { make(name, of: server, continuing: isSame ? old?.api : nil) }
    guard let (api, shown) = made else { return nil }
    if !isSame { old?.api.serving.drain() }
    let (closed, mustSweep, isDrained) = table.withLock { table in
      let oldest =
        table.views[name] == nil && table.views.count >= Self.maximumCount
        ? table.views.min { $0.value.lastUse < $1.value.lastUse }?.key : nil
      let closed = oldest.flatMap { table.views.removeValue(forKey: $0) }
      // A request can still run when the server has stopped. Its view must not stay, because it refers to the server.
      if !table.isClosed { table.views[name] = View(api: api, state: shown, lastUse: .now) }
      defer { table.isSweeping = true }
      return (closed, !table.isSweeping, table.isDrained)
    }
    closed?.api.serving.drain()
    if isDrained { api.serving.drain() }
    if mustSweep { sweepLater(server) }
    return api
  }

  private func make(
    _ name: String, of server: ScreenAPI, continuing old: ScreenAPI?
  ) -> (api: ScreenAPI, state: ChangeSetState)? {
    var serving: ServingState?
    let view = server.publisher.changeSets.view(of: name, budget: budget) {
      let own = ServingState(
        forking: server.serving, path: Self.path(of: name), as: .changeSet, continuing: old?.serving)
      serving = own
      return own
    }
    guard let view, let serving else { return nil }
    if let old {
      serving.reportVersions(of: view.publisher)
      // The old streams show the old view. Clients connect again, as they do after any end of a stream.
      old.serving.features.feed.close()
    }
    let api = ScreenAPI(publisher: view.publisher, serving: serving, environment: server.environment)
    return (api, view.state)
  }

  private func close(_ name: String) {
    table.withLock { $0.views.removeValue(forKey: name) }?.api.serving.drain()
  }

  /// After a pause, updates views with listeners and closes unused ones. Repeats this while there are views.
  private func sweepLater(_ server: ScreenAPI) {
    _ = server.environment.later(Self.pause) { [weak self] in
      guard let self else { return }
      for (name, view) in table.withLock({ $0.views }) {
        let serving = view.api.serving
        let hasListeners = serving.events.hasListeners || serving.features.feed.hasListeners
        if let state = server.publisher.changeSets.state(of: name) {
          if hasListeners, state != view.state { _ = open(name, of: server) }
          if !hasListeners, .now - view.lastUse > Self.idle { close(name) }
        } else {
          close(name)
        }
      }
      let continues = table.withLock { table in
        table.isSweeping = !table.views.isEmpty && !table.isDrained
        return table.isSweeping
      }
      if continues { sweepLater(server) }
    }
  }

  /// Ends the streams of all views when the server drains.
  func drain() {
    let views = table.withLock { table in
      table.isDrained = true
      return Array(table.views.values)
    }
    for view in views { view.api.serving.drain() }
  }

  /// Releases all views when the server has stopped. Each refers to the server.
  func removeAll() {
    table.withLock { table in
      table.isClosed = true
      table.views = [:]
    }
  }
}
