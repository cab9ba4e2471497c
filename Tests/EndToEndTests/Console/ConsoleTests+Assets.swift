import CurlClient
import JSONText
import TestFolders
import Testing

/// Assets in a browser that is signed in to the console, which has the same origin.
extension ConsoleTests {
  /// Deletes a screen as the signed-in person. The request is synchronous, so the page is not loaded before it ends.
  private static let attack = """
    var request = new XMLHttpRequest();
    request.open('DELETE', '/admin/screens/list', false);
    request.setRequestHeader('Marquee-Console', '1');
    request.send();
    """

  private static let page =
    "<!doctype html><title>asset</title><p style='color:red'>text</p><script>\(attack)</script>"
  private static let image = """
    <svg xmlns="http://www.w3.org/2000/svg"><title>asset</title><script>\(attack)</script>\
    <rect width="9" height="9" style="fill:red"/></svg>
    """

  @Test(.bug(id: "F35")) func `a script in an asset does not run, and so does not act as who is signed in`()
    async throws
  {
    try folder.write(Self.page, to: "screens/_assets/page.html")
    try folder.write(Self.image, to: "screens/_assets/image.svg")
    // The extensions and first bytes do not matter.
    try folder.write(Self.page, to: "screens/_assets/deep/PAGE.HTM")
    try await run(allowsErrors: true) { server, browser in
      #expect(try await server.admin("POST", "/changesets", body: #"{"name":"spring"}"#).status == 201)
      let session = try JSONParser.parse(try await server.admin("POST", "/sessions").text)
      let prefixes = ["", "/c/spring", try #require(session["path"]?.stringValue)]
      for prefix in prefixes {
        for name in ["page.html", "image.svg", "deep/PAGE.HTM"] {
          _ = try await browser.errors()
          try await browser.open("\(server.url)\(prefix)/assets/\(name)")
          #expect(try await browser.url == "\(server.url)\(prefix)/assets/\(name)")
          let screen = try await server.admin("GET", "/screens/list")
          #expect(screen.status == 200 && screen.value(of: "ETag") == "\"1\"", "\(prefix) \(name)")
          let errors = try await browser.errors()
          #expect(errors.contains { $0.contains("Blocked script execution") }, "\(errors)")
        }
      }
      // The session is still valid: it was the asset that could not use it.
      try await openScreen("list", browser, server)
    }
  }
}
