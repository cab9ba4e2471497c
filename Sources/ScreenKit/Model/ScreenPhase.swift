/// What a view shows of a screen.
public enum ScreenPhase: Hashable, Sendable {
  /// Nothing has arrived yet.
  case loading
  /// The screen that the server has now.
  case content(ScreenSnapshot)
  /// An earlier screen, from the cache or from before a request failed. The error says why; it is nil while the
  /// server is asked.
  case stale(ScreenSnapshot, ScreenError?)
  /// There is nothing to show. The model can try again.
  case failed(ScreenError)

  /// The screen to show; nil when there is none.
  public var snapshot: ScreenSnapshot? {
    switch self {
    case .content(let snapshot), .stale(let snapshot, _): snapshot
    case .loading, .failed: nil
    }
  }

  /// Why the screen is old or missing; nil when nothing is wrong.
  public var error: ScreenError? {
    switch self {
    case .stale(_, let error): error
    case .failed(let error): error
    case .loading, .content: nil
    }
  }
}
