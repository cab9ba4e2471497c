import CurlClient
import JSONText
import TestFolders
import Testing

/// What follows from a key: the row of its item, and the preview.
extension ConsoleTests {
  private func openText(_ route: String, _ item: String, _ browser: Browser, _ server: Server) async throws
    -> Browser.Element
  {
    try await browser.open(server.url + "/console/screens/\(route)?item=\(item)")
    _ = try await browser.element("li[data-item='\(item)']")
    _ = try await browser.element("iframe[title=Preview]")
    return try await browser.element(role: "textbox", "text1")
  }

  /// Waits until the page in the frame says a text.
  private func waitForPage(toSay text: String, _ browser: Browser) async throws {
    try await browser.wait(
      until:
        "return document.querySelector('iframe[title=Preview]')?.contentDocument?.body.textContent.includes(arguments[0]) ?? false",
      .string(text))
  }

  @Test func `what is typed is seen in the preview before it is saved`() async throws {
    try await run { server, browser in
      let field = try await openText("list", "two", browser, server)
      // The draft is never saved.
      try await browser.script(
        """
        const send = window.fetch;
        window.fetch = (path, options) => (options?.method === 'PUT' ? new Promise(() => {}) : send(path, options));
        """)
      try await browser.type("typed only", into: field)
      // The server's page says what it is.
      try await waitForPage(toSay: "list · the draft, not published", browser)
      try await waitForPage(toSay: "typed only", browser)
      #expect(try await server.admin("GET", "/screens/list/draft").status == 404)
    }
  }

  @Test func `a draft that has just been saved is not loaded again, and a published version is shown`()
    async throws
  {
    try await run { server, browser in
      let field = try await openText("list", "two", browser, server)
      try await browser.script("window.first = document.querySelector('iframe[title=Preview]')")
      try await browser.type("two!", into: field)
      try await waitForPage(toSay: "list · the draft, not published", browser)
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      try await waitForPage(toSay: "list · version 2", browser)
      #expect(try await browser.script("return first === document.querySelector('.stage iframe')") == true)
    }
  }

  @Test func `a key changes the row of its item, and nothing else in the list or the address`() async throws {
    try folder.write(Self.list((1...300).map { "item-\($0)" }), to: "screens/long.json")
    try await run { server, browser in
      let field = try await openText("long", "item-7", browser, server)
      try await browser.script(
        """
        window.changed = new Set();
        window.replaced = 0;
        new MutationObserver((records) => {
          for (const { target } of records) {
            const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
            changed.add(element?.closest('li')?.dataset.item ?? 'the list');
          }
        }).observe(document.querySelector('ul.items'),
          { subtree: true, childList: true, attributes: true, characterData: true });
        const replace = history.replaceState;
        history.replaceState = (...values) => { window.replaced += 1; replace.apply(history, values); };
        """)
      try await browser.type("typed", into: field)
      try await browser.wait(
        until: "return document.querySelector('li[data-item=item-7] .row-title').textContent === 'typed'")
      #expect(try await browser.script("return [...changed].join()") == "item-7")
      #expect(try await browser.script("return replaced") == 0)
    }
  }

  @Test func `changes of different members of one item are merged without a question`() async throws {
    try folder.write(
      #"{"items":[{"id":"a","viewType":"TWO_LINE_TEXT","content":{"text1":"one","text2":"two"}}]}"#,
      to: "screens/pair.json")
    try await run(allowsErrors: true) { server, browser in
      let field = try await openText("pair", "a", browser, server)
      try await browser.type("mine", into: field)
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      try await server.put(
        "pair",
        #"{"items":[{"id":"a","viewType":"TWO_LINE_TEXT","content":{"text1":"one","text2":"theirs"}}]}"#)
      try await browser.click(button: "Merge it into my draft")
      _ = try await browser.element(".fitting")
      #expect(try await browser.script("return document.querySelector('.collision')") == .null)
      try await browser.click(button: "Use the result")
      try await browser.wait(until: "return document.querySelector('dialog[open]') === null")
      try await publish(browser)
      try await browser.waitForStatus("Published version 3")
      let content = try JSONParser.parse(try await server.admin("GET", "/screens/pair").text)["items"]?
        .arrayValue?.first?["content"]
      #expect(content == ["text1": "mine", "text2": "theirs"])
    }
  }
}
