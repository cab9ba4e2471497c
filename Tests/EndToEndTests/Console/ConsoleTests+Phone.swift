import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The console on a phone, 390 CSS pixels wide.
extension ConsoleTests {
  private static let phoneViews = [
    "screens", "screens?board=1", "screens/home", "screens/home?pane=preview",
    "screens/home?item=noodles&pane=form",
    "screens/home/history", "view-types", "view-types/PLUS_TITLE", "experiments",
    "experiments/home-price-first",
    "releases", "requests", "mock", "tokens", "audit", "changesets",
  ]

  @Test func `a phone has one bar, Publish in sight, and cards for tables`() async throws {
    try await run { server, browser in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      try await browser.setSize(390, 800)
      for view in Self.phoneViews {
        try await browser.open(server.url + "/console/" + view)
        try await browser.wait(until: Self.isLoaded)
        let found = try await browser.script(
          """
          const bar = document.querySelector('.bar').getBoundingClientRect();
          const wide = [...document.querySelectorAll('main .as-cards')].filter((one) => one.scrollWidth > one.clientWidth + 1);
          return [bar.height <= 64, document.documentElement.scrollWidth <= innerWidth, wide.map((one) => one.ariaLabel)]
          """)
        #expect(found == [true, true, []], "\(view)")
      }

      // A table stays one for screen readers, and each cell says what it is.
      try await browser.open(server.url + "/console/screens?board=")
      let card = try await browser.element("tbody tr:has(a[href$='/screens/list'])")
      #expect(try await browser.role(of: card) == "row")
      let labels = try await browser.script(
        "return [...arguments[0].querySelectorAll('td')].map((cell) => getComputedStyle(cell, '::before').content)",
        [card.json])
      #expect(labels.arrayValue?.first == #""Name""#, "\(labels)")

      // The menu opens and closes, and its links lead on.
      let menu = try await browser.element(role: "button", "Menu")
      try await browser.click(menu)
      try await browser.press([Browser.Key.escape])
      #expect(try await browser.script("return document.activeElement === arguments[0]", [menu.json]) == true)
      try await browser.click(menu)
      try await browser.click(try await browser.element(role: "link", "Mock"))
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'Mock'")
      #expect(
        try await browser.script("return document.querySelector('nav[aria-label=Main]').checkVisibility()")
          == false)
    }
  }

  @Test func `a thumb reorders items and publishes on a phone`() async throws {
    let ids = (1...20).map { "item-\($0)" }
    try folder.write(Self.list(ids), to: "screens/long.json")
    try await run { server, browser in
      try await browser.setSize(390, 800)
      try await openScreen("long", browser, server)
      let handle = try await browser.element("li[data-item=item-1] .drag-handle")
      let size = try await browser.script(
        "const box = arguments[0].getBoundingClientRect(); return box.width >= 24 && box.height >= 44",
        [handle.json])
      #expect(size == true)
      try await browser.drag(
        handle, to: try await browser.element("li[data-item=item-3]"), below: true, pointer: "touch")
      try await waitForItems(["item-2", "item-3", "item-1"] + ids.dropFirst(3), browser)
      try await browser.script("scrollTo(0, document.documentElement.scrollHeight)")
      let isInSight = try await browser.script(
        """
        const button = [...document.querySelectorAll('.toolbar button')].find((one) => one.textContent === 'Review and publish');
        const { top, bottom, left, right } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
        """)
      #expect(isInSight == true)
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      #expect(try await liveItems(server, "long").prefix(3) == ["item-2", "item-3", "item-1"])
    }
  }
}
