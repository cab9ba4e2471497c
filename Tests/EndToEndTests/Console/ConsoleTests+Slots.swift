import CurlClient
import JSONText
import TestFolders
import Testing

/// The slots of items on the canvas, the previews side by side, and the navigation.
extension ConsoleTests {
  private func waitForPreview(_ browser: Browser) async throws {
    try await browser.wait(
      until:
        "return document.querySelector('iframe[title=Preview]')?.contentDocument?.querySelector('[data-item]') != null"
    )
  }

  @Test func `an item is added in a slot by the plus on the canvas, and by keyboard`() async throws {
    try folder.write(
      #"""
      {"type": "object", "properties": {"title": {"type": "string"}, "children": {"type": "array",
        "items": {"$ref": "marquee:item", "properties": {"viewType": {"enum": ["ONE_LINE_TEXT"]}}}}}}
      """#, to: "screens/_types/ROW.json")
    try folder.write(
      #"""
      {"items": [{"id": "row", "viewType": "ROW", "content": {"title": "Row", "children": [
        {"id": "soup", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Soup"}},
        {"id": "rice", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Rice"}}]}}]}
      """#, to: "screens/nested.json")
    func place(_ words: String) -> String {
      ".canvas-gap:not([hidden])[aria-description='\(words)']"
    }
    func add(_ browser: Browser) async throws {
      let types =
        "return [...document.querySelectorAll('dialog[open] input[type=radio]')].map((one) => one.value)"
      let choice = try await browser.element("dialog[open] input[value=ONE_LINE_TEXT]")
      // Those that the slot takes.
      #expect(try await browser.script(types) == ["ONE_LINE_TEXT"])
      try await browser.click(choice)
      try await browser.press([Browser.Key.control, Browser.Key.enter])
    }
    try await run { server, browser in
      try await browser.setSize(1440, 900)
      try await browser.open(server.url + "/console/screens/nested?item=row")
      try await waitForPreview(browser)
      try await browser.click(try await browser.element(place("Before rice")))
      try await add(browser)
      try await waitForItems(["row", "soup", "ONE_LINE_TEXT-1", "rice"], browser)
      _ = try await browser.element(place("At the end of row: children"))

      // By keyboard: from the canvas to the bar of the item, and its menu.
      try await browser.press([Browser.Key.shift, Browser.Key.f6], [Browser.Key.down])
      _ = try await browser.element(role: "toolbar", "Actions of rice")
      try await browser.tab(to: ".canvas-bar button")
      try await browser.press([Browser.Key.end], [Browser.Key.enter])
      try await browser.wait(
        until: "return document.activeElement.textContent === 'Add item below …'")
      try await browser.press([Browser.Key.enter])
      try await add(browser)
      try await waitForItems(["row", "soup", "ONE_LINE_TEXT-1", "rice", "ONE_LINE_TEXT-2"], browser)
      try await server.wait(for: "the items in the slot") { server in
        let draft = try JSONParser.parse(try await server.admin("GET", "/screens/nested/draft").text)
        return draft["definition"]?["items"]?.arrayValue?.first?["content"]?["children"]?.arrayValue?
          .compactMap { $0["id"]?.stringValue } == ["soup", "ONE_LINE_TEXT-1", "rice", "ONE_LINE_TEXT-2"]
      }
    }
  }

  @Test func `a click in one of the previews side by side chooses the item in all, and its variant`()
    async throws
  {
    try await run { server, browser in
      try await browser.setSize(1440, 900)
      try await browser.open(server.url + "/console/screens/home?side=variants&zoom=1")
      let frame = try await browser.element("iframe[title='Preview of control']")
      try await browser.wait(
        until:
          "return arguments[0].contentDocument.querySelector('[data-item=perilla] [data-member]') !== null",
        frame.json)
      try await browser.command("POST", "/frame", ["id": frame.json])
      try await browser.click(try await browser.element("[data-item=perilla] [data-member]"))
      try await browser.command("POST", "/frame", ["id": .null])
      try await browser.wait(until: "return document.activeElement.closest('.item-form .content') !== null")
      #expect(
        try await browser.script("return document.querySelector('.variants select').value") == "control")
      #expect(try await browser.text(of: try await browser.element("#form-title")) == "perilla")
      try await browser.wait(
        until: """
          return [...document.querySelectorAll('.board-column iframe')].map((frame) =>
            frame.contentDocument.querySelector('[data-selected]')?.getAttribute('data-item')).join() === 'perilla,perilla'
          """)
    }
  }

  @Test(arguments: [1024, 1280, 1440])
  func `the navigation has one line, with room for another link`(width: Int) async throws {
    try await run { server, browser in
      try await browser.setSize(width, 800)
      try await browser.open(server.url + "/console/mock")
      try await browser.wait(until: Self.isLoaded)
      let fits = try await browser.script(
        """
        const nav = document.querySelector('nav[aria-label=Main]');
        const link = document.createElement('a');
        link.textContent = 'Endpoints';
        nav.querySelector('.nav-links').append(link);
        const end = document.querySelector('.find-button').getBoundingClientRect().left;
        const shown = [...nav.querySelectorAll('a, button')].filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect());
        const middle = ({ top, bottom }) => Math.round((top + bottom) / 2);
        return [new Set(shown.map(middle)).size, shown.every(({ right }) => right <= end),
          document.documentElement.scrollWidth <= innerWidth]
        """)
      #expect(fits == [1, true, true])
      guard width < 1280 else { return }
      // The links of a group are below its button, which says that the view is one of them.
      try await browser.click(button: "Server")
      try await browser.press([Browser.Key.escape])
      #expect(try await browser.script("return document.activeElement.textContent") == "Server")
      #expect(
        try await browser.script("return document.activeElement.classList.contains('has-current')") == true)
      try await browser.press([Browser.Key.enter], [Browser.Key.tab], [Browser.Key.enter])
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'Requests'")
      #expect(
        try await browser.script("return document.querySelector('.nav-links a').checkVisibility()") == false)
    }
  }
}
