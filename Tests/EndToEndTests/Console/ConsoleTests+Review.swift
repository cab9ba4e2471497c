import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Review in pictures: in the dialog that publishes, in the history, and in change sets.
extension ConsoleTests {
  /// A definition with an experiment. Variant B shows another text for `three`.
  private static func summer(_ ids: [String], _ texts: [String: String] = [:], variantB: String) -> String {
    let items = ids.map { id in
      #"{"id":"\#(id)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#(texts[id] ?? id)"}}"#
    }
    return #"""
      {"items":[\#(items.joined(separator: ","))],"experiment":{"key":"words","variants":[{"key":"A"},{"key":"B",
      "changes":[{"op":"merge","id":"three","content":{"text1":"\#(variantB)"}}]}]}}
      """#
  }

  private func openReview(_ route: String, _ browser: Browser, _ server: Server) async throws {
    try await openScreen(route, browser, server)
    try await browser.click(button: "Review and publish")
    _ = try await browser.element("ul[aria-label=Changes]")
  }

  /// The rows of the list `Changes`, as `item kind pictures`, with the variant before a slash.
  private func rows(_ browser: Browser) async throws -> [String] {
    let found = try await browser.script(
      """
      return [...document.querySelectorAll('ul[aria-label=Changes] > [data-item]')].map((row) => [
        [row.dataset.variant, row.dataset.item].filter(Boolean).join('/'), row.dataset.kind,
        ...[...row.querySelectorAll('[role=img]')].map((picture) => picture.ariaLabel)].join(' '))
      """)
    return found.arrayValue?.compactMap(\.stringValue) ?? []
  }

  /// Waits for a picture in a row, and for what it shows.
  private func waitForPicture(_ row: String, _ label: String, shows text: String, _ browser: Browser)
    async throws
  {
    try await browser.wait(
      until: """
        const row = document.querySelector(`ul[aria-label=Changes] > ${arguments[0]}`);
        row?.scrollIntoView();
        return row?.querySelector(`[aria-label=${arguments[1]}]`)?.shadowRoot?.textContent === arguments[2]
        """, .string(row), .string(label), .string(text))
  }

  @Test func `a review shows the changed items before and after, at one width and one line`() async throws {
    try await run { server, browser in
      try await server.put(
        "list",
        Self.summer(
          ["one", "two", "three", "four", "five"], ["two": "Cold soup"], variantB: "Cold noodles"))
      let draft = Self.summer(
        ["five", "two", "three", "four", "new"], ["two": "Hot soup"], variantB: "Hot noodles")
      #expect(try await server.admin("PUT", "/screens/list/draft", body: draft).status == 201)
      try await openReview("list", browser, server)
      #expect(
        try await rows(browser) == [
          "one removed Before", "five moved Before After", "two changed Before After", "new added After",
          "B/three changed Before After",
        ])
      try await waitForPicture("[data-item=two]", "Before", shows: "Cold soup", browser)
      try await waitForPicture("[data-item=two]", "After", shows: "Hot soup", browser)
      try await waitForPicture("[data-variant=B]", "Before", shows: "Cold noodles", browser)
      try await waitForPicture("[data-variant=B]", "After", shows: "Hot noodles", browser)
      // A moved item is shown between its neighbours.
      try await waitForPicture("[data-item=five]", "After", shows: "fiveHot soup", browser)
      let words = try await browser.script(
        """
        const row = document.querySelector('[data-variant=B] .change-words li');
        return [row.textContent, ...['del', 'ins'].map((tag) => row.querySelector(tag).textContent)]
        """)
      #expect(words == ["Variant B: text1: ColdHot noodles", "Cold", "Hot"])
      let boxes = try await browser.script(
        """
        const boxes = [...document.querySelectorAll('[data-item=two] [role=img]')].map((e) => e.getBoundingClientRect());
        return [boxes[0].top === boxes[1].top, boxes[0].width === boxes[1].width, boxes[0].width > 100,
          boxes[0].right < boxes[1].left]
        """)
      #expect(boxes == [true, true, true, true])
      #expect(
        try await browser.script("return document.querySelector('dialog .unchanged summary').textContent")
          == "1 item stays as it is")
      // The message and the time are in sight, however far one has scrolled.
      for (width, height) in [(1440, 900), (390, 640)] {
        try await browser.setSize(width, height)
        let isInSight = try await browser.script(
          """
          return ['dialog footer .primary', 'dialog .publication input[type=text]', '#when-now'].every((name) => {
            const box = document.querySelector(name).getBoundingClientRect();
            return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight;
          })
          """)
        #expect(isInSight == true, "\(width)")
      }
      try await browser.type("Hot now", into: try await browser.element(role: "textbox", "Message"))
      try await browser.press([Browser.Key.control, Browser.Key.enter])
      try await browser.waitForStatus("Published version 3")
      #expect(try await liveItems(server) == ["five", "two", "three", "four", "new"])
    }
  }

  @Test func `a review of many changes loads two pages, and draws what is in sight`() async throws {
    let ids = (1...300).map { "item-\($0)" }
    try folder.write(Self.list(ids), to: "screens/long.json")
    try await run { server, browser in
      let draft = Self.list(ids).replacing(#""text1":"item"#, with: #""text1":"new"#)
      #expect(try await server.admin("PUT", "/screens/long/draft", body: draft).status == 201)
      try await openReview("long", browser, server)
      try await waitForPicture("[data-item=item-1]", "After", shows: "new-1", browser)
      let counts = try await browser.script(
        """
        const pictures = [...document.querySelectorAll('ul[aria-label=Changes] [role=img]')];
        return [pictures.length, pictures.filter((picture) => picture.shadowRoot).length < 60,
          performance.getEntriesByType('resource').filter(({ initiatorType, name }) =>
            initiatorType === 'xmlhttprequest' && name.includes('/preview/long')).length,
          document.querySelectorAll('dialog iframe').length]
        """)
      #expect(counts == [600, true, 2, 0])
    }
  }

  @Test func `the history shows a change in pictures, and markup in a text stays text`() async throws {
    try await run { server, browser in
      let text = "<img src=x onerror=alert(1)>"
      let changed = Self.list(["one", "two", "three"])
        .replacing(#""text1":"two""#, with: #""text1":"\#(text)""#)
      try await server.put("list", changed)
      try await browser.open(server.url + "/console/screens/list/history?from=1&to=2")
      try await waitForPicture("[data-item=two]", "Before", shows: "two", browser)
      try await waitForPicture("[data-item=two]", "After", shows: text, browser)
    }
  }

  @Test func `variants stand side by side, scroll together, and follow what is typed`() async throws {
    let ids = (1...60).map { "item-\($0)" }
    let experiment = #"""
      ,"experiment":{"key":"words","variants":[{"key":"A"},{"key":"B",
      "changes":[{"op":"merge","id":"item-1","content":{"text1":"only in B"}}]}]}}
      """#
    try folder.write(Self.list(ids).dropLast() + experiment, to: "screens/long.json")
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/long?item=item-2")
      try await browser.click(try await browser.element("[role=switch][data-control=side]"))
      let shows = """
        const texts = [...document.querySelectorAll('iframe[title^="Preview of "]')].map((frame) =>
          [frame.title, ...[...frame.contentDocument.querySelectorAll('[data-item]')].slice(0, 2)
            .map((item) => item.textContent)].join(' '));
        return texts.join() === arguments[0]
        """
      try await browser.wait(
        until: shows, .string("Preview of A item-1 item-2,Preview of B only in B item-2"))
      try await browser.wait(
        until: """
          const [one, other] = [...document.querySelectorAll('iframe[title^="Preview of "]')]
            .map((frame) => frame.contentDocument.scrollingElement);
          one.scrollTop = 300;
          return other.scrollTop === 300
          """)
      try await browser.type("typed", into: try await browser.element(role: "textbox", "text1"))
      try await browser.wait(
        until: shows, .string("Preview of A item-1 typed,Preview of B only in B typed"))
      #expect(
        try await browser.script(
          "return document.querySelector('iframe[title=\"Preview of B\"]').contentDocument.scrollingElement.scrollTop"
        ) == 300)
      try await browser.script(
        """
        const [compare] = document.querySelectorAll('.board-bar select');
        compare.value = 'themes';
        compare.dispatchEvent(new Event('change'));
        """)
      try await browser.wait(
        until: shows, .string("Preview of Light item-1 typed,Preview of Dark item-1 typed"))
      try await browser.click(button: "Side by side")
      try await browser.wait(
        until: "return document.querySelector('iframe[title=Preview]')?.checkVisibility() ?? false")
    }
  }

  @Test func `a publication is undone, and what it published is a draft again`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await choose("To top", fromMenu: "Move three", browser)
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      try await browser.click(try await browser.element("[role=status] button"))
      try await browser.waitForStatus("Undone: version 3 has the content of version 1")
      #expect(try await liveItems(server) == ["one", "two", "three"])
      #expect(try await items(browser) == ["three", "one", "two"])
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      try await publish(browser)
      try await browser.waitForStatus("Published version 4")
      #expect(try await liveItems(server) == ["three", "one", "two"])
    }
  }
}
