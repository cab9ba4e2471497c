import CurlClient
import JSONText
import TestFolders
import Testing

/// Options of `marquee serve` that change responses. What they do in detail is tested in ScreenAPITests.
@Suite final class ServeOptionTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.ship("home")
    try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
    try folder.write("noodles\n", to: "screens/_assets/noodles.txt")
    try folder.write(
      #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:noodles.txt"}}]}"#,
      to: "screens/picture.json")
  }

  @Test func `limits, the gate, the public URL, and parts that are off`() async throws {
    let options = [
      "--admin-token", Server.token, "--keep-versions", "1", "--gate", "refuse", "--journal", "1",
      "--journal-bodies", "--exposures", "off", "--public-url", "https://a.example/base", "--no-mock",
    ]
    try await Server.run(in: folder, options) { server in
      _ = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b"]))
      #expect(try await server.get("/screens/lines?version=1").status == 404)

      let manifest = #"{"viewTypes": ["ONE_IMAGE"]}"#
      #expect(try await server.admin("PUT", "/releases/ios/1", body: manifest).status == 201)
      let refused = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["c"]))
      #expect(refused.status == 422)

      _ = try await server.get("/screens/home?user=ann")
      let picture = try await server.get("/screens/picture")
      #expect(picture.text.contains("https://a.example/base/assets/noodles.txt"), "\(picture.text)")
      let journal = try JSONParser.parse(try await server.admin("GET", "/requests").text)
      let bodies = journal["requests"]?.arrayValue?.map { $0["body"]?.stringValue }
      #expect(bodies == [picture.text])

      let results = try await server.admin("GET", "/experiments/home-price-first/results")
      #expect(results.status == 404)
      #expect(results.text.contains("the server was started with --exposures off"))
      #expect(try await server.get("/screens/lines?__status=500").status == 200)
      let rule = try await server.admin("PUT", "/mock/rules/r", body: #"{"status":500}"#)
      #expect(rule.status == 409)
      #expect(rule.text.contains("the server was started with --no-mock"))
    }
  }

  @Test func `a delay, a salt, and no journal`() async throws {
    let options = [
      "--admin-token", Server.token, "--delay", "60..70", "--exposure-salt", "pepper", "--journal", "0",
    ]
    try await Server.run(in: folder, options) { server in
      let start = ContinuousClock.now
      #expect(try await server.get("/screens/home?user=ann").status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(60))
      let exposures = try await server.admin("GET", "/experiments/home-price-first/exposures").text
      #expect(exposures.contains(#""unit":"62ac51de"#), "\(exposures)")
      let journal = try await server.admin("GET", "/requests")
      #expect(journal.status == 404)
      #expect(journal.text.contains("the server was started with --journal 0"))
    }
    let wrong = try await Program.run(["serve", "--delay", "later"], in: folder)
    #expect(wrong.status == 64)
  }
}
