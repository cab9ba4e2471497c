import Foundation
import ScreenKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A cache that an app implements.
@Suite struct AppCacheTests {
  private actor Database {
    private(set) var rows: [String: Data] = [:]
    var isFull = false

    struct Full: Error {}

    func write(_ data: Data?, _ key: String) throws {
      if isFull { throw Full() }
      rows[key] = data
    }

    func clear() { rows = [:] }

    func fill() { isFull = true }

    /// Removes the last byte of each row.
    func damage() { rows = rows.mapValues { $0.dropLast() } }

    func swap(_ key: String) { if let first = rows.values.first { rows[key] = first } }

    nonisolated var cache: ScreenCache {
      ScreenCache(
        load: { await self.rows[$0] }, store: { try await self.write($0, $1) },
        removeAll: { await self.clear() })
    }
  }

  private let database = Database()
  private let warnings = Warnings()

  private func client(_ respond: @escaping ScriptedTransport.Respond) throws -> ScreenClient {
    var options = ScreenClient.Options()
    options.transport = ScriptedTransport(respond)
    options.languages = []
    options.log = warnings.log
    return ScreenClient(
      try #require(URL(string: "http://localhost")), views: .samples, cache: database.cache, options: options)
  }

  @Test func `a cache of the app's own keeps screens, and removes those that are gone`() async throws {
    _ = try await client { _, _ in response(["a"]) }.screen("home")
    let next = try client { request, _ in
      #expect(request.fields["If-None-Match"] == "\"v1\"")
      return TransportResponse(status: 410)
    }
    let cached = try await next.screen("home", policy: .cacheOnly)
    #expect(cached.texts == ["a"] && cached.source == .cache && cached.version == 1)
    await #expect(throws: ScreenError.gone) { try await next.screen("home", policy: .networkOnly) }
    #expect(await database.rows.isEmpty)
    _ = try await client { _, _ in response(["b"]) }.screen("home")
    await database.cache.removeAll()
    #expect(await database.rows.isEmpty && warnings.kinds.isEmpty)
  }

  @Test func `damaged data is missing, and a full cache is a warning`() async throws {
    let client = try client { _, _ in response(["a"]) }
    _ = try await client.screen("home")
    await database.damage()
    await #expect(throws: ScreenError.notCached) { try await client.screen("home", policy: .cacheOnly) }
    let key = try #require(await database.rows.keys.first)
    _ = try await client.screen("menu")
    // The data of another screen under this key.
    await database.swap(key)
    #expect(try await client.screen("home").source == .network)
    await database.fill()
    #expect(try await client.screen("menu").texts == ["a"])
    #expect(warnings.kinds == [.cacheFailed])
  }
}
