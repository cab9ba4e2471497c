import BuiltPrograms
import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee-demo-app --web`: `<marquee-screen>` in Chromium.
@Suite(.serialized, .inOneBrowser, .enabled(if: Browser.isInstalled, Browser.leftOut))
struct WebDemoTests {
  private static func screen(_ greeting: String) -> String {
    #"""
    {"items": [
      {"id": "hello", "viewType": "ONE_LINE_TEXT", "content": {"text1": "\#(greeting)"}},
      {"id": "odd", "viewType": "TITLE", "content": {"title": 5}},
      {"id": "menu", "viewType": "AViewType", "content": {"title": "Menu", "iconUrl": "https://example.com/menu.png"}}]}
    """#
  }

  @Test func `a published change appears, an unknown item costs nothing, and a tap is an event`() async throws
  {
    let folder = try ScreensFolder()
    try folder.write(Self.screen("Hello"), to: "screens/home.json")
    // The page was generated with another schema.
    try folder.write("true", to: "screens/_types/TITLE.json")
    try await Server.run(in: folder) { server in
      let output = Pipe()
      let demo = try ChildProcess(
        BuiltProgram.url("marquee-demo-app"), ["--web", "--server", server.url, "--user", "a+b"],
        output: .descriptor(output.fileHandleForWriting.fileDescriptor), errors: .null)
      defer { demo.send(SIGKILL) }
      try output.fileHandleForWriting.close()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let address = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).output
      try await Browser.run(width: 390) { browser in
        try await browser.open(String(address))
        try await browser.wait(until: Self.shows("hello", "Hello"))
        #expect(try await browser.script("return " + Self.text("odd")) == "This version cannot show “TITLE”.")
        #expect(
          try await browser.script("return document.querySelector('marquee-screen').getAttribute('user')")
            == "a+b")

        try await browser.script("window.kept = \(Self.item("menu"))")
        let published = try await server.admin("PUT", "/screens/home", body: Self.screen("Welcome"))
        #expect(published.status == 200)
        try await browser.wait(until: Self.shows("hello", "Welcome"))
        #expect(try await browser.script("return window.kept === \(Self.item("menu"))") == true)

        try await browser.script("\(Self.item("menu")).click()")
        let log = try await browser.script("return document.querySelector('aside li').textContent")
        #expect(log == "tap menu")
        #expect(try await browser.errors() == [])
      }
    }
  }

  private static func item(_ id: String) -> String {
    "document.querySelector('marquee-screen').shadowRoot.querySelector('[data-item=\(id)]')"
  }

  private static func text(_ id: String) -> String { item(id) + "?.textContent" }

  private static func shows(_ id: String, _ text: String) -> String {
    "return \(self.text(id)) === '\(text)'"
  }
}
