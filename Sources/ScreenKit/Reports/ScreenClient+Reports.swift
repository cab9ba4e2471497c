import Foundation

/// What an app reports about screens of rollouts.
extension ScreenClient {
  /// Says that the app has drawn a screen. Call it after each snapshot of ``screen(_:policy:)`` or
  /// ``updates(of:policy:)`` that is shown; a ``ScreenModel`` has a method of its own.
  ///
  /// During a rollout of the screen, the client reports the time since its bytes arrived, and 5 seconds later that the
  /// screen has settled.
  public nonisolated func didDraw(_ snapshot: ScreenSnapshot) {
    guard let reporter, let origin = snapshot.origin else { return }
    let seconds = options.clock.now.timeIntervalSince(origin.receivedAt)
    Task {
      await reporter.didDraw(
        origin.route, snapshot.shown, drawMs: Self.milliseconds(seconds), isCached: snapshot.isCached)
    }
  }

  /// Reports an event of a screen, such as `order-placed`, which a guard of the rollout names; or `no-cell` and
  /// `value-not-shown`, when the app could not show a part of it. Nothing is sent without a rollout of the screen, or an
  /// experiment with events.
  ///
  /// The server counts an event once for each user.
  public nonisolated func report(_ event: String, after snapshot: ScreenSnapshot) {
    guard let reporter, let token = snapshot.origin?.token else { return }
    Task { await reporter.add([event], token: token) }
  }

  /// Says that the app goes to the background, where the system can end it at any time. Otherwise that looks like a crash
  /// if a screen was shown shortly before.
  public nonisolated func didEnterBackground() async { await reporter?.leave() }

  /// Reports a draw.
  /// - Parameter seconds: The time from the bytes to the draw.
  nonisolated func drew(_ snapshot: ScreenSnapshot, after seconds: Double) {
    guard let reporter, !snapshot.isCached, let token = snapshot.origin?.token else { return }
    Task { await reporter.add(["drawn"], token: token, drawMs: Self.milliseconds(seconds)) }
  }

  private static func milliseconds(_ seconds: Double) -> Double { (max(0, seconds) * 1000).rounded() }

  /// Begins to wait until a screen that is shown has settled.
  nonisolated func shows(_ snapshot: ScreenSnapshot) {
    guard let reporter, let route = snapshot.origin?.route else { return }
    Task { await reporter.shows(route, snapshot.shown, isCached: snapshot.isCached) }
  }

  /// Says that the server has confirmed the last snapshot of ``updates(of:policy:)``, which does not yield it again.
  package nonisolated func didConfirm(_ snapshot: ScreenSnapshot) async {
    guard let reporter, let route = snapshot.origin?.route else { return }
    await reporter.didConfirm(route, snapshot.shown)
  }

  /// Notes a snapshot that a model is about to show.
  package nonisolated func willShow(_ snapshot: ScreenSnapshot) async {
    guard let reporter, let route = snapshot.origin?.route else { return }
    await reporter.willShow(route, snapshot.shown)
  }
}

extension ScreenSnapshot {
  /// Where a snapshot of a client comes from.
  package struct Origin: Hashable, Sendable {
    let route: String
    /// The value of `Screen-Report`; nil without a rollout and an experiment with events.
    var token: String?
    /// The time at which the bytes were there.
    var receivedAt: Date
  }

  fileprivate var shown: Breadcrumbs.Shown { Breadcrumbs.Shown(version: version, token: origin?.token) }
}
