import HTTPWire
import JSONText
import TestFolders
import Testing

@testable import ScreenAPI

/// Links to a change set for people without a token, and what they do not open.
@Suite final class GuestTests {
  private let folder: ScreensFolder

  init() throws { folder = try .forChangeSets() }

  private typealias Field = FolderServer.Field
  private static let ownPage: [Field] = [("Sec-Fetch-Site", "same-origin"), ("Marquee-Console", "1")]
  private static let comment = #"{"item":"one","text":"Hello"}"#

  /// The clock stands still, so that the time of a test changes nothing.
  private static var stopped: FolderServer.Options {
    var options = FolderServer.Options()
    options.clock = { 1_767_225_600.5 }
    return options
  }

  /// Makes a set that changes the screen `a`, with a draft of `b`.
  private func makeSet(_ server: FolderServer, _ name: String = "spring") throws {
    try server.makeSet(name)
    #expect(
      try server.inSet(name, "PUT", "/screens/a", body: Lines.definition(["one", "new"])).status == 200)
    #expect(
      try server.inSet(name, "PUT", "/screens/b/draft", body: Lines.definition(["secret"])).status == 201)
  }

  /// The path and query of a new link.
  private func link(
    _ server: FolderServer, _ name: String = "spring", _ body: String = #"{"expiresIn":60,"mayComment":true}"#
  ) throws -> String {
    let made = try server.admin("POST", "/changesets/\(name)/guests", body: body)
    try #require(made.status == 201, "\(made.text)")
    let url = try #require(try JSONParser.parse(made.text)["url"]?.stringValue)
    try #require(url.hasPrefix(server.url + "/c/\(name)/"), "\(url)")
    return String(url.dropFirst(server.url.count))
  }

  /// Opens a link and returns its cookie.
  private func open(_ server: FolderServer, _ link: String) throws -> Field {
    let page = try server.get(link)
    try #require(page.status == 200, "\(page.text)")
    return ("Cookie", String(try #require(page.value(of: "Set-Cookie")).prefix { $0 != ";" }))
  }

  @Test func `a link opens a page with a cookie for its set alone`() throws {
    try FolderServer.run(in: folder, Self.stopped) { server in
      try makeSet(server)
      let link = try link(server)
      let page = try server.get(link, fields: [("Accept", "text/html")])
      #expect(page.status == 200 && page.text.contains("/console/app/guest.js"))
      #expect(page.value(of: "Content-Security-Policy")?.contains("trusted-types 'none'") == true)
      #expect(
        page.value(of: "Cache-Control") == "no-store" && page.value(of: "Referrer-Policy") == "no-referrer")
      let cookie = try #require(page.value(of: "Set-Cookie"))
      #expect(cookie.hasSuffix("; Path=/c/spring; HttpOnly; SameSite=Strict"), "\(cookie)")
      #expect(cookie.contains("Max-Age=60;"), "\(cookie)")
      // Made by whom is in the audit.
      #expect(try server.actions(1) == ["invite-guest spring"])
    }
  }

  @Test func `a guest sees the screens of the set before and after, without conditions and drafts`() throws {
    let experiment =
      #""experiment":{"key":"price","condition":{"vip":"secret"},"variants":[{"key":"x"},"#
      + #"{"key":"y","changes":[{"op":"remove","id":"one"}]}]}"#
    try FolderServer.run(in: folder) { server in
      try makeSet(server)
      let definition = Lines.definition(["one", "new"]).dropLast() + "," + experiment + "}"
      #expect(try server.inSet("spring", "PUT", "/screens/a", body: String(definition)).status == 200)
      let cookie = try open(server, try link(server))
      let changes = try server.get("/c/spring/review/changes", fields: [cookie])
      #expect(changes.status == 200, "\(changes.text)")
      #expect(!changes.text.contains("secret"), "\(changes.text)")
      let review = try JSONParser.parse(changes.text)
      #expect(review["name"] == "spring" && review["mayComment"] == true)
      let screens = try #require(review["screens"]?.arrayValue)
      #expect(screens.map { $0["route"] } == ["a"])
      func ids(_ value: JSONValue?) -> [String] {
        (value?["items"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
      }
      #expect(ids(screens[0]["before"]) == ["one", "two", "three"])
      #expect(ids(screens[0]["after"]) == ["one", "new"])
      #expect((screens[0]["difference"]?["removed"]?.arrayValue ?? []).count == 2)
      let variants = try #require(screens[0]["variants"]?.arrayValue)
      #expect(variants.map { $0["variant"] } == ["x", "y"] && ids(variants[1]["after"]) == ["new"])
      #expect(try server.get("/c/spring/preview/a?variant=y").status == 200)
      #expect(try server.get("/c/spring/preview/b?version=draft", fields: [cookie]).status == 401)
    }
  }

  /// Everything else answers a guest as it answers somebody without a cookie.
  @Test func `the cookie of a guest opens no operation of the table but the comments of its set`() throws {
    try FolderServer.run(in: folder) { server in
      try makeSet(server)
      let link = try link(server)
      let cookie = try open(server, link)
      try makeSet(server, "other")
      let guest = String(cookie.value.drop { $0 != "=" }.dropFirst())
      // Under the names of other cookies and as a token, too.
      let disguises: [[Field]] = [
        [cookie], [("Cookie", "marquee-8080=\(guest)")], [("Authorization", "Bearer \(guest)")],
      ]
      var admitted: Set<String> = []
      for resource in EndpointTable.standard.resources where resource.needsToken {
        for endpoint in resource.endpoints {
          let path =
            "/"
            + endpoint.path.segments.map { segment in
              switch segment {
              case .literal(let text): text
              case .one("name"): "spring"
              case .one("id"): "1"
              case .one: "one"
              case .several: "a"
              }
            }.joined(separator: "/")
          for prefix in ["", "/c/spring", "/c/other"] {
            for fields in disguises {
              let response = try server.request(
                endpoint.method.name, prefix + path, fields: fields + Self.ownPage,
                body: endpoint.method == .get ? nil : Self.comment)
              if ![401, 403].contains(response.status) {
                admitted.insert("\(prefix) \(endpoint.operationID) \(fields[0].name)")
              }
            }
          }
        }
      }
      #expect(
        admitted == [
          "/c/spring listComments Cookie", "/c/spring addComment Cookie", "/c/spring resolveComment Cookie",
        ])
      // What needs no token answers as without a cookie.
      for path in [
        "/admin/session", "/c/other/review", "/c/other/review/changes", "/c/spring/c/spring/review",
      ] {
        #expect(try server.get(path, fields: [cookie]).status == server.get(path).status, "\(path)")
        #expect(try server.get(path, fields: [cookie]).status >= 400, "\(path)")
      }
      #expect(try server.get("/preview/b?version=draft", fields: [cookie]).status == 401)
      #expect(try server.get("/preview/a?canvas=true", fields: [cookie]).status == 401)
      // The guest's comment is the only thing that was written.
      #expect(try server.actions(1) == ["resolve-comment a"])
    }
  }

  @Test func `a guest who may comment comments on the screens of the set, as guest`() throws {
    try FolderServer.run(in: folder) { server in
      try makeSet(server)
      let cookie = try open(server, try link(server))
      let path = "/c/spring/admin/screens/a/comments"
      let added = try server.request("POST", path, fields: [cookie] + Self.ownPage, body: Self.comment)
      #expect(added.status == 201 && added.text.contains(#""by":"guest""#), "\(added.text)")
      #expect(try server.get(path, fields: [cookie]).text.contains("Hello"))
      // The comment is the set's: outside of it there is none.
      #expect(try server.admin("GET", "/screens/a/comments").text == #"{"comments":[]}"#)
      // A screen that the set does not change, and its draft, are not the guest's.
      let other = "/c/spring/admin/screens/b/comments"
      #expect(try server.get(other, fields: [cookie]).status == 404)
      let write = try server.request(
        "POST", other, fields: [cookie] + Self.ownPage, body: #"{"item":"secret","text":"x"}"#)
      #expect(write.status == 404)
      // Somebody who is signed in and can only read comments as a guest; others comment under their names.
      for (scope, name) in [("read", "guest"), ("edit", "edit")] {
        let made = try server.admin("PUT", "/tokens/\(scope)", body: #"{"scope":"\#(scope)"}"#)
        let secret = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
        let session = try server.request("POST", "/admin/session", body: #"{"token":"\#(secret)"}"#)
        let id = try #require(session.value(of: "Set-Cookie")).prefix { $0 != ";" }
        let both: Field = ("Cookie", cookie.value + "; " + id)
        let added = try server.request("POST", path, fields: [both] + Self.ownPage, body: Self.comment)
        #expect(added.status == 201 && added.text.contains(#""by":"\#(name)""#), "\(added.text)")
      }
      // A token in the request counts before the cookie.
      #expect(try server.request("GET", path, fields: [cookie, ("Authorization", "Bearer x")]).status == 403)
    }
  }

  @Test func `a guest who may not comment sees no comments`() throws {
    try FolderServer.run(in: folder) { server in
      try makeSet(server)
      let cookie = try open(server, try link(server, "spring", #"{"expiresIn":60}"#))
      let changes = try server.get("/c/spring/review/changes", fields: [cookie])
      #expect(changes.status == 200 && changes.text.contains(#""mayComment":false"#))
      let path = "/c/spring/admin/screens/a/comments"
      #expect(try server.get(path, fields: [cookie]).status == 403)
      #expect(
        try server.request("POST", path, fields: [cookie] + Self.ownPage, body: Self.comment).status == 403)
    }
  }

  @Test func `another site cannot write with the cookie`() throws {
    let forged: [[Field]] = [
      [("Sec-Fetch-Site", "cross-site"), ("Marquee-Console", "1")], [("Sec-Fetch-Site", "same-origin")],
      [("Origin", "http://evil.example"), ("Marquee-Console", "1")], [("Origin", "null")],
    ]
    try FolderServer.run(in: folder) { server in
      try makeSet(server)
      let cookie = try open(server, try link(server))
      let path = "/c/spring/admin/screens/a/comments"
      for fields in forged {
        let response = try server.request("POST", path, fields: [cookie] + fields, body: Self.comment)
        #expect(response.status == 403 && response.text.contains("cross-site"), "\(fields) \(response.text)")
      }
      // A name of another site that resolves to this server.
      #expect(try server.get(path, fields: [cookie, ("Host", "evil.example")]).status == 421)
      #expect(
        try server.get("/c/spring/review/changes", fields: [cookie, ("Host", "evil.example")]).status == 421)
    }
  }

  @Test func `a link that somebody has changed opens nothing`() throws {
    try FolderServer.run(in: folder) { server in
      try makeSet(server)
      try makeSet(server, "other")
      let link = try link(server, "spring", #"{"expiresIn":60}"#)
      let text = String(link.drop { $0 != "=" }.dropFirst())
      let parts = text.split(separator: ".").map(String.init)
      try #require(parts.count == 3 && parts[1] == "1")
      let forged =
        [
          [parts[0], "2", parts[2]], [parts[0], "+1", parts[2]], [parts[0], "01", parts[2]],
          [parts[0], "1", String(parts[2].dropLast())], ["0", "1", parts[2]],
          [parts[0], "1", parts[2].uppercased()],
        ].map { $0.joined(separator: ".") } + [text + ".", "." + text, "", text + "%00"]
      for one in forged {
        let response = try server.get("/c/spring/review?guest=" + one)
        #expect(response.status == 403 && response.text.contains("invalid-link"), "\(one) \(response.text)")
        #expect(response.value(of: "Set-Cookie") == nil)
        let cookie: Field = ("Cookie", "marquee-guest-8080=" + one)
        #expect(try server.get("/c/spring/review/changes", fields: [cookie]).status == 401, "\(one)")
      }
      // The text of one set is none of another.
      #expect(try server.get("/c/other/review?guest=" + text).status == 403)
      let cookie: Field = ("Cookie", "marquee-guest-8080=" + text)
      #expect(try server.get("/c/other/review/changes", fields: [cookie]).status == 401)
      #expect(try server.get("/c/spring/review/changes", fields: [cookie]).status == 200)
      #expect(try server.get("/c/spring/review").status == 401)
    }
  }

  @Test func `a link is listed until it is revoked, and no later one brings it back`() throws {
    try FolderServer.run(in: folder, Self.stopped) { server in
      try makeSet(server)
      func links() throws -> [JSONValue] {
        let list = try JSONParser.parse(try server.admin("GET", "/changesets/spring/guests").text)
        return try #require(list["guests"]?.arrayValue)
      }
      let (first, second) = (try link(server), try link(server, "spring", #"{"expiresIn":120}"#))
      let cookie = try open(server, second)
      #expect(try links().map { $0["id"] } == [1, 2] && links().map { $0["mayComment"] } == [true, false])
      #expect(try links().map { $0["by"] } == ["admin", "admin"])
      // A link changes nothing in the set, and the list does not have its address.
      #expect(try server.admin("GET", "/changesets/spring").value(of: "ETag") != nil)
      let signature = try #require(second.split(separator: ".").last)
      #expect(try !server.admin("GET", "/changesets/spring/guests").text.contains(signature))

      #expect(try server.admin("DELETE", "/changesets/spring/guests/2").status == 200)
      #expect(try server.actions(1) == ["revoke-guest spring"])
      #expect(try server.admin("DELETE", "/changesets/spring/guests/2").text.contains("unknown-guest"))
      let third = try link(server, "spring", #"{"expiresIn":120}"#)
      #expect(try links().map { $0["id"] } == [1, 3])
      #expect(try server.get(second).status == 410)
      #expect(try server.get("/c/spring/review/changes", fields: [cookie]).status == 410)
      #expect(try server.get(first).status == 200 && server.get(third).status == 200)
      server.pass(seconds: 60)
      #expect(try links().map { $0["id"] } == [3])
      #expect(try server.admin("GET", "/changesets/summer/guests").status == 404)
      #expect(try server.inSet("spring", "GET", "/changesets/spring/guests").status == 409)
    }
  }

  @Test func `a link ends at its time`() throws {
    try FolderServer.run(in: folder, Self.stopped) { server in
      try makeSet(server)
      let link = try link(server, "spring", #"{"expiresIn":1,"mayComment":true}"#)
      let cookie = try open(server, link)
      server.pass(seconds: 1)
      let expired = try server.get(link)
      #expect(expired.status == 410 && expired.text.contains("expired-link"))
      #expect(try server.get("/c/spring/review/changes", fields: [cookie]).status == 410)
      #expect(try server.get("/c/spring/admin/screens/a/comments", fields: [cookie]).status == 410)
      #expect(
        try server.get(link, fields: [("Accept", "text/html")]).text.contains("<h1>The link has expired"))
    }
  }

  @Test(arguments: ["publish", "delete", "replace"])
  func `a link ends with its set`(end: String) throws {
    try FolderServer.run(in: folder) { server in
      try makeSet(server)
      let link = try link(server)
      let cookie = try open(server, link)
      if end == "publish" {
        #expect(try server.admin("POST", "/changesets/spring/publish").status == 200)
      } else {
        #expect(try server.admin("DELETE", "/changesets/spring").status == 200)
        if end == "replace" {
          server.pass(seconds: 1)
          try makeSet(server)
        }
      }
      #expect(try server.get(link).status == 410)
      #expect(try server.get("/c/spring/review/changes", fields: [cookie]).status == 410)
      let comments = try server.get("/c/spring/admin/screens/a/comments", fields: [cookie])
      #expect(comments.status == (end == "delete" ? 404 : 410), "\(comments.text)")
    }
  }

  @Test(
    arguments: [
      (#"{"expiresIn":1}"#, 201), (#"{"expiresIn":2592000}"#, 201), (#"{"expiresIn":0}"#, 422),
      (#"{"expiresIn":2592001}"#, 422), (#"{"expiresIn":"1"}"#, 422), (#"{}"#, 422), ("", 400),
      (#"{"expiresIn":60,"mayComment":1}"#, 422), (#"{"expiresIn":60,"may":true}"#, 422),
    ])
  func `a link lasts from a second to thirty days`(body: String, status: Int) throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      #expect(try server.admin("POST", "/changesets/spring/guests", body: body).status == status)
    }
  }

  @Test func `a link needs an open set and the scope edit`() throws {
    try FolderServer.run(in: folder) { server in
      let body = #"{"expiresIn":60}"#
      #expect(try server.admin("POST", "/changesets/spring/guests", body: body).status == 404)
      try makeSet(server)
      let made = try server.admin("PUT", "/tokens/reader", body: #"{"scope":"read"}"#)
      let reader = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      #expect(try server.admin("POST", "/changesets/spring/guests", body: body, token: reader).status == 403)
      let stale = try server.admin(
        "POST", "/changesets/spring/guests", fields: [("If-Match", #""other""#)], body: body)
      #expect(stale.status == 412)
      #expect(try server.inSet("spring", "POST", "/changesets/spring/guests", body: body).status == 409)
      #expect(try server.admin("POST", "/changesets/spring/publish").status == 200)
      #expect(try server.admin("POST", "/changesets/spring/guests", body: body).status == 409)
    }
  }
}
