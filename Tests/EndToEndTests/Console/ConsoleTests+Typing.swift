import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Fields whose text is no value: nothing of it is saved.
extension ConsoleTests {
  private func writeDishes() throws {
    try folder.write(
      #"""
      {"title": "Dish", "type": "object", "properties": {
        "name": {"type": "string", "minLength": 1}, "price": {"type": "number"}, "discount": {"type": "number"},
        "sizes": {"type": "array", "items": {"type": "integer"}},
        "deal": {"oneOf": [{"type": "number"}, {"type": "object", "required": ["percent"]}]},
        "link": {"type": "string", "format": "uri"}, "photoUrl": {"type": "string", "format": "uri"}},
        "required": ["name", "price"], "additionalProperties": true}
      """#, to: "screens/_types/DISH.json")
    try folder.write(
      #"""
      {"items": [{"id": "noodles", "viewType": "DISH", "content": {"name": "Noodles", "price": 8000, "discount": 5,
        "sizes": [1, 2], "deal": 500, "link": "https://example.com/menu", "photoUrl": "https://example.com/p.png",
        "note": 12}}]}
      """#, to: "screens/lunch.json")
  }

  /// Opens the item `noodles` of the screen `lunch`.
  private func openNoodles(_ browser: Browser, _ server: Server) async throws {
    try await browser.open(server.url + "/console/screens/lunch?item=noodles")
    _ = try await browser.element(".item-form")
  }

  /// Goes into a field by its label, and types in place of what it has.
  private func replace(_ label: String, with text: String, _ browser: Browser) async throws {
    let field = try await browser.element(role: "textbox", label)
    try await browser.script("arguments[0].focus(); arguments[0].select()", [field.json])
    try await browser.write(text)
  }

  /// What the field that has the focus says is wrong.
  private func problem(_ browser: Browser) async throws -> String {
    let text = try await browser.script(
      "return document.getElementById(document.activeElement.id + '-error')?.textContent ?? ''")
    return text.stringValue ?? ""
  }

  private func draft(_ server: Server) async throws -> JSONValue? {
    let answer = try await server.admin("GET", "/screens/lunch/draft")
    guard answer.status == 200 else { return nil }
    return try JSONParser.parse(answer.text)["definition"]?["items"]?.arrayValue?.first?["content"]
  }

  private func waitForDraft(
    _ what: String, _ server: Server, _ condition: @escaping (JSONValue) -> Bool
  ) async throws {
    try await server.wait(for: what) { server in try await draft(server).map(condition) ?? false }
  }

  @Test(arguments: [
    (
      "price", "8,500",
      "This is not a number, so it is not saved. Write 8500, without a comma. The draft keeps 8000."
    ),
    (
      "price", "1 000",
      "This is not a number, so it is not saved. Write 1000, without a space. The draft keeps 8000."
    ),
    (
      "price", "1,5",
      "This is not a number, so it is not saved. Write 1.5, with a point in place of the comma. The draft keeps 8000."
    ),
    (
      "price", "5.",
      "This is not a number, so it is not saved. Write 5, without a point at the end. The draft keeps 8000."
    ),
    (
      "price", "0x10",
      "This is not a number, so it is not saved. Write 16, in decimal digits. The draft keeps 8000."
    ),
    (
      "price", "8500원",
      "This is not a number, so it is not saved. Write 8500, without “원”. The draft keeps 8000."
    ),
    (
      "price", "1.2.3",
      "This is not a number, so it is not saved. Write it like 12 or 1.50. The draft keeps 8000."
    ),
    (
      "Entry 1 of sizes", "8,500",
      "This is not a number, so it is not saved. Write 8500, without a comma. The draft keeps 1."
    ),
    (
      "deal", "8,500",
      "This is not a number, so it is not saved. Write 8500, without a comma. The draft keeps 500."
    ),
    (
      "note", "8,500",
      "This is not JSON, so it is not saved: nothing may follow the value, in line 1, column 2. Write 8500, without a "
        + "comma. The draft keeps 12."
    ),
  ])
  func `the beginning of a text that is no value is not saved`(
    _ label: String, _ text: String, _ message: String
  ) async throws {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      try await replace(label, with: text, browser)
      #expect(try await problem(browser) == message)
      // What else was changed is saved.
      try await replace("name", with: "Cold noodles", browser)
      try await waitForDraft("name", server) { $0["name"] == "Cold noodles" }
      let saved = try #require(try await draft(server))
      #expect(saved["price"]?.text == "8000" && saved["sizes"]?.text == "[1,2]", "\(saved.text)")
      #expect(saved["deal"]?.text == "500" && saved["note"]?.text == "12", "\(saved.text)")
      // Neither saved nor published, by its name.
      for (button, verb) in [("Save draft", "saved"), ("Review and publish", "published")] {
        try await browser.click(button: button)
        try await browser.waitForStatus(
          "“\(label)” of noodles is not valid, so nothing is \(verb). Correct it first.")
        #expect(try await problem(browser) == message)
      }
      #expect(try await browser.script("return document.querySelector('dialog[open]')") == .null)
    }
  }

  @Test func `a number that typing passed through is taken back, and leaves no step of undo`() async throws {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      try await replace("price", with: "8", browser)
      try await waitForDraft("the number so far", server) { $0["price"]?.text == "8" }
      try await browser.write(",500")
      try await waitForDraft("the number from before", server) { $0["price"]?.text == "8000" }
      let undo = try await browser.element(role: "button", "Undo")
      #expect(
        try await browser.script("return arguments[0].getAttribute('aria-disabled')", [undo.json]) == "true")
    }
  }

  @Test func `a text that is no value survives a reload as it was typed, until it is corrected`() async throws
  {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      try await replace("price", with: "8,500", browser)
      try await openNoodles(browser, server)
      let shown = "return document.querySelector('.item-form [data-unwritten]')?.value ?? ''"
      #expect(try await browser.script(shown) == "8,500")
      #expect(
        try await browser.text(of: try await browser.element(".draft-state"))
          == "Not saved: “price” of noodles is not valid")
      // Undo in the field takes the text back; nothing is left of it then.
      try await browser.script("document.querySelector('[data-unwritten]').focus()")
      try await browser.press([Browser.Key.control, "z"])
      #expect(try await browser.script("return document.activeElement.value") == "8000")
      try await openNoodles(browser, server)
      #expect(try await browser.script(shown) == "")
      try await replace("price", with: "8500", browser)
      try await browser.wait(
        until: "return document.querySelector('.draft-state').textContent.includes('Draft saved')")
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      #expect(try await server.get("/screens/lunch").text.contains("8500"))
    }
  }

  @Test func `an empty field is a removal once it is left, and no value if it is required`() async throws {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      try await replace("price", with: "\u{E003}", browser)
      try await replace("discount", with: "\u{E003}", browser)
      try await replace("name", with: "Cold noodles", browser)
      try await waitForDraft("name", server) { $0["name"] == "Cold noodles" }
      let saved = try #require(try await draft(server))
      #expect(saved["price"]?.text == "8000" && saved["discount"] == nil, "\(saved.text)")
      try await browser.click(button: "Save draft")
      try await browser.waitForStatus("“price” of noodles is not valid")
      #expect(
        try await problem(browser) == "This cannot be empty, so it is not saved. The draft keeps 8000.")
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

  @Test func `only the address of a picture is fetched as one`() async throws {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      let pictures = try await browser.script(
        "return [...document.querySelectorAll('.item-form .thumbnail')].map((e) => e.closest('.field').querySelector('label').textContent).join()"
      )
      #expect(pictures == "photoUrl")
    }
  }
}
