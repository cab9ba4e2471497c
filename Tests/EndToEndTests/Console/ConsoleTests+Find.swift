import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The dialog `Find`, the keys that work everywhere, and how many keys the main jobs take.
extension ConsoleTests {
  private static let dialogIsOpen =
    "return document.querySelector('dialog[open] h2')?.textContent === arguments[0]"

  private func openFind(_ browser: Browser) async throws {
    try await browser.press([Browser.Key.control, "k"])
    _ = try await browser.element(role: "combobox", "Find")
  }

  @Test func `Find leads to screens, items, views, actions and users by keys alone`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      // A screen: Enter waits for the list of the server.
      try await openFind(browser)
      #expect(try await browser.name(of: try await browser.element("dialog[open]")) == "Find")
      try await browser.write("cafe")
      try await browser.press([Browser.Key.enter])
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'cafe'")
      #expect(try await browser.url.contains("/console/screens/cafe"))

      // An item of another screen, by the text that it shows.
      try await openFind(browser)
      try await browser.write("바지락")
      let item =
        "return document.querySelector('[role=option][aria-selected=true]')?.textContent.includes('in home')"
      try await browser.press([Browser.Key.down], [Browser.Key.up])
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('[role=option]')].some((one) => one.textContent.includes('in home'))"
      )
      while try await browser.script(item) != true { try await browser.press([Browser.Key.down]) }
      let active = try await browser.script(
        """
        const field = document.querySelector('[role=combobox]');
        const option = document.getElementById(field.getAttribute('aria-activedescendant'));
        return [field.getAttribute('aria-expanded'), option.getAttribute('aria-selected'), option.closest('ul').id
          === field.getAttribute('aria-controls'), option.closest('ul').getAttribute('role')]
        """)
      #expect(active == ["true", "true", true, "listbox"])
      try await browser.press([Browser.Key.enter])
      try await browser.wait(
        until: "return document.querySelector('.screen-editor li.selected')?.dataset.item === 'clam'")

      // An item of the screen that is open, without loading it again.
      try await browser.script("document.querySelector('.screen-editor').dataset.mark = 'same'")
      try await openFind(browser)
      try await browser.write("perilla-photo")
      try await browser.press([Browser.Key.enter])
      try await browser.wait(
        until:
          "return document.querySelector('[data-mark=same] li.selected')?.dataset.item === 'perilla-photo'")

      // A user.
      try await openFind(browser)
      try await browser.write("explain 42")
      try await browser.press([Browser.Key.enter])
      try await browser.wait(
        until:
          "return location.pathname.endsWith('/experiments/home-price-first') && document.querySelector('.answer .lead, .answer p') !== null"
      )
      #expect(try await browser.url.hasSuffix("?user=42"))

      // A view and an action of another one.
      try await openFind(browser)
      try await browser.write("audit")
      try await browser.press([Browser.Key.enter])
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'Audit'")
      try await openFind(browser)
      try await browser.write("new experiment")
      try await browser.press([Browser.Key.enter])
      try await browser.wait(until: Self.dialogIsOpen, "New experiment")
      // Within another dialog there is nothing to go to.
      try await browser.press([Browser.Key.control, "k"])
      #expect(try await browser.script("return document.querySelectorAll('dialog[open]').length") == 1)
      try await browser.press([Browser.Key.escape])

      // What is not there.
      try await openFind(browser)
      try await browser.write("zzzz")
      try await browser.wait(
        until: "return document.querySelector('.find-note').textContent === 'Nothing is called “zzzz”.'")
      try await browser.press([Browser.Key.enter])
      #expect(try await browser.script(Self.dialogIsOpen, ["Find"]) == true)
      try await browser.press([Browser.Key.escape])
      try await browser.wait(until: "return document.querySelector('dialog') === null")
    }
  }

  @Test func `Find publishes the draft of another screen`() async throws {
    try await run { server, browser in
      _ = try await server.admin("PUT", "/screens/list/draft", body: Self.list(["three"]))
      try await browser.open(server.url + "/console/audit")
      _ = try await browser.element("main h1")
      try await openFind(browser)
      try await browser.write("publish")
      try await browser.press([Browser.Key.enter])
      _ = try await browser.element(role: "dialog", "Review and publish")
      #expect(try await browser.url.contains("/console/screens/list"))
    }
  }

  @Test func `a question mark shows the keys, and a slash goes to the search`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens")
      try await browser.wait(until: Self.isLoaded)
      try await browser.press(["?"])
      try await browser.wait(until: Self.dialogIsOpen, "Keyboard shortcuts")
      #expect(try await browser.text(of: try await browser.element("dialog[open]")).contains("Ctrl"))
      try await browser.press([Browser.Key.escape])
      try await browser.wait(until: "return document.querySelector('dialog') === null")
      try await browser.press(["/"])
      #expect(try await browser.script("return document.activeElement.type") == "search")
      // In a field they are characters.
      try await browser.write("a/?")
      #expect(try await browser.script("return document.activeElement.value") == "a/?")
      #expect(try await browser.script("return document.querySelector('dialog')") == .null)
    }
  }

  /// Presses keys and counts them: a chord is one.
  private struct Keys {
    let browser: Browser
    var count = 0

    mutating func press(_ chords: [String]...) async throws {
      for chord in chords { try await browser.press(chord) }
      count += chords.count
    }

    /// Opens the review, writes a message, and publishes.
    mutating func publish(_ message: String) async throws {
      try await press([Browser.Key.control, Browser.Key.enter])
      try await browser.wait(
        until: """
          const button = document.querySelector('dialog[open] footer .primary');
          return button?.textContent === 'Publish' && button.getAttribute('aria-disabled') !== 'true'
          """)
      let isThere = "return document.activeElement.labels?.[0]?.textContent === 'Message'"
      while try await browser.script(isThere) != true, count < 40 { try await press([Browser.Key.tab]) }
      try await browser.write(message)
      try await press([Browser.Key.control, Browser.Key.enter])
    }
  }

  @Test func `one reorders and publishes in at most 12 keys, and edits a text of a variant in at most 15`()
    async throws
  {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await browser.wait(until: "return document.activeElement.tagName === 'H1'")
      var keys = Keys(browser: browser)
      try await keys.press([Browser.Key.f6], [Browser.Key.down], [Browser.Key.alt, Browser.Key.up])
      try await waitForItems(["two", "one", "three"], browser)
      try await keys.publish("Two first")
      try await browser.waitForStatus("Published version 2")
      #expect(keys.count <= 12)
      #expect(try await liveItems(server) == ["two", "one", "three"])
      let versions = try await server.admin("GET", "/screens/list/versions?limit=1").text
      #expect(versions.contains(#""message":"Two first""#), "\(versions)")

      try await openScreen("home", browser, server)
      try await browser.wait(until: "return document.activeElement.tagName === 'H1'")
      keys = Keys(browser: browser)
      try await keys.press([Browser.Key.f6], [Browser.Key.shift, Browser.Key.tab])
      #expect(
        try await browser.script("return document.activeElement.labels[0].firstChild.textContent")
          == "Variant")
      // One letter is enough. A list takes letters that come slowly for the beginnings of several names.
      try await browser.write("p")
      try await browser.wait(
        until: "return document.querySelector('.variants select').value === 'price-first'")
      try await keys.press([Browser.Key.f6], [Browser.Key.f6], [Browser.Key.f6], [Browser.Key.enter])
      #expect(
        try await browser.script("return document.activeElement.closest('.item-form') !== null") == true)
      try await browser.write("Noodles")
      try await keys.publish("The text of B")
      try await browser.waitForStatus("Published version 2")
      #expect(keys.count <= 15)
      #expect(try await server.get("/screens/home?variant=price-first").text.contains("Noodles"))
      #expect(try await !server.get("/screens/home?variant=control").text.contains("Noodles"))
    }
  }

  @Test func `the board shows each screen once it is in sight, and what needs attention`() async throws {
    for number in 1...60 { try folder.write(Self.list(["one"]), to: "screens/shop/page-\(number).json") }
    try await run { server, browser in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      _ = try await server.admin("PUT", "/screens/cafe/draft", body: Self.list(["three"]))
      _ = try await server.admin("PUT", "/screens/list/draft", body: Self.list(["three"]))
      _ = try await server.admin(
        "POST", "/screens/list/publish", body: #"{"at":"2036-12-24T09:00:00Z"}"#)
      try await browser.open(server.url + "/console/screens")
      try await browser.wait(until: Self.isLoaded)
      let toggle = try await browser.element(role: "switch", "Board")
      #expect(
        try await browser.script("return arguments[0].getAttribute('aria-checked')", [toggle.json]) == "false"
      )
      try await browser.click(toggle)
      #expect(
        try await browser.script("return arguments[0].getAttribute('aria-checked')", [toggle.json]) == "true")
      #expect(try await browser.url.contains("board=1"))
      let frame = try await browser.element("iframe[title='Preview of cafe']")
      #expect(try await browser.script("return arguments[0].getAttribute('sandbox')", [frame.json]) == "")
      func state(_ route: String) async throws -> String {
        try await browser.script(
          "return document.querySelector(`.screen-card a[href$='/screens/${arguments[0]}']`).closest('li').querySelector('.card-state').innerText",
          [.string(route)]
        ).stringValue ?? ""
      }
      try await browser.wait(
        until: "return document.querySelector('.board').innerText.includes('ios/1.0.0 loses')")
      #expect(try await state("cafe").contains("Draft"))
      #expect(try await state("list").contains("Scheduled"))
      #expect(try await state("home").contains("Running: home-price-first"))
      #expect(try await !state("welcome").contains("Draft"))

      // Only what is in sight has a frame, and only so many keep theirs.
      func frames() async throws -> Int {
        try await browser.script("return document.querySelectorAll('.board iframe').length").numberValue?
          .intValue ?? -1
      }
      #expect(try await frames() < 40)
      for _ in 1...12 {
        try await browser.script("scrollBy(0, innerHeight)")
        try await browser.wait(
          until: """
            return [...document.querySelectorAll('.card-picture')].filter((picture) => {
              const { top, bottom } = picture.getBoundingClientRect();
              return bottom > 0 && top < innerHeight;
            }).every((picture) => picture.querySelector('iframe'))
            """)
        #expect(try await frames() <= 40)
      }
      try await browser.type("cafe", into: try await browser.element("main input[type=search]"))
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('.screen-card')].filter((card) => card.checkVisibility()).length === 1"
      )
    }
  }

  @Test func `rows of items have the first text and the first picture of their template`() async throws {
    try folder.write(
      #"""
      {"type":"object","properties":{"kicker":{"type":"string"},"name":{"type":"string"},"cover":{"type":"string"}}}
      """#, to: "screens/_types/CARD.json")
    try folder.write(
      #"""
      {"column":[{"badge":"$name"},{"when":"$cover","then":{"image":"$cover","width":40,"height":40}},
        {"text":"$kicker"},{"text":"$name"}]}
      """#, to: "screens/_previews/CARD.json")
    try folder.write(
      #"""
      {"items":[
        {"id":"a","viewType":"CARD","content":{"kicker":"New in","name":"Shirt","cover":"asset:noodles.svg"}},
        {"id":"b","viewType":"CARD","content":{"name":"Trousers"}}]}
      """#, to: "screens/cards.json")
    try await run { server, browser in
      try await openScreen("cards", browser, server)
      let rows = try await browser.script(
        """
        return [...document.querySelectorAll('li[data-item]')].map((row) => [row.querySelector('.row-title').textContent,
          row.querySelector('img')?.getAttribute('src') ?? ''])
        """)
      #expect(rows == [["New in", "/assets/noodles.svg"], ["Trousers", ""]])
    }
  }
}
