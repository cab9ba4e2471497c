import CurlClient
import Foundation
import JSONText
import Testing

/// From an edit to a published version: drafts, mistakes, conflicts, schedules and history.
extension ConsoleTests {
  @Test func `a text is edited in its form, saved as a draft and shown in the preview`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/list?item=two")
      _ = try await browser.element("li[data-item=two]")
      try await browser.type("Zwei <b>", into: try await field("text1", browser))
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(draft["definition"]?["items"]?.arrayValue?[1]["content"]?["text1"] == "Zwei <b>")
      // What is live has not changed.
      try await server.expect("list", shows: ["one", "two", "three"], version: 1)
      try await browser.wait(
        until:
          "return document.querySelector('iframe[title=Preview]')?.contentDocument?.body.textContent.includes('Zwei <b>') ?? false"
      )
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      try await server.expect("list", shows: ["one", "Zwei <b>", "three"], version: 2)
    }
  }

  @Test func `a review says what recorded requests would get`() async throws {
    try await run { server, browser in
      for number in 0..<12 { _ = try await server.get("/screens/list?user=u\(number)") }
      try await browser.open(server.url + "/console/screens/list?item=two")
      _ = try await browser.element("li[data-item=two]")
      try await browser.type("Zwei", into: try await field("text1", browser))
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      try await browser.click(button: "Review and publish")
      try await browser.wait(
        until: "return document.querySelector('dialog')?.textContent.includes(arguments[0]) ?? false",
        .string("12 change, none lose an item, none become empty, none get an error."))
      let text = try await browser.text(of: try await browser.element("dialog"))
      #expect(text.contains("Recorded requests"), "\(text)")
    }
  }

  /// The field of the form with a label.
  private func field(_ label: String, _ browser: Browser) async throws -> Browser.Element {
    try await browser.element(role: "textbox", label)
  }

  @Test func `a mistake stands at its field, and nothing is published until it is corrected`() async throws {
    try await run(allowsErrors: true) { server, browser in
      try await server.put("menu", Self.image("https://e.x/a.png"))
      try await browser.open(server.url + "/console/screens/menu?item=photo")
      _ = try await browser.element("li[data-item=photo]")
      try await browser.type("not a uri", into: try await field("url", browser))
      // A field has no error before it is left, with its buttons.
      try await browser.press([Browser.Key.tab], [Browser.Key.tab], [Browser.Key.tab])
      try await browser.wait(
        until: "return document.querySelector('.item-form [aria-invalid=true]') !== null")
      try await browser.click(button: "Review and publish")
      try await browser.wait(
        until: "return document.querySelector('dialog .message.error') !== null")
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('dialog footer button')].find((b) => b.textContent === 'Publish')?.getAttribute('aria-disabled') === 'true'"
      )
      #expect(try await server.get("/screens/menu").value(of: "Screen-Version") == "2")
    }
  }

  private static func image(_ url: String) -> String {
    #"{"items":[{"id":"photo","viewType":"ONE_IMAGE","content":{"url":"\#(url)"}}]}"#
  }

  @Test func `two who change the same text decide before anything is published`() async throws {
    try await run(allowsErrors: true) { server, browser in
      try await browser.open(server.url + "/console/screens/list?item=two")
      _ = try await browser.element("li[data-item=two]")
      try await browser.type("mine", into: try await field("text1", browser))
      try await browser.wait(
        until: "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      // Another person publishes meanwhile.
      try await server.put(
        "list", Self.list(["one", "two", "three"]).replacing(#""text1":"two""#, with: #""text1":"theirs""#))
      try await browser.wait(
        until:
          "return [...document.querySelectorAll('.message')].some((m) => m.textContent.includes('Version 2 was published'))"
      )
      try await browser.click(button: "Review and publish")
      try await browser.click(button: "Merge the changes")
      _ = try await browser.element(".collision")
      #expect(
        try await browser.script(
          "return [...document.querySelectorAll('dialog button')].find((b) => b.textContent === 'Use the result').getAttribute('aria-disabled')"
        ) == "true")
      try await browser.click(try await browser.element(".collision input[value=mine]"))
      try await browser.click(button: "Use the result")
      try await browser.wait(
        until:
          "return document.querySelector('dialog[open]') === null && (document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false)"
      )
      try await server.expect("list", shows: ["one", "theirs", "three"], version: 2)
      try await publish(browser)
      try await browser.waitForStatus("Published version 3")
      try await server.expect("list", shows: ["one", "mine", "three"], version: 3)
    }
  }

  @Test func `typing does not cancel the schedule that another person has made`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/list?item=two")
      try await browser.type("first", into: try await field("text1", browser))
      try await browser.wait(
        until:
          "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      let scheduled = try await server.admin(
        "POST", "/screens/list/publish", body: #"{"at":"2999-01-01T00:00:00Z"}"#)
      #expect(scheduled.status == 202)
      try await browser.type("second", into: try await field("text1", browser))
      try await browser.wait(
        until:
          "return document.querySelector('.draft-state')?.textContent.includes('saving cancels that') ?? false"
      )
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(draft["schedule"]?["at"] == "2999-01-01T00:00:00.000Z")
      try await browser.click(button: "Save draft")
      try await browser.wait(
        until:
          "return document.querySelector('.draft-state')?.textContent.includes('Draft saved') ?? false")
      let saved = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(saved["definition"]?["items"]?.arrayValue?[1]["content"]?["text1"] == "second")
    }
  }

  @Test func `history compares two versions and rolls back`() async throws {
    try await run { server, browser in
      try await server.put("list", Self.list(["three", "two", "one"]))
      try await browser.open(server.url + "/console/screens/list/history?from=1&to=2")
      try await browser.wait(
        until:
          "return document.querySelector('main').textContent.includes('moved') || document.querySelector('main').textContent.includes('Moved')"
      )
      let rollback = try await browser.wait(for: "a button that rolls back") {
        try await browser.elements(role: "button").first { $0.name.lowercased().contains("roll back") }
      }
      try await browser.click(rollback.element)
      _ = try await browser.element("dialog[open]")
      let confirm = try await browser.wait(for: "the button of the dialog") {
        try await browser.elements(role: "button").last { $0.name.lowercased().contains("roll back") }
      }
      try await browser.click(confirm.element)
      try await browser.wait(until: "return document.querySelector('dialog[open]') === null")
      try await server.wait(for: "version 3") { server in
        try await server.get("/screens/list").value(of: "Screen-Version") == "3"
      }
      #expect(try await liveItems(server) == ["one", "two", "three"])
    }
  }
}
