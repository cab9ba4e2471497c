import Foundation
import MessageDigest
import TestFolders
import Testing

/// Problems that people see: errors of previews and of the console, in a browser.
@Suite final class ProblemPageTests: Sendable {
  private static let html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["one"]), to: "screens/home.json")
  }

  private func get(_ path: String, _ server: FolderServer, host: String? = nil) throws
    -> FolderServer.Response
  {
    let host = host.map { [(name: "Host", value: $0)] } ?? []
    return try server.get(path, fields: [(name: "Accept", value: Self.html)] + host)
  }

  @Test(
    .bug(id: "F39"),
    arguments: [
      ("/preview/nowhere", 404, "no screen has the route \"nowhere\""),
      ("/preview/home?version=draft", 401, "send Authorization: Bearer TOKEN"),
      ("/preview/home?width=1", 400, "must be a whole number from 240 to 1280"),
      ("/preview/home?expires=1&signature=0", 200, ""),
      ("/preview/home?version=draft&expires=1&signature=0", 403, "the signature does not match the link"),
      ("/preview/%zz", 400, "two hexadecimal digits follow a %"),
      ("/preview", 404, "no resource has the path"),
      ("/previews/NONE", 404, "NONE"), ("/previews/NONE/sample", 404, "NONE"),
      ("/console/app/none.js", 404, "no resource has the path"),
      ("/c/none/preview/home", 404, "there is no change set \"none\""),
      ("/s/0123456789abcdef/preview/home", 404, "the session has ended"),
      ("/c/spring/preview/nowhere", 404, "no screen has the route \"nowhere\""),
    ])
  func `a browser gets an error as a page with the text of the problem`(
    path: String, status: Int, text: String
  ) throws {
    try FolderServer.run(in: folder) { server in
      try server.makeSet("spring")
      let page = try get(path, server)
      let problem = try server.get(path)
      #expect(page.status == status && problem.status == status, "\(page.text)")
      #expect(page.value(of: "Content-Type") == "text/html; charset=utf-8")
      guard status >= 400 else { return }
      #expect(problem.value(of: "Content-Type") == "application/problem+json")
      #expect(problem.text.contains(text.replacing("\"", with: "\\\"")), "\(problem.text)")
      #expect(page.text.contains(text.replacing("\"", with: "&quot;")), "\(page.text)")
      #expect(page.text.hasPrefix("<!doctype html><html lang=\"en\">") && !page.text.contains("<script"))
      // No style but the one of the page, and nothing else at all.
      let style = try #require(page.text.firstMatch(of: #/<style>(.*?)</style>/#)?.1)
      let digest = Data(SHA256Digest(of: Array(style.utf8)).bytes).base64EncodedString()
      #expect(
        page.value(of: "Content-Security-Policy")
          == "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'self'; sandbox")
      for (name, value) in [
        ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("Vary", "Accept"),
      ] {
        #expect(page.value(of: name) == value, "\(name)")
      }
    }
  }

  @Test func `a page of another host says that it is the wrong one`() throws {
    try FolderServer.run(in: folder) { server in
      let page = try get("/console/", server, host: "elsewhere.example")
      #expect(page.status == 421 && page.value(of: "Content-Type") == "text/html; charset=utf-8")
      #expect(page.text.contains("the console is not served under this host"))
    }
  }

  @Test func `what people put in is text`() throws {
    try FolderServer.run(in: folder) { server in
      let page = try get("/preview/%3Cscript%3Ealert(1)%3C%2Fscript%3E", server)
      #expect(page.status == 404)
      #expect(!page.text.contains("<script"), "\(page.text)")
      #expect(page.text.contains("&lt;script&gt;alert(1)"), "\(page.text)")
    }
  }

  @Test func `other addresses, and clients that prefer no page, get the problem`() throws {
    try FolderServer.run(in: folder) { server in
      for path in ["/screens/nowhere", "/admin/screens/home", "/nothing", "/assets/none"] {
        #expect(try get(path, server).value(of: "Content-Type") == "application/problem+json", "\(path)")
      }
      for accept in ["*/*", "application/json", "application/problem+json, text/html", "text/html;q=0", ""] {
        let response = try server.get("/preview/nowhere", fields: [("Accept", accept)])
        #expect(response.value(of: "Content-Type") == "application/problem+json", "\(accept)")
      }
    }
  }

  @Test func `the address of the server alone leads a browser to the console`() throws {
    try FolderServer.run(in: folder) { server in
      let redirect = try get("/", server)
      #expect(redirect.status == 302 && redirect.value(of: "Location") == "/console/")
      #expect(redirect.value(of: "Vary") == "Accept")
      #expect(try server.get("/").status == 404)
      #expect(try server.get("/").text.contains(#"no resource has the path \"/\""#))
    }
  }
}
