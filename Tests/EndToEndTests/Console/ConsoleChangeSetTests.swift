import CurlClient
import Foundation
import JSONText
import Testing

/// Change sets: switching to one, saving in it, its page, publishing and rolling back.
extension ConsoleTests {
  @Test func `a change set is made, filled, published and rolled back`() async throws {
    try await run { server, browser in
      try await browser.click(try await browser.element(role: "link", "Change sets"))
      try await browser.click(button: "New change set")
      _ = try await browser.element("dialog[open]")
      try await browser.type("winter", into: try await browser.element("dialog input[placeholder=winter]"))
      try await browser.click(button: "Create change set")
      try await browser.waitForStatus("The change set winter is created")

      // The browser loads the console again, now in the set.
      try await browser.click(button: "Switch to change set")
      try await browser.waitForStatus("You work in the change set winter")
      #expect(try await browser.url == server.url + "/console/c/winter/screens")
      try await browser.click(try await browser.element("main a[href='/console/c/winter/screens/list']"))
      try await waitForItems(["one", "two", "three"], browser)
      try await choose("To top", fromMenu: "Move three", browser)
      try await waitForItems(["three", "one", "two"], browser)
      try await saveInChangeSet(browser)
      try await browser.waitForStatus("Saved list in the change set winter")
      #expect(try await liveItems(server) == ["one", "two", "three"])
      #expect(try await items(of: "list", inChangeSet: "winter", server) == ["three", "one", "two"])
      try await browser.wait(until: Self.bar, .string("1 change"))

      try await browser.click(try await browser.element(role: "link", "Open change set"))
      try await browser.wait(
        until: """
          return [...document.querySelectorAll('ul[aria-label=Changes] [data-item=three] [role=img]')]
            .map((picture) => picture.shadowRoot?.textContent).join() === 'twothree,threeone'
          """)
      #expect(try await browser.text(of: try await browser.element("main")).contains("three"))

      try await confirm("Publish", browser)
      try await browser.waitForStatus("Published the change set winter")
      #expect(try await liveItems(server) == ["three", "one", "two"])
      try await browser.wait(until: Self.bar, .string("published"))
      try await confirm("Roll back", browser)
      try await browser.waitForStatus("Rolled back the change set winter")
      #expect(try await liveItems(server) == ["one", "two", "three"])

      try await browser.click(button: "Leave change set")
      try await browser.waitForStatus("You left the change set winter")
      #expect(try await browser.url == server.url + "/console/changesets/winter")
      try await confirm("Delete", browser)
      try await browser.waitForStatus("The change set winter is deleted")
    }
  }

  @Test func `both sides of a conflict are shown, and brought together by item`() async throws {
    try await run { server, browser in
      try await server.makeSet("winter")
      let mine = Self.list(["one", "two", "three"]).replacing(#""text1":"two""#, with: #""text1":"mine""#)
      let changed = try await server.inSet("winter", "PUT", "/screens/list", body: mine)
      #expect(changed.status == 200)
      try await server.put(
        "list", Self.list(["one", "two", "three"]).replacing(#""text1":"two""#, with: #""text1":"theirs""#))
      try await browser.open(server.url + "/console/changesets/winter")
      try await browser.wait(
        until:
          "const text = document.querySelector('.sides')?.textContent ?? ''; return text.includes('mine') && text.includes('theirs')"
      )
      let publish = try await browser.element(role: "button", "Publish")
      #expect(
        try await browser.script("return arguments[0].getAttribute('aria-disabled')", [publish.json])
          == "true")
      try await browser.click(button: "Decide by item: screens/list")
      try await browser.click(try await browser.element(".collision input[value=mine]"))
      try await browser.click(button: "Use the result")
      try await browser.waitForStatus("merged in the change set")
      try await confirm("Publish", browser)
      try await browser.waitForStatus("Published the change set winter")
      try await server.expect("list", shows: ["one", "mine", "three"], version: 3)
    }
  }

  @Test(arguments: ["Publish", "Delete"])
  func `a set that others have changed since is shown again in place of an action`(_ action: String)
    async throws
  {
    // The browser notes the 412.
    try await run(allowsErrors: true) { server, browser in
      func change(_ lines: [String]) async throws {
        let changed = try await server.inSet("winter", "PUT", "/screens/list", body: Self.list(lines))
        #expect(changed.status == 200, "\(changed.text)")
      }
      try await server.makeSet("winter")
      try await change(["two", "one", "three"])
      try await browser.open(server.url + "/console/changesets/winter")
      _ = try await browser.element(role: "button", "Publish")
      try await change(["three"])
      try await confirm(action, browser)
      try await browser.waitForStatus("others have changed something since")
      #expect(try await liveItems(server) == ["one", "two", "three"])
      try await browser.wait(
        until: "return document.querySelector('main .change').textContent.includes(arguments[0])",
        .string("2 removed"))
      try await confirm(action, browser)
      try await browser.waitForStatus(
        action == "Publish" ? "Published the change set winter" : "The change set winter is deleted")
      #expect(try await liveItems(server) == (action == "Publish" ? ["three"] : ["one", "two", "three"]))
    }
  }

  @Test func `a link leads to the same view in the same change set`() async throws {
    try await run { server, browser in
      try await server.makeSet("winter")
      try await browser.open(server.url + "/console/c/winter/view-types")
      _ = try await browser.element("main a[href='/console/c/winter/view-types/ONE_LINE_TEXT']")
      try await browser.wait(until: Self.bar, .string("winter"))
      // What a set does not have is the server's.
      for view in ["tokens", "audit", "changesets"] {
        try await browser.open(server.url + "/console/c/winter/" + view)
        try await browser.wait(
          until:
            "return document.querySelector('main h1') !== null && document.querySelector('main[aria-busy]') === null"
        )
        #expect(try await browser.script("return document.querySelector('main .message.error')") == .null)
      }
    }
  }

  /// Whether the bar of the change set has a text.
  private static let bar =
    "return document.querySelector('aside[aria-label=\"Change set\"]')?.textContent.includes(arguments[0]) ?? false"

  private func items(
    of route: String, inChangeSet name: String, _ server: Server
  ) async throws -> [String] {
    let answer = try await server.inSet(name, "GET", "/screens/\(route)")
    return try JSONParser.parse(answer.text)["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  private func saveInChangeSet(_ browser: Browser) async throws {
    try await browser.click(button: "Review and save")
    try await clickInDialog("Save in change set", browser)
  }

  /// Presses a button of the page, then that of the same name in the dialog that it opens.
  private func confirm(_ label: String, _ browser: Browser) async throws {
    try await browser.click(button: label)
    try await clickInDialog(label, browser)
  }

  private func clickInDialog(_ label: String, _ browser: Browser) async throws {
    try await browser.wait(
      until: """
        const button = [...document.querySelectorAll('dialog[open] footer button')]
          .find((b) => b.textContent === arguments[0]);
        if (!button || button.disabled || button.getAttribute('aria-disabled') === 'true') return false;
        button.click();
        return true
        """, .string(label))
  }
}
