import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Rollouts: how one is started, looked at and steered.
extension ConsoleTests {
  private static let proxied = ["--trust-proxy", "127.0.0.1/32"]

  /// A guard that does not advance by itself while a test runs.
  private func writeGuard() throws {
    try folder.write(
      #"{"steps":[50,100],"hold":"1h","settle":"0s"}"#, to: "screens/_guards/slow.json")
  }

  /// Starts a rollout of the screen `list` at 50 %.
  private func startRollout(_ server: Server) async throws -> String {
    try Server.rollout(of: try await server.publish("list", ["three", "one"], query: "guard=slow"))
  }

  /// Reports that a screen was drawn to users, each from a network of its own, and that it failed for some of them.
  private func report(
    _ users: Range<Int>, failing: (_ isNew: Bool, _ user: Int) -> Bool, _ server: Server
  ) async throws {
    for user in users {
      let served = try await server.served("list", "?user=\(user)")
      let failed = failing(served.version == 2, user) ? ["content-failed"] : []
      try await server.report(
        try #require(served.report), ["drawn", "settled"] + failed, network: user, release: "ios/1.3.0")
    }
  }

  private func waitForBadge(_ state: String, _ browser: Browser) async throws {
    try await browser.wait(
      until: "return document.querySelector('.page-head .badge')?.textContent === arguments[0]",
      .string(state))
  }

  private func waitForPage(_ text: String, _ browser: Browser) async throws {
    try await browser.wait(
      until: "return document.querySelector('main').textContent.includes(arguments[0])", .string(text))
  }

  private func confirm(_ browser: Browser) async throws {
    try await browser.click(try await browser.element("dialog[open] > footer .button:last-child"))
  }

  @Test func `a rollout is shown live, and held by the keyboard, resumed and rolled back`() async throws {
    try writeGuard()
    try await run(serving: Self.proxied) { server, browser in
      let id = try await startRollout(server)
      try await report(0..<60, failing: { $1 % 20 == 0 }, server)
      try await browser.click(try await browser.element(role: "link", "Rollouts"))
      try await browser.click(try await browser.element("main a[href$='/console/rollouts/\(id)']"))
      try await waitForBadge("Running", browser)
      #expect(try await browser.text(of: try await browser.element("h1")) == "Rollout of list")
      try await waitForPage("Version 2 is shown to 50 % of the users", browser)
      let steps = try await browser.script(
        "return [...document.querySelectorAll('.ladder > li')].map((step) => step.dataset.state)")
      #expect(steps == ["present", "ahead"])
      try await waitForPage("The step to 100 % waits for", browser)
      let evidence = try await browser.script(
        "return document.querySelector('.evidence-bar').getAttribute('aria-label')")
      #expect(evidence.stringValue?.hasSuffix("limit 1:100.") ?? false, "\(evidence)")
      let events = """
        return [...document.querySelectorAll('main tbody tr')].find((row) => row.textContent.startsWith('content-failed'))
          ?.querySelectorAll('td').length === 6
          && [...document.querySelectorAll('main tbody tr')].find((row) => row.textContent.startsWith('drawn'))
            .lastChild.textContent === arguments[0]
        """
      try await browser.wait(until: events, "60")
      let releases = """
        const details = document.querySelector('main details');
        const row = [...details.querySelectorAll('tbody tr')].find((one) => one.textContent.startsWith('drawn'));
        const [, release, newer, older] = [...row.children].map((cell) => cell.textContent);
        return release === 'ios/1.3.0' && Number(newer) + Number(older) === Number(arguments[0]) && details.open;
        """
      try await browser.click(try await browser.element("main details > summary"))
      try await browser.wait(until: releases, "60")
      // New reports appear without a new load.
      try await report(60..<70, failing: { _, _ in false }, server)
      try await browser.wait(until: events, "70")
      try await browser.wait(until: releases, "70")

      try await browser.tab(to: "[data-way=hold]")
      try await browser.press([Browser.Key.enter])
      _ = try await browser.element("dialog[open]")
      try await browser.write("Lunch")
      try await browser.press([Browser.Key.control, Browser.Key.enter])
      try await waitForBadge("Held", browser)
      try await browser.waitForStatus("Held by admin: list at 50 %.")
      #expect(try await browser.script("return document.activeElement.textContent") == "Resume")
      #expect(
        try await browser.text(of: try await browser.element(".decisions > li")).contains("Lunch"))

      // What another person decides appears, too.
      #expect(try await server.admin("POST", "/rollouts/\(id)/resume").status == 200)
      try await waitForBadge("Running", browser)
      try await browser.click(button: "Roll back")
      _ = try await browser.element("dialog[open]")
      try await confirm(browser)
      try await waitForBadge("Rolled back", browser)
      try await waitForPage("Version 2 was taken back", browser)
      #expect(try await browser.elements(role: "button").contains { $0.name == "Roll back" } == false)
      try await server.expect("list", shows: ["one", "two", "three"], version: 3)
    }
  }

  @Test func `a decision about a rollout that has changed is refused, and shows the change`() async throws {
    try writeGuard()
    try await run(allowsErrors: true) { server, browser in
      let id = try await startRollout(server)
      try await browser.open(server.url + "/console/rollouts/\(id)")
      try await waitForBadge("Running", browser)
      // The page asks for nothing meanwhile, like one that is slow.
      try await browser.script(
        "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })")
      try await browser.click(button: "Finish")
      _ = try await browser.element("dialog[open]")
      #expect(try await server.admin("POST", "/rollouts/\(id)/hold").status == 200)
      try await confirm(browser)
      try await browser.wait(
        until:
          "return document.querySelector('dialog [role=alert]')?.textContent.includes('it is held at 50 % now') ?? false"
      )
      #expect(try await server.rollout(id)["state"] == "held")
      // Whoever has read it decides again.
      try await confirm(browser)
      try await waitForBadge("Finished", browser)
      try await server.expect("list", shows: ["three", "one"], version: 2)
    }
  }

  @Test func `without rollouts, the view says how to start one`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/rollouts")
      try await waitForPage("No rollouts yet", browser)
      try await browser.click(try await browser.element(role: "link", "Choose a screen"))
      try await browser.wait(until: "return document.querySelector('main h1')?.textContent === 'Screens'")
    }
  }

  // MARK: Review

  /// Opens the review of the screen `list` after a change, with what has to be read.
  private func review(_ browser: Browser) async throws {
    try await browser.click(button: "Review and publish")
    try await browser.wait(
      until:
        "return document.querySelector('dialog footer .primary')?.getAttribute('aria-disabled') === null")
  }

  private func choose(_ label: String, _ browser: Browser) async throws {
    try await browser.script(
      "[...document.querySelectorAll('dialog label')].find((label) => label.textContent === arguments[0]).click()",
      [.string(label)])
  }

  @Test func `a review starts a guarded publication, and the next one ends it if it is told to`() async throws
  {
    try await run(allowsErrors: true) { server, browser in
      try await openScreen("list", browser, server)
      try await choose("To top", fromMenu: "Move three", browser)
      try await review(browser)
      try await choose("Guarded", browser)
      let steps = try await browser.element(
        role: "textbox", "Steps in per cent, or the name of a guard")
      try await browser.type("50, 10", into: steps)
      try await browser.wait(
        until:
          "return document.querySelector('.guard-choice .error:not([hidden])')?.textContent.includes('rising shares') ?? false"
      )
      try await browser.type("50, 100 %", into: steps)
      try await browser.wait(
        until: "return document.querySelector('.guard-choice .error:not([hidden])') === null")
      try await browser.wait(
        until: "return document.querySelector('.guard-estimate').textContent !== ''")
      try await browser.click(button: "Publish")
      try await browser.waitForStatus("Published version 2 of list for 50 % of the users")
      let list = try JSONParser.parse(try await server.admin("GET", "/rollouts").text)
      let first = try #require(list["rollouts"]?.arrayValue?.first)
      #expect(first["steps"] == [50, 100])
      // The editor says that the screen is in a rollout.
      try await browser.wait(
        until:
          "return document.querySelector('.messages')?.textContent.includes('Version 2 is shown to 50 % of the users') ?? false"
      )
      let id = try #require(first["id"]?.stringValue)
      _ = try await browser.element(".messages a[href$='/console/rollouts/\(id)']")

      try await choose("Up", fromMenu: "Move two", browser)
      try await review(browser)
      try await browser.click(button: "Publish")
      try await browser.wait(
        until:
          "return document.querySelector('dialog [role=alert]')?.textContent.includes('Publishing ends it') ?? false"
      )
      #expect(try await server.rollout(id)["state"] == "running")
      try await browser.press([" "])
      try await browser.click(button: "Publish")
      try await browser.waitForStatus("Published version 3 of list")
      #expect(try await server.rollout(id)["state"] == "superseded")
      try await browser.wait(
        until: "return !document.querySelector('.messages').textContent.includes('Version 2 is shown')")
    }
  }

  @Test func `a screen without a version offers no guard`() async throws {
    // The browser notes that the screen is not found.
    try await run(allowsErrors: true) { server, browser in
      let saved = try await server.admin("PUT", "/screens/fresh/draft", body: Self.list(["one"]))
      #expect(saved.status == 201)
      try await openScreen("fresh", browser, server)
      try await review(browser)
      #expect(try await browser.script("return document.querySelector('.guard-choice').hidden") == true)
    }
  }
}
