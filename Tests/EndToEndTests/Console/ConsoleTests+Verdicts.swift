import CurlClient
import Testing

/// Approving a change set, and asking for changes.
extension ConsoleTests {
  @Test func `a set is approved, a change of it outdates that, and who publishes sees who asks for changes`()
    async throws
  {
    // The browser reports the response 412 as an error.
    try await run(allowsErrors: true) { server, browser in
      try await server.makeSet("winter")
      let changed = try await server.inSet(
        "winter", "PUT", "/screens/list", body: Self.list(["three", "two", "one"]))
      #expect(changed.status == 200)
      try await browser.open(server.url + "/console/changesets/winter")
      try await browser.wait(
        until:
          "return document.querySelector('main').textContent.includes('Nobody has reviewed this set yet.')")
      try await judge("Approve", "Good order", browser)
      try await browser.waitForStatus("You have approved the change set.")
      #expect(try await reviews(browser).contains("admin has approved it"))
      #expect(try await reviews(browser).contains("Good order"))

      // Somebody else changes the set: what the page shows can no longer be judged.
      let other = try await server.inSet(
        "winter", "PUT", "/screens/list", body: Self.list(["two", "one"]))
      #expect(other.status == 200)
      try await judge("Ask for changes", "", browser)
      try await browser.waitForStatus("Nothing was done: others have changed something since.")
      #expect(try await reviews(browser).contains("the set has changed since"))
      try await judge("Ask for changes", "One is missing", browser)
      try await browser.waitForStatus("You have asked for changes.")
      #expect(try await reviews(browser).contains("admin asks for changes"))

      try await browser.click(button: "Publish")
      _ = try await browser.element(role: "dialog", "Publish: winter")
      try await browser.wait(
        until: "return document.querySelector('dialog[open]').textContent.includes('admin asks for changes.')"
      )
    }
  }

  private func judge(_ label: String, _ message: String, _ browser: Browser) async throws {
    try await browser.click(button: label)
    let field = try await browser.element("dialog[open] input")
    if !message.isEmpty { try await browser.type(message, into: field) }
    try await browser.click(try await browser.element("dialog[open] footer .primary"))
    try await browser.wait(until: "return document.querySelector('dialog[open]') === null")
  }

  private func reviews(_ browser: Browser) async throws -> String {
    try await browser.text(of: try await browser.element("ul[aria-label=Reviews]"))
  }
}
