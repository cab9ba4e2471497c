import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Assets: files that content names.
@Suite final class AssetTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(
      #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:menu/noodles.txt"}}]}"#,
      to: "screens/picture.json")
    try folder.write("noodles\n", to: "screens/_assets/menu/noodles.txt")
    try folder.write("secret", to: "screens/secret.txt")
  }

  @Test func `an asset's URL has the host that the app used`() async throws {
    let arguments = ["--admin-token", Server.token, "--host", "0.0.0.0"]
    try await Server.run(in: folder, arguments) { server in
      #expect(server.url == "http://0.0.0.0:\(server.port)")
      let (url, session) = ("http://127.0.0.1:\(server.port)", try CurlSession())
      for _ in 0..<2 {
        let screen = try await session.response(to: CurlRequest("GET", url + "/screens/picture"))
        #expect(screen.text.contains("\"\(url)/assets/menu/noodles.txt\""), "\(screen.text)")
        #expect(screen.value(of: "Vary")?.contains("Host") == true)
      }
      let other = try await session.response(
        to: CurlRequest("GET", url + "/screens/picture", fields: [CurlField("Host", "screens.example")]))
      #expect(other.text.contains("\"http://screens.example/assets/menu/noodles.txt\""), "\(other.text)")
    }
  }

  @Test(arguments: [true, false])
  func `a trusted proxy's fields give the host of assets and the client in the log`(
    isTrusted: Bool
  ) async throws {
    let arguments = [
      "--admin-token", Server.token, "--access-log", "--log-format", "json", "--trust-proxy",
      isTrusted ? "10.0.0.0/8,127.0.0.0/8" : "10.0.0.0/8",
    ]
    let run = try await Server.run(in: folder, arguments) { server in
      let forwarded = CurlField("Forwarded", #"for="[2001:db8::7]:99";proto=https;host="s.example:8443""#)
      let screen = try await server.get("/screens/picture", fields: [forwarded])
      let base = isTrusted ? "https://s.example:8443" : server.url
      #expect(screen.text.contains("\"\(base)/assets/menu/noodles.txt\""), "\(screen.text)")
      _ = try await server.get("/health", fields: [CurlField("X-Forwarded-For", "1.1.1.1, 192.0.2.9")])
      _ = try await server.get("/health")
    }
    let clients = try run.errors.split(separator: "\n").map {
      try JSONParser.parse(String($0))["client"]?.stringValue
    }
    #expect(
      clients
        == (isTrusted
          ? ["2001:db8::7", "192.0.2.9", "127.0.0.1"] : ["127.0.0.1", "127.0.0.1", "127.0.0.1"]))
  }
}
