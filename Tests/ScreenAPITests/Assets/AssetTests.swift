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

  @Test func `content names an asset, and apps get its URL`() throws {
    try FolderServer.run(in: folder) { server in
      let screen = try server.get("/screens/picture")
      let url = try #require(
        try JSONParser.parse(screen.text)["viewItems"]?.arrayValue?.first?["viewObject"]?["url"]?.stringValue)
      #expect(url == server.url + "/assets/menu/noodles.txt")
      let asset = try server.get("/assets/menu/noodles.txt")
      #expect(asset.text == "noodles\n")
      #expect(asset.value(of: "Content-Type") == "text/plain; charset=utf-8")
      let tag = try #require(asset.value(of: "ETag"))
      #expect(
        try server.get("/assets/menu/noodles.txt", fields: [("If-None-Match", tag)]).status
          == 304)
      // The definition keeps the asset's name.
      #expect(try server.admin("GET", "/screens/picture").text.contains(#""asset:menu/noodles.txt""#))
    }
    let options = FolderServer.Options(publicURL: "https://a.example/base")
    try FolderServer.run(in: folder, options) { server in
      let screen = try server.get("/screens/picture")
      #expect(screen.text.contains("https://a.example/base/assets/menu/noodles.txt"), "\(screen.text)")
    }
  }

  @Test func `assets are listed by name, without what no content can name`() throws {
    try folder.write("x", to: "screens/_assets/.hidden")
    try folder.write("x", to: "screens/_assets/a b.png")
    try folder.write("x", to: "screens/_assets/logo.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("screens/_assets/out.png"), withDestinationPath: folder.path("screens/secret.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("screens/_assets/menu/up"), withDestinationPath: folder.path("screens/_assets"))
    try FolderServer.run(in: folder) { server in
      let list = try server.admin("GET", "/assets")
      #expect(list.text == #"{"assets":[{"name":"logo.png"},{"name":"menu/noodles.txt"}]}"#)
    }
  }

  @Test func `a missing asset is an error until the file exists`() throws {
    try FolderServer.run(in: folder) { server in
      let body = #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:menu/noodle.txt"}}]}"#
      let refused = try server.admin("PUT", "/screens/other", body: body)
      #expect(refused.status == 422)
      #expect(refused.text.contains(#""code":"unknown-asset","pointer":"/items/0/content/url""#))
      #expect(refused.text.contains("did you mean menu/noodles.txt?"), "\(refused.text)")
      try folder.write("one", to: "screens/_assets/menu/noodle.txt")
      #expect(try server.admin("PUT", "/screens/other", body: body).status == 201)
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
  func `a range of an asset can be requested`(
    _ range: String, _ status: Int, _ body: String?, _ content: String?
  ) throws {
    try FolderServer.run(in: folder) { server in
      let response = try server.get("/assets/menu/noodles.txt", fields: [("Range", range)])
      #expect(response.status == status)
      if let body { #expect(response.text == body) }
      #expect(response.value(of: "Content-Range") == content)
      let stale = try server.get(
        "/assets/menu/noodles.txt", fields: [("Range", range), ("If-Range", "\"other\"")])
      #expect(stale.status == 200)
    }
  }

  @Test func `no path leads out of the folder of assets`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("screens/_assets/link.txt"), withDestinationPath: folder.path("screens/secret.txt"))
    try folder.write("GIF89a and so on", to: "screens/_assets/picture")
    try FolderServer.run(in: folder) { server in
      for path in [
        "link.txt", "../secret.txt", "%2e%2e/secret.txt", "menu/../../secret.txt", "menu", "", "/etc/passwd",
        ".hidden", "menu%2F..%2F..%2Fsecret.txt",
      ] {
        let response = try server.get("/assets/\(path)")
        #expect([400, 404].contains(response.status), "\(path): \(response.status)")
        #expect(!response.text.contains("secret\""), "\(path)")
      }
      let picture = try server.get("/assets/picture")
      #expect(picture.value(of: "Content-Type") == "image/gif")
      #expect(picture.value(of: "X-Content-Type-Options") == "nosniff")
      #expect(try server.admin("GET", "/../assets/picture").status >= 400)
    }
  }
}
