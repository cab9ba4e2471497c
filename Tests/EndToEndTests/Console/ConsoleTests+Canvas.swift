import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Editing on the canvas, the page in the frame `Preview`.
extension ConsoleTests {
  /// Opens a screen, and counts from then on how often a frame is loaded.
  private func openCanvas(_ route: String, _ browser: Browser, _ server: Server) async throws {
    try await browser.open(server.url + "/console/screens/\(route)")
    try await browser.wait(
      until:
        "return document.querySelector('iframe[title=Preview]')?.contentDocument?.querySelector('[data-item]') != null"
    )
    try await browser.script(
      """
      window.loads = 0;
      new MutationObserver((records) => {
        window.loads += records.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.tagName === 'IFRAME').length;
      }).observe(document.querySelector('.stage'), { childList: true });
      document.querySelector('.stage iframe').addEventListener('load', () => { window.loads += 1; });
      """)
  }

  private func click(_ selector: String, twice: Bool = false, _ browser: Browser) async throws {
    try await browser.inPreview {
      let element = try await browser.element(selector)
      if twice { try await browser.doubleClick(element) } else { try await browser.click(element) }
    }
  }

  private func texts(_ browser: Browser) async throws -> JSONValue {
    try await browser.script(
      """
      return [...document.querySelector('iframe[title=Preview]').contentDocument.querySelectorAll('[data-member]')]
        .map((one) => one.textContent)
      """)
  }

  private func waitForTexts(_ texts: [String], _ browser: Browser) async throws {
    try await browser.wait(
      until: """
        return [...document.querySelector('iframe[title=Preview]').contentDocument.querySelectorAll('[data-member]')]
          .map((one) => one.textContent).join() === arguments[0]
        """, .string(texts.joined(separator: ",")))
  }

  private func text(of item: String, in route: String, _ server: Server) async throws -> JSONValue? {
    let draft = try JSONParser.parse(try await server.admin("GET", "/screens/\(route)/draft").text)
    return draft["definition"]?["items"]?.arrayValue?.first { $0["id"]?.stringValue == item }?["content"]?[
      "text1"]
  }

  private func waitUntilSaved(_ browser: Browser) async throws {
    try await browser.wait(
      until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
  }

  @Test
  func `a click selects an item and goes to the field of its text, a double click edits the text in place`()
    async throws
  {
    try await run { server, browser in
      try await openCanvas("list", browser, server)
      try await click("[data-item=two] [data-member]", browser)
      _ = try await browser.element("li[data-item=two].selected")
      #expect(try await browser.name(of: try await browser.element(":focus")) == "text1")
      #expect(try await browser.script("return document.activeElement.value") == "two")

      // What is typed in the form is on the canvas before the server knows it.
      try await browser.script(
        """
        const send = window.fetch;
        window.hold = new Promise((go) => { window.go = go; });
        window.fetch = (path, options) => (path.includes('/admin/previews') ? hold.then(() => send(path, options))
          : send(path, options));
        """)
      try await browser.write("Zwei")
      #expect(try await texts(browser) == ["one", "Zwei", "three"])
      try await browser.script("go()")

      try await click("[data-item=three] [data-member]", twice: true, browser)
      _ = try await browser.inPreview { try await browser.element("[data-item=three] [contenteditable]") }
      try await browser.write("Drei <b>")
      #expect(
        try await browser.script("return document.querySelector('.item-form .content input').value")
          == "Drei <b>")
      try await browser.press([Browser.Key.enter])
      try await click("[data-item=one] [data-member]", twice: true, browser)
      try await browser.write("gone")
      try await browser.press([Browser.Key.escape])
      try await waitUntilSaved(browser)
      try await waitForTexts(["one", "Zwei", "Drei <b>"], browser)
      #expect(try await text(of: "one", in: "list", server) == "one")
      #expect(try await text(of: "three", in: "list", server) == "Drei <b>")
      // What was taken back leaves no step of undo.
      try await browser.click(button: "Undo")
      try await waitForTexts(["one", "Zwei", "three"], browser)
      #expect(try await browser.script("return loads") == 0)
    }
  }

  @Test
  func
    `the selected item is moved, duplicated and edited by its bar and by keys, and one is added beside it`()
    async throws
  {
    try await run { server, browser in
      try await openCanvas("list", browser, server)
      try await click("[data-item=two] [data-member]", browser)
      _ = try await browser.element(role: "toolbar", "Actions of two")
      try await browser.click(button: "Move up")
      try await browser.waitForStatus("Moved two from 2 to 1")
      try await waitForTexts(["two", "one", "three"], browser)
      try await browser.click(button: "Move up")
      try await browser.waitForStatus("It is at the top already.")
      try await browser.click(button: "Duplicate")
      _ = try await browser.element(role: "toolbar", "Actions of two-2")
      try await waitForTexts(["two", "two", "one", "three"], browser)
      #expect(
        try await browser.elements(role: "button").map(\.name).filter { $0 == "Add item here" }.count == 5)

      // By keyboard alone: F6 leads into the canvas.
      try await browser.press([Browser.Key.f6])
      try await browser.wait(until: "return document.activeElement.matches('.item-form *')")
      try await browser.press([Browser.Key.shift, Browser.Key.f6])
      try await browser.wait(until: "return document.activeElement.title === 'Preview'")
      try await browser.press([Browser.Key.down])
      _ = try await browser.element(role: "toolbar", "Actions of one")
      try await browser.press([Browser.Key.alt, Browser.Key.down])
      try await waitForItems(["two", "two-2", "three", "one"], browser)
      try await browser.press([Browser.Key.enter])
      try await browser.write("Eins")
      try await browser.press([Browser.Key.enter], [Browser.Key.up])
      _ = try await browser.element(role: "toolbar", "Actions of three")
      try await waitForTexts(["two", "two", "three", "Eins"], browser)

      let gaps = try await browser.elements(role: "button").filter { $0.name == "Add item here" }
      try await browser.click(try #require(gaps.first).element)
      try await browser.click(
        try await browser.element(
          "input[value=ONE_LINE_TEXT]"
        ))
      try await browser.click(button: "Add")
      try await waitForItems(["ONE_LINE_TEXT-1", "two", "two-2", "three", "one"], browser)
      // The new item has the name of its text until it has a text.
      try await waitForTexts(["text1", "two", "two", "three", "Eins"], browser)
      #expect(try await browser.script("return loads") == 0)
    }
  }

  @Test func `an item is dragged on the canvas, and in a variant the edits are the variant's`() async throws {
    try folder.write(
      #"""
      {"items": [{"id": "a", "viewType": "ONE_LINE_TEXT", "content": {"text1": "a"}},
        {"id": "b", "viewType": "ONE_LINE_TEXT", "content": {"text1": "b"}},
        {"id": "c", "viewType": "ONE_LINE_TEXT", "content": {"text1": "c"}}],
        "experiment": {"key": "k", "variants": [{"key": "control"}, {"key": "warm"}]}}
      """#, to: "screens/varied.json")
    try await run { server, browser in
      try await openCanvas("varied?edit=warm", browser, server)
      try await browser.inPreview {
        let target = try await browser.element("[data-item=a]")
        try await browser.drag(try await browser.element("[data-item=c]"), to: target)
      }
      try await waitForItems(["c", "a", "b"], browser)
      try await waitForTexts(["c", "a", "b"], browser)
      try await click("[data-item=a] [data-member]", twice: true, browser)
      try await browser.write("warm")
      try await browser.press([Browser.Key.enter])
      try await waitUntilSaved(browser)
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/varied/draft").text)[
        "definition"]
      #expect(
        draft?["items"]?.arrayValue?.compactMap { $0["content"]?["text1"]?.stringValue } == ["a", "b", "c"])
      let page = try await server.admin("GET", "/screens/varied").text
      #expect(!page.contains(#""warm","changes""#))
      try await waitForTexts(["c", "warm", "b"], browser)
      // The preview of another version is no canvas of what is edited.
      try await browser.open(server.url + "/console/screens/varied?version=1")
      try await openCanvas("varied?version=1", browser, server)
      try await click("[data-item=a] [data-member]", twice: true, browser)
      try await browser.waitForStatus(
        "The preview does not show what you edit, so nothing can be changed in it.")
    }
  }

  @Test func `no script of the content or of the frame runs`() async throws {
    let hostile = #"<img src=x onerror=top.hacked=1><script>top.hacked=1</script>"#
    try folder.write(
      #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(hostile)"}}]}"#,
      to: "screens/hostile.json")
    try await run(allowsErrors: true) { server, browser in
      try await openCanvas("hostile", browser, server)
      #expect(try await texts(browser) == [.string(hostile)])
      let frame = try await browser.element("iframe[title=Preview]")
      #expect(
        try await browser.script("return arguments[0].getAttribute('sandbox')", [frame.json])
          == "allow-same-origin")
      try await click("[data-item=a] [data-member]", twice: true, browser)
      try await browser.script(
        """
        const page = document.querySelector('iframe[title=Preview]').contentDocument;
        const data = new DataTransfer();
        data.setData('text/html', '<b onclick="top.hacked=1">x</b><script>top.hacked=1</script>');
        data.setData('text/plain', '<b>pasted</b>');
        page.querySelector('[contenteditable]').dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        """)
      #expect(try await browser.script(Self.markupIn("[contenteditable]")) == "0 <b>pasted</b>")
      try await browser.press([Browser.Key.enter])
      // Even markup that got into the page, which nothing makes, could run nothing and lead nowhere.
      try await browser.script(
        """
        const page = document.querySelector('iframe[title=Preview]').contentDocument;
        const add = (tag, attributes, text = '') => {
          const element = page.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          element.textContent = text;
          page.body.append(element);
          return element;
        };
        add('script', {}, 'top.hacked = "script"');
        add('script', { src: '/console/app/main.js' });
        add('iframe', { srcdoc: '<script>top.hacked = "frame"</script>' });
        add('object', { data: 'javascript:top.hacked = "object"' });
        add('meta', { 'http-equiv': 'refresh', content: '0;url=javascript:top.hacked="meta"' });
        add('button', { onclick: 'top.hacked = "handler"' }).click();
        add('a', { href: 'javascript:top.hacked="link"' }).click();
        add('a', { href: '/preview/list', target: '_top' }).click();
        const form = add('form', { action: '/admin/session', method: 'post' });
        form.submit();
        add('img', { src: '/missing.png', onerror: 'top.hacked = "image"', id: 'image' });
        """)
      try await browser.wait(
        until:
          "return document.querySelector('iframe[title=Preview]').contentDocument.getElementById('image')?.complete ?? true"
      )
      #expect(try await browser.script("return window.hacked ?? null") == .null)
      #expect(try await browser.url.contains("/console/screens/hostile"))
    }
  }

  private static func markupIn(_ selector: String) -> String {
    """
    const element = document.querySelector('iframe[title=Preview]').contentDocument.querySelector('\(selector)');
    return `${element.childElementCount} ${element.textContent}`;
    """
  }
}
