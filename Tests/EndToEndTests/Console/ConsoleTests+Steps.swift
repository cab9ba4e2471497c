import CurlClient
import JSONText
import Testing

/// How many steps the main jobs take by mouse and by finger. By keyboard: `ConsoleTests+Find.swift`.
extension ConsoleTests {
  /// Presses and drags by one kind of pointer and counts them. Typed text counts nothing.
  private struct Steps {
    let browser: Browser
    /// `mouse` or `touch`.
    let pointer: String
    var count = 0

    var isTouch: Bool { pointer == "touch" }

    mutating func press(_ selector: String) async throws {
      let element = try await browser.element(selector)
      // A finger meets only what is in sight.
      try await browser.script("arguments[0].scrollIntoView({ block: 'nearest' })", [element.json])
      try await browser.tap(element, pointer: pointer)
      count += 1
    }

    mutating func press(button name: String) async throws {
      try await browser.tap(try await browser.element(role: "button", name), pointer: pointer)
      count += 1
    }

    /// Drags an item of the canvas before another one. A finger rests first: one that moves at once scrolls. It rests
    /// much longer than the page's 400 ms, because the page may get to the press late.
    mutating func drag(_ item: String, before other: String) async throws {
      _ = try await browser.inPreview { try await browser.element("[data-item=\(item)]") }
      try await browser.dragInPreview(item, before: other, pointer: pointer, holding: isTouch ? 3000 : 0)
      count += 1
    }

    mutating func publish(_ message: String) async throws {
      try await press(button: "Review and publish")
      try await browser.wait(
        until: """
          const button = document.querySelector('dialog[open] footer .primary');
          return button?.textContent === 'Publish' && button.getAttribute('aria-disabled') !== 'true'
          """)
      // With a finger, the keyboard of the phone would cover the review: the field gets no focus by itself.
      if isTouch { try await press("dialog .publication input[type=text]") }
      try await browser.write(message)
      try await press(button: "Publish")
    }
  }

  @Test(arguments: [("mouse", 1440), ("touch", 390)])
  func `one reorders and publishes in 4 presses, and edits a text of a variant in 7`(
    pointer: String, width: Int
  ) async throws {
    try await run { server, browser in
      try await browser.setSize(width, 800)
      var steps = Steps(browser: browser, pointer: pointer)
      try await openScreen("list?pane=preview", browser, server)
      try await steps.drag("three", before: "one")
      try await waitForItems(["three", "one", "two"], browser)
      try await steps.publish("Three first")
      try await browser.waitForStatus("Published version 2")
      #expect(steps.count <= 4)
      #expect(try await liveItems(server) == ["three", "one", "two"])

      try await openScreen("home", browser, server)
      steps = Steps(browser: browser, pointer: pointer)
      // The list of a select belongs to the system. Opening it and choosing are two steps.
      try await browser.script(
        """
        const variant = document.querySelector('.variants select');
        variant.value = 'price-first';
        variant.dispatchEvent(new Event('change', { bubbles: true }));
        """)
      steps.count += 2
      try await steps.press("li[data-item=noodles] .row-main")
      try await steps.press(".item-form .content input")
      try await browser.write("Noodles")
      try await steps.publish("The text of B")
      try await browser.waitForStatus("Published version 2")
      #expect(steps.count <= 7)
      #expect(try await server.get("/screens/home?variant=price-first").text.contains("Noodles"))
      #expect(try await !server.get("/screens/home?variant=control").text.contains("Noodles"))
    }
  }
}
