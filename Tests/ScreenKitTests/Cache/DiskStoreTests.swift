import BuiltPrograms
import Foundation
import ScreenKit
import TestFolders
import Testing

@Suite struct DiskStoreTests {
  let folder: TemporaryFolder
  let clock = RecordingClock()

  init() throws { folder = try TemporaryFolder() }

  private func cache(bytes: Int = 1 << 20, age: Double = 1000) -> DiskStore {
    DiskStore(
      folder: folder.url.appendingPathComponent("screens"), maximumBytes: bytes, maximumAge: age, clock: clock
    )
  }

  private func screen(_ text: String) -> CachedScreen {
    CachedScreen(
      body: Data(text.utf8), etag: "\"\(text.prefix(3))\"", version: 7, experiment: "e", variant: "v",
      downgraded: "x=dropped", language: "ar",
      confirmedAt: clock.now)
  }

  private var files: [URL] {
    (try? FileManager.default.contentsOfDirectory(
      at: folder.url.appendingPathComponent("screens"), includingPropertiesForKeys: nil)) ?? []
  }

  @Test func `a stored screen is there at the next start`() async throws {
    try await cache().store(screen("one\ntwo"), for: "k")
    #expect(await cache().screen(for: "k") == screen("one\ntwo"))
    #expect(await cache().screen(for: "other") == nil)
    await cache().remove("k")
    #expect(await cache().screen(for: "k") == nil)
  }

  @Test func `a damaged file is treated as missing`() async throws {
    try await cache().store(screen("0123456789"), for: "k")
    let file = try #require(files.first)
    let whole = try Data(contentsOf: file)
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: file)
      #expect(await cache().screen(for: "k") == nil)
    }
    var flipped = whole
    flipped[flipped.count - 1] ^= 1
    try flipped.write(to: file)
    #expect(await cache().screen(for: "k") == nil)
    #expect(files.isEmpty)
  }

  @Test func `a temporary file of a killed process is deleted`() async throws {
    try await cache().store(screen("a"), for: "k")
    let stray = folder.url.appendingPathComponent("screens/.dat.nosync1234")
    try Data("half".utf8).write(to: stray)
    #expect(await cache().size > 0)
    #expect(files.count == 1)
    #expect(await cache().screen(for: "k") == screen("a"))
  }

  @Test func `the least recently used screen is removed first`() async throws {
    let text = String(repeating: "x", count: 1000)
    let cache = cache(bytes: 4500)
    for key in ["a", "b", "c"] {
      try await cache.store(screen(text), for: key)
      clock.advance(1)
    }
    #expect(await cache.screen(for: "a") != nil)
    clock.advance(1)
    try await cache.store(screen(text), for: "d")
    #expect(await cache.screen(for: "b") == nil)
    for key in ["a", "c", "d"] { #expect(await cache.screen(for: key) != nil) }
    #expect(await cache.size <= 4500)
    try await cache.store(screen(String(repeating: "y", count: 5000)), for: "large")
    #expect(await cache.screen(for: "large") == nil)
    #expect(await cache.screen(for: "a") != nil)
  }

  @Test func `a screen older than the maximum age is deleted`() async throws {
    try await cache().store(screen("a"), for: "k")
    clock.advance(1000)
    #expect(await cache().screen(for: "k") != nil)
    clock.advance(1)
    #expect(await cache().screen(for: "k") == nil)
    #expect(files.isEmpty)
  }

  @Test func `a folder that cannot be created is an error`() async throws {
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    let cache = DiskStore(folder: file.appendingPathComponent("within"), clock: clock)
    await #expect(throws: (any Error).self) { try await cache.store(screen("a"), for: "k") }
    #expect(await cache.screen(for: "k") == nil)
  }
}
