import BuiltPrograms
import Foundation
import ScreenKit
import TestFolders
import Testing

@Suite struct ScreenSeedTests {
  private static let seed =
    #"{"screens":[{"route":"home","format":"screen","etag":"\"v1\"","version":1,"body":\#(String(decoding: body(["seed"]), as: UTF8.self))},{"route":"home","format":"viewItems","body":"{\"viewItems\":[]}"}]}"#

  private func client(
    seed: ScreenSeed, _ respond: @escaping ScriptedTransport.Respond
  ) throws -> ScreenClient {
    var options = ScreenClient.Options()
    options.seed = seed
    options.transport = ScriptedTransport(respond)
    return ScreenClient(try #require(URL(string: "http://localhost")), views: .samples, options: options)
  }

  @Test func `the first start without a network returns the seed`() async throws {
    let client = try client(seed: ScreenSeed(Data(Self.seed.utf8))) { _, _ in throw URLError(.timedOut) }
    let snapshot = try await client.screen("home")
    #expect(snapshot.source == .seed && snapshot.texts == ["seed"] && snapshot.version == 1)
  }

  @Test func `the client revalidates the seed`() async throws {
    let client = try client(seed: ScreenSeed(Data(Self.seed.utf8))) { request, _ in
      #expect(request.fields["If-None-Match"] == "\"v1\"")
      return TransportResponse(status: 304)
    }
    #expect(try await client.screen("home").texts == ["seed"])
    #expect(try await client.screen("home", policy: .cacheOnly).source == .cache)
  }

  @Test func `a seed comes from a file or a folder`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.json")
    try Data(Self.seed.utf8).write(to: file)
    try Data("no seed".utf8).write(to: folder.url.appendingPathComponent("README.txt"))
    for url in [file, folder.url] {
      let seed = try ScreenSeed(contentsOf: url)
      #expect(seed.routes == ["home"])
      #expect(seed.screen("home", format: "viewItems")?.body == Data(#"{"viewItems":[]}"#.utf8))
      #expect(seed.screen("home", format: "contents") == nil)
    }
    try Data("{}".utf8).write(to: folder.url.appendingPathComponent("b.json"))
    #expect(throws: DecodingError.self) { try ScreenSeed(contentsOf: folder.url) }
  }
}
