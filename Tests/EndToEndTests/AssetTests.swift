import CurlClient
import Foundation
import JSONText
import Testing

/// Files that screens name.
@Suite final class AssetTests: Sendable {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(
      #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:menu/noodles.txt"}}]}"#,
      to: "screens/picture.json")
    try folder.write("noodles\n", to: "screens/_assets/menu/noodles.txt")
    try folder.write("secret", to: "screens/secret.txt")
  }

  deinit { folder.remove() }

  @Test func `content names an asset, and apps get its address`() async throws {
    try await Server.run(in: folder) { server in
      let screen = try await server.get("/screens/picture")
      let url = try #require(
        try JSONParser.parse(screen.text)["viewItems"]?.arrayValue?.first?["viewObject"]?["url"]?.stringValue)
      #expect(url == server.url + "/assets/menu/noodles.txt")
      let asset = try await server.get("/assets/menu/noodles.txt")
      #expect(asset.text == "noodles\n")
      #expect(asset.value(of: "Content-Type") == "text/plain; charset=utf-8")
      let tag = try #require(asset.value(of: "ETag"))
      #expect(
        try await server.get("/assets/menu/noodles.txt", fields: [CurlField("If-None-Match", tag)]).status
          == 304)
      // The definition keeps the name.
      #expect(try await server.admin("GET", "/screens/picture").text.contains(#""asset:menu/noodles.txt""#))
    }
    let arguments = ["--admin-token", Server.token, "--public-url", "https://a.example/base"]
    try await Server.run(in: folder, arguments) { server in
      let screen = try await server.get("/screens/picture")
      #expect(screen.text.contains("https://a.example/base/assets/menu/noodles.txt"), "\(screen.text)")
    }
  }

  @Test func `an asset that is missing is an error, until it is there`() async throws {
    try await Server.run(in: folder) { server in
      let body = #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:menu/noodle.txt"}}]}"#
      let refused = try await server.admin("PUT", "/screens/other", body: body)
      #expect(refused.status == 422)
      #expect(refused.text.contains(#""code":"unknown-asset","pointer":"/items/0/content/url""#))
      #expect(refused.text.contains("did you mean menu/noodles.txt?"), "\(refused.text)")
      try folder.write("one", to: "screens/_assets/menu/noodle.txt")
      #expect(try await server.admin("PUT", "/screens/other", body: body).status == 201)
    }
  }

  @Test(
    arguments: [
      ("bytes=0-1", 206, "no", "bytes 0-1/8"), ("bytes=6-", 206, "s\n", "bytes 6-7/8"),
      ("bytes=-3", 206, "es\n", "bytes 5-7/8"),
      ("bytes=2-99999999999999999999", 206, "odles\n", "bytes 2-7/8"),
      ("bytes=8-", 416, nil, "bytes */8"), ("bytes=3-1", 200, "noodles\n", nil),
      ("bytes=0-1,3-4", 200, "noodles\n", nil), ("lines=1-2", 200, "noodles\n", nil),
    ] as [(String, Int, String?, String?)])
  func `parts of an asset are asked for`(
    _ range: String, _ status: Int, _ body: String?, _ content: String?
  ) async throws {
    try await Server.run(in: folder) { server in
      let answer = try await server.get("/assets/menu/noodles.txt", fields: [CurlField("Range", range)])
      #expect(answer.status == status)
      if let body { #expect(answer.text == body) }
      #expect(answer.value(of: "Content-Range") == content)
      let stale = try await server.get(
        "/assets/menu/noodles.txt", fields: [CurlField("Range", range), CurlField("If-Range", "\"other\"")])
      #expect(stale.status == 200)
    }
  }

  @Test func `no way leads out of the folder`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("screens/_assets/link.txt"), withDestinationPath: folder.path("screens/secret.txt"))
    try folder.write("GIF89a and so on", to: "screens/_assets/picture")
    try await Server.run(in: folder) { server in
      for path in [
        "link.txt", "../secret.txt", "%2e%2e/secret.txt", "menu/../../secret.txt", "menu", "", "/etc/passwd",
        ".hidden", "menu%2F..%2F..%2Fsecret.txt",
      ] {
        let answer = try await server.get("/assets/\(path)")
        #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
        #expect(!answer.text.contains("secret\""), "\(path)")
      }
      let picture = try await server.get("/assets/picture")
      #expect(picture.value(of: "Content-Type") == "image/gif")
      #expect(picture.value(of: "X-Content-Type-Options") == "nosniff")
      #expect(try await server.admin("GET", "/../assets/picture").status >= 400)
    }
  }
}
