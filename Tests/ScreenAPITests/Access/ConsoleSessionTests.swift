import Foundation
import HTTPWire
import JSONText
import TestFolders
import Testing

@testable import ScreenAPI

/// The console's files and its sessions.
@Suite final class ConsoleSessionTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/home.json")
  }

  private typealias Field = FolderServer.Field

  /// Signs in and returns the cookie.
  private func signIn(_ server: FolderServer, token: String = FolderServer.token) throws -> Field {
    let response = try server.request("POST", "/admin/session", body: #"{"token":"\#(token)"}"#)
    #expect(response.status == 204, "\(response.text)")
    let cookie = try #require(response.value(of: "Set-Cookie"))
    #expect(cookie.contains("; HttpOnly; SameSite=Strict") && cookie.contains("; Path=/;"))
    #expect(cookie.hasPrefix("marquee-8080="))
    return ("Cookie", String(cookie.prefix { $0 != ";" }))
  }

  private static let ownPage: [Field] = [("Sec-Fetch-Site", "same-origin"), ("Marquee-Console", "1")]

  @Test func `a session stands for its token until it ends`() throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.get("/admin/session").status == 401)
      let cookie = try signIn(server)
      let session = try JSONParser.parse(try server.get("/admin/session", fields: [cookie]).text)
      #expect(session["name"]?.stringValue == "admin" && session["scope"]?.stringValue == "administer")
      #expect(session["expiresAt"]?.stringValue != nil)
      #expect(try server.get("/admin/screens/home", fields: [cookie]).status == 200)
      #expect(try server.get("/admin/screens/home").status == 401)
      let draft = try server.request(
        "PUT", "/admin/screens/home/draft", fields: [cookie] + Self.ownPage, body: Lines.definition(["x"]))
      #expect(draft.status == 201)
      #expect(try server.get("/preview/home?version=draft", fields: [cookie]).status == 200)
      let out = try server.request("DELETE", "/admin/session", fields: [cookie] + Self.ownPage)
      #expect(out.status == 204 && (out.value(of: "Set-Cookie") ?? "").contains("Max-Age=0"))
      #expect(try server.get("/admin/screens/home", fields: [cookie]).status == 401)
    }
  }

  @Test func `a write with the cookie comes from the console's own page`() throws {
    try FolderServer.run(in: folder) { server in
      let cookie = try signIn(server)
      let forged: [[Field]] = [
        [], [("Marquee-Console", "1")], [("Sec-Fetch-Site", "same-origin")],
        [("Sec-Fetch-Site", "same-site"), ("Marquee-Console", "1")],
        [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://127.0.0.1:8080"), ("Marquee-Console", "1")],
        [("Origin", "http://evil.example"), ("Marquee-Console", "1")],
        [("Origin", "http://127.0.0.1:9999"), ("Marquee-Console", "1")],
        [("Origin", "null"), ("Marquee-Console", "1")],
      ]
      for fields in forged {
        let response = try server.request(
          "PUT", "/admin/screens/home", fields: [cookie] + fields, body: Lines.definition(["x"]))
        #expect(response.status == 403 && response.text.contains("cross-site"), "\(fields) \(response.text)")
      }
      for fields in [Self.ownPage, [("Origin", server.url), ("Marquee-Console", "1")]] {
        let response = try server.request(
          "PUT", "/admin/screens/home", fields: [cookie] + fields, body: Lines.definition(["y"]))
        #expect(response.status == 200, "\(response.text)")
      }
      // A token in the request needs no such proof, and wins over the cookie.
      #expect(
        try server.admin("PUT", "/screens/home", fields: [cookie], body: Lines.definition(["z"])).status
          == 200)
      #expect(try server.admin("GET", "/screens/home", fields: [cookie], token: "wrong").status == 403)
      let signIn = try server.request(
        "POST", "/admin/session", fields: [("Origin", "http://evil.example")],
        body: #"{"token":"\#(FolderServer.token)"}"#)
      #expect(signIn.status == 403)
    }
  }

  @Test(
    arguments: [
      ("localhost:8080", 200), ("127.0.0.1:8080", 200), ("127.9.9.9", 200), ("[::1]:8080", 200),
      ("app.localhost:1", 200), ("LOCALHOST", 200), ("evil.example", 421), ("localhost.evil.example", 421),
      ("10.0.0.7:8080", 421), ("127.0.0.1.nip.io", 421),
    ])
  func `the console is served under the server's own host names`(host: String, status: Int) throws {
    try FolderServer.run(in: folder) { server in
      #expect(try server.get("/console/", fields: [("Host", host)]).status == status)
      let cookie = try signIn(server)
      let response = try server.get("/admin/screens/home", fields: [cookie, ("Host", host)])
      #expect(response.status == status)
    }
  }

  @Test func `a public URL is a host name of the console, with a secure cookie`() throws {
    var options = FolderServer.Options()
    options.publicURL = "https://screens.example/base"
    try FolderServer.run(in: folder, options) { server in
      #expect(try server.get("/console/", fields: [("Host", "screens.example")]).status == 200)
      let response = try server.request(
        "POST", "/admin/session", fields: [("Host", "screens.example")],
        body: #"{"token":"\#(FolderServer.token)"}"#)
      #expect((response.value(of: "Set-Cookie") ?? "").hasSuffix("; Secure"))
    }
  }

  @Test func `a session has the scope of its token and ends with it`() throws {
    try FolderServer.run(in: folder) { server in
      let made = try server.admin("PUT", "/tokens/reader", body: #"{"scope":"read"}"#)
      let secret = try #require(try JSONParser.parse(made.text)["token"]?.stringValue)
      let cookie = try signIn(server, token: secret)
      #expect(try server.get("/admin/screens/home", fields: [cookie]).status == 200)
      let write = try server.request(
        "PUT", "/admin/screens/home", fields: [cookie] + Self.ownPage, body: Lines.definition(["x"]))
      #expect(write.status == 403 && write.text.contains("insufficient-scope"))
      #expect(try server.admin("DELETE", "/tokens/reader").status == 200)
      #expect(try server.get("/admin/screens/home", fields: [cookie]).status == 401)
    }
  }

  @Test func `a wrong token is refused, and after ten no more are tried`() throws {
    try FolderServer.run(in: folder) { server in
      func attempt(_ token: String) throws -> FolderServer.Response {
        try server.request("POST", "/admin/session", body: #"{"token":"\#(token)"}"#)
      }
      for number in 1...10 { #expect(try attempt("wrong-\(number)").status == 403) }
      let refused = try attempt(FolderServer.token)
      #expect(refused.status == 429, "\(refused.text)")
      #expect(refused.value(of: "Retry-After").flatMap { Int($0) }.map { (1...900).contains($0) } == true)
      for body in ["", "{}", "[]", #"{"token":1}"#, #"{"token":"a","x":1}"#] {
        #expect(
          [400, 422].contains(try server.request("POST", "/admin/session", body: body).status), "\(body)")
      }
    }
  }

  @Test func `the limiter counts by address and forgets after its period`() throws {
    let limiter = SignInLimiter()
    let (one, other) = (NumericAddress("192.0.2.1"), NumericAddress("2001:db8::1"))
    for _ in 0..<10 { limiter.fail(one, now: 100) }
    #expect(limiter.wait(one, now: 100) == 900)
    #expect(limiter.wait(one, now: 999.5) == 1)
    #expect(limiter.wait(one, now: 1000) == nil)
    #expect(limiter.wait(other, now: 100) == nil)
    limiter.fail(one, now: 1001)
    #expect(limiter.wait(one, now: 1001) == nil)
    for _ in 0..<10 { limiter.fail(other, now: 100) }
    limiter.succeed(other)
    #expect(limiter.wait(other, now: 100) == nil)
  }

  @Test func `another server's cookie of the same name does not end a session`() throws {
    try FolderServer.run(in: folder) { server in
      let cookie = try signIn(server)
      let both = (name: "Cookie", value: "marquee-8080=another; " + cookie.value)
      #expect(try server.get("/admin/session", fields: [both]).status == 200)
    }
  }

  @Test func `addresses of one IPv6 network count together`() throws {
    let one = try #require(NumericAddress("2001:db8:1:2::1"))
    #expect(one.network == NumericAddress("2001:db8:1:2:ffff::9")?.network)
    #expect(one.network != NumericAddress("2001:db8:1:3::1")?.network)
    let address = try #require(NumericAddress("192.0.2.1"))
    #expect(address.network == address && address == NumericAddress("::ffff:192.0.2.1"))
    #expect(NumericAddress("/run/socket") == nil)
  }

  @Test func `sessions end by age, by idling and by their number`() throws {
    let sessions = ConsoleSessions()
    let id = sessions.begin(.administrator, token: nil, now: 1000)
    #expect(sessions.session(id, now: 1000 + 3599) != nil)
    #expect(sessions.session(id, now: 1000 + 3599 + 3600) == nil)
    let active = sessions.begin(.administrator, token: nil, now: 0)
    for hour in 1..<24 { _ = sessions.session(active, now: Double(hour) * 1800) }
    #expect(sessions.session(active, now: 12 * 3600 - 1) != nil)
    #expect(sessions.session(active, now: 12 * 3600) == nil)
    let first = sessions.begin(.administrator, token: nil, now: 0)
    for number in 0..<ConsoleSessions.maximumCount {
      _ = sessions.begin(.administrator, token: nil, now: 1 + Double(number) / 1000)
    }
    #expect(sessions.session(first, now: 3) == nil)
    #expect(sessions.session("", now: 0) == nil)
  }

  @Test func `a script is sent without comments, indentation and empty lines`() {
    let script = """
      // Why.
      /** One. */
      const url = 'https://e.test'; // beside code
        /**
         * Several
         */
        h(/** @type {A} */ (b));
      /** @type {B} */ c();
        d /* e */;
      const text = `{
        "kept": \\`1

        // kept
      }`;

        e(`one`, `two`);

      """
    #expect(
      String(decoding: ConsoleSource.compacted(Array(script.utf8)), as: UTF8.self) == """
        const url = 'https://e.test'; // beside code
        h(/** @type {A} */ (b));
        /** @type {B} */ c();
        d /* e */;
        const text = `{
          "kept": \\`1

          // kept
        }`;
        e(`one`, `two`);

        """)
  }

  @Test func `files have strong tags and are compressed, and unknown ones are not found`() throws {
    try FolderServer.run(in: folder) { server in
      let page = try server.get("/console/screens/home?x=1")
      #expect(page.status == 200 && page.value(of: "Content-Type") == "text/html; charset=utf-8")
      #expect((page.value(of: "Content-Security-Policy") ?? "").contains("trusted-types 'none'"))
      #expect(page.value(of: "Access-Control-Allow-Origin") == nil)
      #expect(try server.get("/console").value(of: "Location") == "/console/")
      #expect(try server.get("/console/app/none.js").status == 404)
      #expect(try server.get("/console/app/../main.js").status == 400)
      var compressed = 0
      for (name, file) in ConsoleFile.all {
        let plain = try server.get("/console/app/" + name)
        #expect(plain.status == 200 && plain.body == file.identity.bytes)
        let tag = try #require(plain.value(of: "ETag"))
        #expect(try server.get("/console/app/" + name, fields: [("If-None-Match", tag)]).status == 304)
        let coded = try server.get("/console/app/" + name, fields: [("Accept-Encoding", "gzip")])
        compressed += coded.body.count
        if coded.value(of: "Content-Encoding") != nil { #expect(coded.value(of: "ETag") != tag) }
        // Markup from strings, code from strings and addresses of others would break the policy.
        let text = plain.text
        for forbidden in [
          "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
        ] {
          #expect(!text.contains(forbidden), "\(name) has \(forbidden)")
        }
      }
      #expect(compressed <= 260 << 10, "\(compressed) bytes")
    }
  }

  @Test func `the style of the pages has every style sheet`() throws {
    let style = try #require(ConsoleFile.all["style.css"]).identity.bytes
    let sources = PackageFolder.url.appendingPathComponent("Sources/CConsole/app")
    let sheets = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".css") }
    var count = 0
    for sheet in sheets {
      let source = try Data(contentsOf: sources.appendingPathComponent(sheet))
      let bytes = ConsoleSource.compacted([UInt8](source))
      #expect(style.firstRange(of: bytes) != nil, "\(sheet) is not in ConsoleFile.styleSheets")
      count += bytes.count
    }
    #expect(count == style.count)
  }
}
