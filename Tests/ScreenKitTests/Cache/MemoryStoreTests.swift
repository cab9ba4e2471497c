import Foundation
import ScreenKit
import Testing

@Suite struct MemoryStoreTests {
  @Test func `the least recently used screen is removed first`() async {
    let cache = MemoryStore(maximumScreens: 2)
    let screen = CachedScreen(body: Data("{}".utf8), confirmedAt: Date(timeIntervalSince1970: 0))
    await cache.store(screen, for: "a")
    await cache.store(screen, for: "b")
    #expect(await cache.screen(for: "a") == screen)
    await cache.store(screen, for: "c")
    #expect(await cache.screen(for: "b") == nil)
    #expect(await cache.screen(for: "a") != nil)
    #expect(await cache.screen(for: "c") != nil)
    await cache.remove("a")
    #expect(await cache.screen(for: "a") == nil)
  }
}
