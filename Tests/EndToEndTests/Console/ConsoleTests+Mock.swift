import CurlClient
import JSONText
import TestFolders
import Testing

/// Numbers in the forms of the mock and of experiments.
extension ConsoleTests {
  @Test func `what was typed of chaos stays when it is refused`() async throws {
    try await run(allowsErrors: true) { server, browser in
      try await browser.open(server.url + "/console/mock")
      let share = try await browser.element(role: "textbox", "Share of requests in per cent")
      try await browser.type("home", into: try await browser.element(role: "textbox", "Screens"))
      // The server refuses the first share, and the form the second one.
      for text in ["500", "1,5"] {
        try await browser.type(text, into: share)
        try await browser.click(try await browser.element(role: "switch", "Chaos"))
        _ = try await browser.element(
          text == "500" ? "main .message.error" : ".chaos-form [aria-invalid=true]")
        let typed = try await browser.script(
          "return [...document.querySelectorAll('.chaos-form input')].map((input) => input.value)")
        #expect(typed == ["home", .string(text)])
      }
      #expect(
        try await problem(browser) == "This is not a number. Write 1.5, with a point in place of the comma.")
      try await browser.type("50", into: share)
      try await browser.click(try await browser.element(role: "switch", "Chaos"))
      try await browser.waitForStatus("Chaos is on")
      let rule = try await server.admin("GET", "/mock/rules/console-chaos").text
      #expect(rule.contains("home") && rule.contains("0.5"), "\(rule)")
    }
  }

  @Test func `numbers of rules and experiments are taken as they are written, or not at all`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/mock")
      try await browser.click(button: "Add rule")
      _ = try await browser.element("dialog[open]")
      try await browser.type("slow", into: try await browser.element(role: "textbox", "Name"))
      let delay = try await browser.element(role: "textbox", "Delay in milliseconds")
      try await browser.type("1,5", into: delay)
      try await browser.click(try await browser.element("dialog footer .primary"))
      #expect(
        try await problem(browser) == "This is not a number. Write 1.5, with a point in place of the comma.")
      #expect(try await server.admin("GET", "/mock/rules/slow").status == 404)
      try await browser.type("1500", into: delay)
      try await browser.click(try await browser.element("dialog footer .primary"))
      try await browser.waitForStatus("The rule slow is on")
      #expect(try await server.admin("GET", "/mock/rules/slow").text.contains("1500"))

      try await browser.open(server.url + "/console/experiments/home-price-first")
      let coverage = try await browser.element(role: "textbox", "Coverage in per cent")
      try await browser.type("8,5", into: coverage)
      #expect(
        try await problem(browser) == "This is not a number. Write 8.5, with a point in place of the comma.")
    }
  }
}
