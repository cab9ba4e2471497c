import Foundation
import ScreenKit
import Testing

/// The state of a screen in a view, as a dialogue: what happens, what to do, what to show.
@Suite struct ScreenStateTests {
  private static func snapshot(
    _ texts: [String], version: Int = 1, _ source: ScreenSnapshot.Source = .network, next: Bool = false
  ) -> ScreenSnapshot {
    let items = texts.map { ScreenItem(id: $0, OneLineText(text1: $0)) }
    return ScreenSnapshot(
      screen: Screen(version: version, sections: [ScreenSection(id: "s", items: items)]), source: source,
      etag: "\"v\(version)\"", version: version, nextPage: next ? URL(string: "http://a/?after=1") : nil)
  }

  private static let offline = ScreenError.refused(status: 502, detail: nil)

  @Test func `a screen is loaded and followed`() {
    var state = ScreenState()
    #expect(state.phase == .loading)
    #expect(state.appear() == [.follow])
    #expect(state.appear() == [])
    let first = Self.snapshot(["a"])
    #expect(state.received(first) == [.show(isAnimated: false)])
    #expect(state.phase == .content(first))
    let second = Self.snapshot(["b", "a"], version: 2)
    #expect(state.received(second) == [.show(isAnimated: true)])
    #expect(state.phase == .content(second))
    #expect(state.disappear() == [.stop])
    #expect(state.disappear() == [])
    #expect(state.phase == .content(second))
    #expect(state.appear() == [.follow])
  }

  @Test func `a cached screen is stale until the server confirms it`() {
    var state = ScreenState()
    _ = state.appear()
    let cached = Self.snapshot(["a"], .cache)
    #expect(state.received(cached) == [.show(isAnimated: false)])
    #expect(state.phase == .stale(cached, nil))
    #expect(state.failed(Self.offline) == [.show(isAnimated: true)])
    #expect(state.phase == .stale(cached, Self.offline) && state.phase.error == Self.offline)
    let confirmed = Self.snapshot(["a"], .notModified)
    #expect(state.confirmed(confirmed) == [.show(isAnimated: true)])
    #expect(state.phase == .content(confirmed) && state.phase.error == nil)
  }

  @Test func `a failed screen is tried again`() {
    var state = ScreenState()
    #expect(state.retry() == [])
    _ = state.appear()
    // The client goes on by itself; the user can ask at once.
    #expect(state.failed(Self.offline) == [.show(isAnimated: false)])
    #expect(state.phase == .failed(Self.offline) && state.phase.snapshot == nil)
    #expect(state.retry() == [.show(isAnimated: false), .refresh(generation: 0)])
    #expect(state.phase == .loading && state.isRefreshing)
    #expect(state.refreshed(.failure(Self.offline), generation: 0) == [.show(isAnimated: false)])
    // The screen does not exist, so nothing follows it any more.
    #expect(state.ended(.notFound(nil)) == [.show(isAnimated: false)])
    #expect(state.phase == .failed(.notFound(nil)))
    #expect(state.retry() == [.show(isAnimated: false), .follow])
    #expect(state.received(Self.snapshot(["a"])) == [.show(isAnimated: false)])
    #expect(state.ended(.gone) == [.show(isAnimated: false)])
    #expect(state.phase == .failed(.gone))
    _ = state.disappear()
    #expect(state.appear() == [.show(isAnimated: false), .follow])
  }

  @Test func `pulling down refreshes once`() {
    var state = ScreenState()
    _ = state.appear()
    _ = state.received(Self.snapshot(["a"]))
    #expect(state.refresh() == [.refresh(generation: 1)])
    #expect(state.isRefreshing)
    #expect(state.refresh() == [])
    #expect(state.refreshed(.failure(Self.offline), generation: 1) == [.show(isAnimated: true)])
    #expect(!state.isRefreshing && state.phase.snapshot != nil && state.phase.error == Self.offline)
    #expect(state.refresh() == [.refresh(generation: 1)])
    let new = Self.snapshot(["b"], version: 2)
    #expect(state.refreshed(.success(new), generation: 1) == [.show(isAnimated: true)])
    #expect(state.phase == .content(new))
  }

  @Test func `the next page is appended, once`() {
    var state = ScreenState()
    #expect(state.loadNextPage() == [])
    _ = state.appear()
    let first = Self.snapshot(["a"], next: true)
    _ = state.received(first)
    #expect(state.loadNextPage() == [.loadPage(after: first, generation: 1)])
    #expect(state.isLoadingPage)
    #expect(state.loadNextPage() == [])
    #expect(state.loadedPage(.success(Self.snapshot(["b"])), generation: 1) == [.show(isAnimated: true)])
    #expect(state.phase.snapshot?.screen.items.map(\.id) == ["a", "b"])
    #expect(!state.isLoadingPage)
    #expect(state.loadNextPage() == [])
    // A 304 keeps the pages.
    _ = state.confirmed(Self.snapshot(["a"], .notModified, next: true))
    #expect(state.phase.snapshot?.screen.items.map(\.id) == ["a", "b"])
  }

  @Test func `a page of a replaced version is ignored, and an expired one leads to a refresh`() {
    var state = ScreenState()
    _ = state.appear()
    _ = state.received(Self.snapshot(["a"], next: true))
    _ = state.loadNextPage()
    let second = Self.snapshot(["x"], version: 2, next: true)
    #expect(state.received(second) == [.show(isAnimated: true)])
    #expect(!state.isLoadingPage)
    #expect(state.loadedPage(.success(Self.snapshot(["b"])), generation: 1) == [])
    #expect(state.phase == .content(second))
    #expect(state.loadNextPage() == [.loadPage(after: second, generation: 2)])
    #expect(state.loadedPage(.failure(.pageExpired), generation: 2) == [.refresh(generation: 2)])
    _ = state.refreshed(.success(second), generation: 2)
    _ = state.loadNextPage()
    #expect(state.loadedPage(.failure(Self.offline), generation: 2) == [.show(isAnimated: true)])
    #expect(state.phase == .stale(second, Self.offline))
    _ = state.loadNextPage()
    #expect(state.loadedPage(.success(nil), generation: 2) == [.show(isAnimated: true)])
    #expect(state.phase.snapshot?.nextPage == nil)
  }

  @Test func `another user sees nothing of the earlier one`() {
    var state = ScreenState()
    _ = state.appear()
    #expect(state.began(user: 1) == [])
    _ = state.received(Self.snapshot(["secret"], next: true))
    _ = state.refresh()
    _ = state.loadNextPage()
    #expect(state.began(user: 2) == [.show(isAnimated: false)])
    #expect(state.phase == .loading && !state.isRefreshing && !state.isLoadingPage)
    #expect(state.refreshed(.success(Self.snapshot(["secret"])), generation: 1) == [])
    #expect(state.loadedPage(.success(Self.snapshot(["secret"])), generation: 1) == [])
    #expect(state.phase == .loading)
    let own = Self.snapshot(["own"])
    #expect(state.received(own) == [.show(isAnimated: false)])
    #expect(state.phase == .content(own))
    // The next user signs in while another view is shown.
    _ = state.disappear()
    #expect(state.appear() == [.follow])
    #expect(state.began(user: 3) == [.show(isAnimated: false)])
    #expect(state.phase == .loading)
  }

  @Test func `a view that appears again keeps its pages`() {
    var state = ScreenState()
    _ = state.appear()
    _ = state.began(user: 1)
    let first = Self.snapshot(["a"], next: true)
    _ = state.received(first)
    _ = state.loadNextPage()
    _ = state.loadedPage(.success(Self.snapshot(["b"])), generation: 1)
    let shown = state.phase
    _ = state.disappear()
    _ = state.appear()
    #expect(state.began(user: 1) == [])
    var cached = first
    cached.source = .cache
    #expect(state.received(cached) == [])
    #expect(state.phase == shown)
  }

  @Test func `a view that disappears while it loads begins again`() {
    var state = ScreenState()
    _ = state.appear()
    _ = state.refresh()
    #expect(state.disappear() == [.stop])
    #expect(state.phase == .loading && !state.isRefreshing)
    #expect(state.refreshed(.success(Self.snapshot(["late"])), generation: 0) == [])
    #expect(state.phase == .loading)
    #expect(state.appear() == [.follow])
  }
}
