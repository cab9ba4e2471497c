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
      #expect(try server.admin("GET", "/../assets/picture").status >= 400)
    }
  }

  // MARK: Names

  /// The names of files, and the URIs that refer to them.
  private static let encodedNames = [
    ("c d.png", "asset:c%20d.png"), ("칼국수.png", "asset:%EC%B9%BC%EA%B5%AD%EC%88%98.png"),
    ("100%.png", "asset:100%25.png"), ("menu/a+b (1).png", "ASSET:menu/a+b%20(1).png"),
    ("메뉴/?#&.png", "Asset:%EB%A9%94%EB%89%B4/%3F%23&.png"), ("_under.png", "asset:%5Funder.png"),
  ]

  private static func definition(_ url: String) -> String {
    #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"\#(url)"}}]}"#
  }

  @Test(.bug(id: "F36"), arguments: encodedNames)
  func `an asset of any name can be named and fetched`(name: String, uri: String) throws {
    try folder.write("the file", to: "screens/_assets/" + name)
    try FolderServer.run(in: folder) { server in
      let published = try server.admin("PUT", "/screens/picture", body: Self.definition(uri))
      #expect(published.status == 200, "\(published.text)")
      let screen = try server.get("/screens/picture")
      let url = try #require(
        try JSONParser.parse(screen.text)["viewItems"]?.arrayValue?.first?["viewObject"]?["url"]?.stringValue)
      #expect(url.hasPrefix(server.url + "/assets/"))
      #expect(try server.get(String(url.dropFirst(server.url.count))).text == "the file")
      let page = try server.get("/preview/picture").text
      #expect(page.contains("src=\"\(url.dropFirst(server.url.count))\""), "\(page)")
      #expect(try server.admin("GET", "/assets").text.contains(#"{"name":"\#(name)"}"#))
    }
  }

  @Test(
    .bug(id: "F37"),
    arguments: [
      "asset://images/a.jpg", "asset:/x", "asset:", "asset:menu/", "asset:menu//x", "asset:../secret.txt",
      "asset:.", "asset:menu%2Fnoodle.txt", "asset:%00", "asset:a.png?v=2", "asset:a.png#top", "ASSET://x",
      "assets:x", "urn:asset:x",
    ])
  func `a URI that cannot name a file is content`(uri: String) throws {
    try FolderServer.run(in: folder) { server in
      let published = try server.admin("PUT", "/screens/other", body: Self.definition(uri))
      #expect(published.status == 201, "\(published.text)")
      #expect(try server.get("/screens/other").text.contains("\"url\":\"\(uri)\""))
    }
  }

  @Test func `a text that begins like a reference is content`() throws {
    let text = #"{"items":[{"viewType":"ONE_LINE_TEXT","content":{"text1":"Asset: gold"}}]}"#
    try FolderServer.run(in: folder) { (server) throws in
      #expect(try server.admin("PUT", "/screens/other", body: text).status == 201)
      #expect(try server.get("/screens/other").text.contains("Asset: gold"))
    }
  }

  @Test(arguments: [
    ("asset:c%20e.png", #"there is no asset \"c e.png\""#, "did you mean c%20d.png?"),
    (
      "asset:menu/zzzzzzzzzzzz.gif", #"there is no asset \"menu/zzzzzzzzzzzz.gif\""#,
      "known: menu/noodles.txt"
    ),
    (
      "asset:c d.png", #"\"asset:c d.png\" is no URI, so it names no asset"#,
      "percent-encode the name: asset:c%20d.png"
    ),
    (
      "asset:100%.png", #"\"asset:100%.png\" is no URI, so it names no asset"#,
      "percent-encode the name: asset:100%25.png"
    ),
    (
      "asset:.c%20d.png", #"there is no asset \".c d.png\""#,
      "a name that begins with a dot is hidden: rename the file"
    ),
    ("asset:none/x", #"there is no asset \"none/x\""#, "an asset is a file, _assets/none/x"),
  ])
  func `the hint for an unknown asset says what to write`(uri: String, message: String, hint: String) throws {
    for name in ["c d.png", "100%.png", ".c d.png"] { try folder.write("x", to: "screens/_assets/" + name) }
    try FolderServer.run(in: folder) { server in
      let refused = try server.admin("PUT", "/screens/other", body: Self.definition(uri))
      #expect(refused.status == 422)
      #expect(refused.text.contains(#""message":"\#(message)","hint":"\#(hint)""#), "\(refused.text)")
    }
  }

  @Test func `hints name only assets that can be served`() throws {
    for name in ["ab.png", ".ac.png"] { try folder.write("x", to: "screens/_assets/" + name) }
    try FileManager.default.createDirectory(
      atPath: folder.path("screens/_assets/ad.png"), withIntermediateDirectories: true)
    for (link, target) in [
      ("screens/_assets/ae.png", "screens/secret.txt"), ("screens/_assets/etc", "screens"),
      ("screens/_assets/menu/up.txt", "screens/_assets/ab.png"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: folder.path(target))
    }
    try FolderServer.run(in: folder) { (server) throws in
      func hint(_ uri: String) throws -> String? {
        let refused = try server.admin("PUT", "/screens/other", body: Self.definition(uri))
        return try JSONParser.parse(refused.text)["errors"]?.arrayValue?.first?["hint"]?.stringValue
      }
      #expect(try hint("asset:zzzzzzzzzzzz") == "known: ab.png")
      #expect(try hint("asset:etc/secret.tx") == "an asset is a file, _assets/etc/secret.tx")
      #expect(try hint("asset:menu/zzzzzzzzzzzzzzzz") == "known: menu/noodles.txt, menu/up.txt")
    }
  }

  @Test(.bug(id: "F67")) func `an asset that is too large to be served is neither listed nor published`()
    throws
  {
    let limit = 16 << 20
    for (name, size) in [("full.png", limit), ("big.png", limit + 1)] {
      try folder.write("", to: "screens/_assets/" + name)
      let file = URL(fileURLWithPath: folder.path("screens/_assets/" + name))
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: UInt64(size))
      try handle.close()
    }
    try FolderServer.run(in: folder) { (server) throws in
      #expect(
        try server.admin("GET", "/assets").text
          == #"{"assets":[{"name":"full.png"},{"name":"menu/noodles.txt"}]}"#)
      let refused = try server.admin("PUT", "/screens/other", body: Self.definition("asset:big.png"))
      #expect(refused.status == 422)
      #expect(
        refused.text.contains(
          #""code":"unknown-asset","pointer":"/items/0/content/url""#), "\(refused.text)")
      #expect(
        refused.text.contains(
          #""message":"the asset \"big.png\" has more than \#(limit) bytes","hint":"make the file smaller"#),
        "\(refused.text)")
      let near = try server.admin("PUT", "/screens/other", body: Self.definition("asset:bigg.png"))
      #expect(near.text.contains(#""hint":"known: full.png""#), "\(near.text)")
      let full = try server.admin("PUT", "/screens/other", body: Self.definition("asset:full.png"))
      #expect(full.status == 201, "\(full.text)")
    }
  }

  // MARK: Browsers

  private static let sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  @Test(arguments: [
    ("x.html", "<script>", "text/html; charset=utf-8", true),
    ("x.HTM", "<script>", "text/html; charset=utf-8", true),
    ("x.svg", "<svg xmlns='http://www.w3.org/2000/svg'>", "image/svg+xml", true),
    ("x.xml", "<?xml version='1.0'?>", "application/octet-stream", true),
    ("x.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'>", "application/octet-stream", true),
    ("x", "<html>", "application/octet-stream", true), ("x.css", "a{}", "text/css; charset=utf-8", true),
    ("x.js", "1", "text/javascript; charset=utf-8", true),
    ("x.html", "GIF89a<script>", "image/gif", false), ("x.pdf", "%PDF-1.7", "application/pdf", false),
    ("x.txt", "<script>", "text/plain; charset=utf-8", false), ("x.json", "{}", "application/json", false),
  ])
  func `an asset that a browser could run is sent with a sandbox`(
    name: String, text: String, type: String, isSandboxed: Bool
  ) throws {
    try folder.write(text, to: "screens/_assets/" + name)
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      for prefix in ["", "/c/spring", try server.session().path] {
        let asset = try server.get("\(prefix)/assets/\(name)")
        #expect(asset.status == 200 && asset.value(of: "Content-Type") == type)
        #expect(asset.value(of: "X-Content-Type-Options") == "nosniff")
        #expect(asset.value(of: "Content-Security-Policy") == (isSandboxed ? Self.sandbox : nil))
        let part = try server.get("\(prefix)/assets/\(name)", fields: [("Range", "bytes=0-0")])
        #expect(part.status == 206)
        #expect(part.value(of: "Content-Security-Policy") == (isSandboxed ? Self.sandbox : nil))
        // A browser that has kept the file from before there was a sandbox takes the fields of a 304.
        let tag = try #require(asset.value(of: "ETag"))
        let known = try server.get("\(prefix)/assets/\(name)", fields: [("If-None-Match", tag)])
        #expect(known.status == 304)
        #expect(known.value(of: "Content-Security-Policy") == (isSandboxed ? Self.sandbox : nil))
      }
    }
  }

  @Test func `browsers guess the type of no response`() throws {
    try FolderServer.run(in: folder) { server in
      for path in [
        "/assets/menu/noodles.txt", "/view-types/ONE_IMAGE", "/preview/picture", "/metrics", "/console/",
        "/nothing",
      ] {
        let response = try server.get(path)
        // A browser takes a problem for what it is: no standard has it guess that type.
        #expect(
          response.value(of: "X-Content-Type-Options") == (path == "/nothing" ? nil : "nosniff"), "\(path)")
      }
    }
  }
}
