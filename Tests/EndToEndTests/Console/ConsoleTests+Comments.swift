import CurlClient
import Foundation
import JSONText
import Testing

/// Comments in the editor, in the review of a change set, and on the page of a guest link.
extension ConsoleTests {
  /// What would run if a text became markup.
  private static let attack =
    #"<img src=x onerror="document.title='hit'"><script>document.title='hit'</script>"#

  private static let texts = """
    return [...document.querySelectorAll('ul[aria-label=Comments] .comment-text')].map((text) => text.textContent)
    """

  private func waitForComments(_ texts: [String], _ browser: Browser) async throws {
    try await browser.wait(
      until: "return JSON.stringify((() => { \(Self.texts) })()) === JSON.stringify(arguments[0])",
      .array(texts.map { .string($0) }))
  }

  private func comeBack(_ browser: Browser) async throws {
    _ = try await browser.script("document.dispatchEvent(new Event('visibilitychange'))")
  }

  private func send(_ text: String, _ browser: Browser) async throws {
    try await browser.type(text, into: try await browser.element(role: "textbox", "Comment text"))
    try await browser.click(button: "Send")
    try await browser.waitForStatus("The comment is sent")
  }

  @Test func `an item is commented on, and the comment is resolved`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await browser.click(try await browser.element("li[data-item=two] .row-main"))
      try await browser.click(button: "Comment")
      try await send(Self.attack, browser)
      try await waitForComments([Self.attack], browser)
      #expect(
        try await browser.script(
          "return document.querySelector('li[data-item=two] .note-badge').getAttribute('aria-label')")
          == "1 comment")
      // Other people's comments come by themselves, and when one comes back to the page.
      let added = try await server.admin(
        "POST", "/screens/list/comments", body: #"{"item":"two","at":"/text1","text":"Shorter?"}"#)
      #expect(added.status == 201, "\(added.text)")
      try await comeBack(browser)
      try await waitForComments([Self.attack, "Shorter?"], browser)
      try await browser.click(button: "Resolve")
      try await browser.waitForStatus("The comment is resolved")
      try await waitForComments(["Shorter?"], browser)
      // The item goes, the comment stays.
      try await server.put("list", Self.list(["one", "three"]))
      try await comeBack(browser)
      try await browser.wait(
        until:
          "return document.querySelector('.items-pane .other-comments').textContent.includes(arguments[0])",
        "two no longer exists")
      #expect(try await browser.script("return document.title.includes('hit')") == false)
    }
  }

  @Test func `comments are written on the canvas, and stand in the review of the draft`() async throws {
    try await run { server, browser in
      _ = try await server.admin("PUT", "/screens/list/draft", body: Self.list(["two", "one", "three"]))
      try await browser.open(server.url + "/console/screens/list?item=two")
      _ = try await browser.element(role: "toolbar", "Actions of two")
      let inBar = try await browser.element(".canvas-bar [aria-label=Comment]")
      try await browser.click(inBar)
      try await send("Why first?", browser)
      try await browser.wait(
        until: "return arguments[0].getAttribute('aria-description') === '1 comment'", inBar.json)
      try await browser.click(button: "Review and publish")
      let row = "dialog [aria-label=Changes] > li[data-item=two]"
      try await browser.wait(
        until:
          "return document.querySelector(arguments[0])?.querySelector('.comment-text')?.textContent === 'Why first?'",
        .string(row))
      try await browser.click(try await browser.element(row + " .comment-button"))
      try await browser.write("x")
      // Neither closes the dialog nor publishes.
      try await browser.press([Browser.Key.escape])
      try await browser.press([Browser.Key.control, Browser.Key.enter])
      try await browser.wait(
        until: "return document.querySelectorAll(arguments[0]).length === 2", .string(row + " .comment-text"))
      #expect(try await liveItems(server, "list") == ["one", "two", "three"])
      let sent = try await server.admin("GET", "/screens/list/comments").text
      #expect(sent.contains(#""text":"x""#), "\(sent)")
    }
  }

  @Test func `a guest sees a change set before and after and comments on it, and nothing else`() async throws
  {
    try await run { server, browser in
      try await server.makeSet("winter")
      let changed = try await server.inSet("winter", "PUT", "/screens/list", body: Self.list(["two", "new"]))
      #expect(changed.status == 200)
      try await browser.open(server.url + "/console/changesets/winter")
      try await browser.click(button: "Guest link")
      try await browser.click(button: "Create link")
      let link = try await browser.element("dialog input[type=url]")
      let address = try await browser.script("return arguments[0].value", [link.json])
      try await browser.click(button: "Close")
      // A second link is made and revoked; the first stays.
      try await browser.click(button: "Guest link")
      try await browser.click(button: "Create link")
      try await browser.click(button: "Revoke link 2")
      try await browser.wait(
        until: """
          return [...document.querySelectorAll('.guest-links button')].map((one) => one.ariaLabel).join() === 'Revoke link 1'
          """)
      try await browser.click(button: "Close")
      // The guest has no session.
      try await browser.click(button: "Sign out")
      _ = try await browser.element(role: "textbox", "Admin token")
      try await browser.open(try #require(address.stringValue))
      try await browser.wait(
        until: """
          return [...document.querySelectorAll('ul[aria-label=Changes] > [data-item]')].map((row) => [row.dataset.item,
            ...[...row.querySelectorAll('[role=img]')].map((picture) => picture.ariaLabel)].join(' ')).join()
            === 'one Before,new After,three Before'
          """)
      try await browser.wait(
        until: """
          return document.querySelector('[data-item=new] [aria-label=After]').shadowRoot?.textContent === 'new'
          """)
      try await browser.click(try await browser.element("[data-item=new] .comment-button"))
      try await send(Self.attack, browser)
      try await waitForComments([Self.attack], browser)
      try await browser.setSize(390, 844)
      #expect(
        try await browser.script("return document.documentElement.scrollWidth <= innerWidth") == true)
      if let path = ProcessInfo.processInfo.environment["AXE_SCRIPT"] {
        _ = try await browser.script(try String(contentsOfFile: path, encoding: .utf8))
        #expect(try await browser.asyncScript(Self.violations) == [])
      }
      #expect(try await browser.script("return document.title.includes('hit')") == false)
      let comments = try await server.inSet("winter", "GET", "/screens/list/comments")
      #expect(comments.text.contains(#""by":"guest""#), "\(comments.text)")
      // The console asks the guest for a token.
      try await browser.open(server.url + "/console/changesets/winter")
      _ = try await browser.element(role: "textbox", "Admin token")
    }
  }
}
