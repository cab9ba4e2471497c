/// The state of a screen in a view, and what to do next.
///
/// Each verb takes what happened, changes the state, and returns the actions for the caller to perform. A
/// ``ScreenModel`` performs them.
package struct ScreenState: Sendable {
  /// What the caller has to do.
  package enum Action: Hashable, Sendable {
    /// Follow the screen, in place of an earlier follower.
    case follow
    /// End all work.
    case stop
    /// Fetch the screen from the server, and report it with ``refreshed(_:generation:)``.
    case refresh(generation: Int)
    /// Fetch the page after this one, and report it with ``loadedPage(_:generation:)``.
    case loadPage(after: ScreenSnapshot, generation: Int)
    /// Show the phase.
    case show(isAnimated: Bool)
  }

  /// What to show.
  package private(set) var phase = ScreenPhase.loading
  /// Whether the user waits for a refresh.
  package private(set) var isRefreshing = false
  /// Whether the next page is being fetched.
  package private(set) var isLoadingPage = false
  private var isVisible = false
  private var isFollowing = false
  /// The number of the user whose screen is shown; nil before the first one.
  private var user: Int?
  /// Counts the screens that were replaced. Results that belong to an earlier one are ignored.
  private var generation = 0

  package init() {}

  /// Creates a state that shows a phase.
  init(showing phase: ScreenPhase) { self.phase = phase }

  // MARK: The view

  package mutating func appear() -> [Action] {
    guard !isVisible else { return [] }
    isVisible = true
    isFollowing = true
    guard case .failed = phase else { return [.follow] }
    return show(.loading) + [.follow]
  }

  package mutating func disappear() -> [Action] {
    guard isVisible else { return [] }
    isVisible = false
    isFollowing = false
    begin()
    return [.stop]
  }

  package mutating func refresh() -> [Action] {
    guard !isRefreshing else { return [] }
    isRefreshing = true
    return [.refresh(generation: generation)]
  }

  package mutating func retry() -> [Action] {
    guard case .failed = phase else { return [] }
    let shown = show(.loading)
    if isFollowing { return shown + refresh() }
    isFollowing = true
    return shown + [.follow]
  }

  /// The user has reached the end of what is loaded.
  package mutating func loadNextPage() -> [Action] {
    guard let snapshot = phase.snapshot, snapshot.nextPage != nil, !isLoadingPage else { return [] }
    isLoadingPage = true
    return [.loadPage(after: snapshot, generation: generation)]
  }

  // MARK: The client

  /// Takes what the client reports of a followed screen.
  mutating func happened(_ event: LiveEvent) -> [Action] {
    switch event {
    case .snapshot(let snapshot): received(snapshot)
    case .confirmed(let snapshot): confirmed(snapshot)
    case .failed(let error): failed(error)
    case .began(let user): began(user: user)
    }
  }

  /// The screen, or a new version of it.
  package mutating func received(_ snapshot: ScreenSnapshot) -> [Action] {
    // A view that appears again gets the screen that it shows, whose further pages stay.
    if let shown = phase.snapshot, shown.etag != nil, shown.etag == snapshot.etag,
      shown.version == snapshot.version
    {
      return snapshot.isCached ? [] : confirmed(snapshot)
    }
    // The pages that were loaded are of the replaced version.
    begin()
    return show(snapshot.isCached ? .stale(snapshot, nil) : .content(snapshot))
  }

  /// The server has confirmed the screen. Its further pages stay.
  package mutating func confirmed(_ snapshot: ScreenSnapshot) -> [Action] {
    guard var shown = phase.snapshot, shown.etag == snapshot.etag, shown.version == snapshot.version else {
      return received(snapshot)
    }
    shown.source = snapshot.source
    shown.confirmedAt = snapshot.confirmedAt
    shown.origin?.token = snapshot.origin?.token
    return show(.content(shown))
  }

  /// A request failed; the client tries again.
  package mutating func failed(_ error: ScreenError) -> [Action] {
    show(phase.snapshot.map { .stale($0, error) } ?? .failed(error))
  }

  /// The client no longer follows the screen.
  /// - Parameter error: Why the screen cannot be followed; nil at the end of a cached screen.
  package mutating func ended(_ error: ScreenError?) -> [Action] {
    isFollowing = false
    begin()
    guard let error else { return [] }
    return show(.failed(error))
  }

  package mutating func refreshed(
    _ result: Result<ScreenSnapshot, ScreenError>, generation: Int
  ) -> [Action] {
    guard generation == self.generation else { return [] }
    isRefreshing = false
    switch result {
    case .success(let snapshot): return confirmed(snapshot)
    case .failure(let error): return failed(error)
    }
  }

  /// - Parameter result: The page; nil after the last one.
  package mutating func loadedPage(
    _ result: Result<ScreenSnapshot?, ScreenError>, generation: Int
  ) -> [Action] {
    guard generation == self.generation, var snapshot = phase.snapshot else { return [] }
    isLoadingPage = false
    switch result {
    case .success(let page):
      if let page { snapshot.append(page) } else { snapshot.nextPage = nil }
      if case .stale(_, let error) = phase { return show(.stale(snapshot, error)) }
      return show(.content(snapshot))
    case .failure(let error) where error.code == .pageExpired: return refresh()
    case .failure(let error): return failed(error)
    }
  }

  /// The screen of a user is loaded. Nothing of an earlier one stays on the screen, also of one who signed out while the
  /// view was not visible.
  package mutating func began(user: Int) -> [Action] {
    defer { self.user = user }
    guard let earlier = self.user, earlier != user else { return [] }
    begin()
    return show(.loading)
  }

  // MARK: Changes

  /// Results of earlier requests no longer count.
  private mutating func begin() {
    generation += 1
    isRefreshing = false
    isLoadingPage = false
  }

  /// Shows a phase. Only the change from one screen to another is animated.
  private mutating func show(_ phase: ScreenPhase) -> [Action] {
    guard phase != self.phase else { return [] }
    let isAnimated = self.phase.snapshot != nil && phase.snapshot != nil
    self.phase = phase
    return [.show(isAnimated: isAnimated)]
  }
}
