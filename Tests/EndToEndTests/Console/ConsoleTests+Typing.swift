import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Fields whose text is no value: nothing of it is saved.
extension ConsoleTests {
  private static let dish = #"""
    {"title": "Dish", "type": "object", "properties": {
      "name": {"type": "string", "minLength": 1}, "price": {"type": "number"}, "discount": {"type": "number"},
      "stock": {"type": "number"}, "spicy": {"type": "boolean"}, "until": {"type": "string", "format": "date"},
      "sizes": {"type": "array", "items": {"type": "integer"}},
      "deal": {"oneOf": [{"type": "number"}, {"type": "object", "required": ["percent"]}]},
      "weight": {"anyOf": [{"type": "number", "title": "Grams"}, {"type": "number", "title": "Ounces"}]},
      "link": {"type": "string", "format": "uri"}, "photoUrl": {"type": "string", "format": "uri"}},
      "required": ["name", "price"], "additionalProperties": true}
    """#

  private func writeDishes() throws {
    try folder.write(Self.dish, to: "screens/_types/DISH.json")
    try folder.write(
      #"""
      {"items": [{"id": "noodles", "viewType": "DISH", "content": {"name": "Noodles", "price": 8000, "discount": 5,
        "sizes": [1, 2], "deal": 500, "link": "https://example.com/menu", "photoUrl": "https://example.com/p.png",
        "until": "2026-05-01", "weight": 200, "note": 12}, "fallback": {"viewType": "ONE_LINE_TEXT", "content": {"text1": "Warm"}}},
        {"id": "soup", "viewType": "DISH", "content": {"name": "Soup", "price": 5000}, "fallback": "drop"}]}
      """#, to: "screens/lunch.json")
  }

  /// Opens an item of the screen `lunch`.
  private func open(_ item: String, _ browser: Browser, _ server: Server) async throws {
    try await browser.open(server.url + "/console/screens/lunch?item=" + item)
    _ = try await browser.element(".item-form")
  }

  private func openNoodles(_ browser: Browser, _ server: Server) async throws {
    try await open("noodles", browser, server)
  }

  /// Waits until the state of the draft says a text, or does not.
  private func waitForState(_ text: String, isShown: Bool = true, _ browser: Browser) async throws {
    try await browser.wait(
      until:
        "return document.querySelector('.draft-state').textContent.includes(arguments[0]) === arguments[1]",
      .string(text), .bool(isShown))
  }

  private func value(of label: String, _ browser: Browser) async throws -> JSONValue {
    let field = try await browser.element(role: "textbox", label)
    return try await browser.script("return arguments[0].value", [field.json])
  }

  /// The name of the control that has the focus, if it waits for a correction.
  private static let uncorrected =
    "return document.activeElement.matches('[data-unwritten]') && document.activeElement.getAttribute('aria-label')"
  /// Whether the tab keeps no text that is no value.
  private static let keepsNone =
    "return Object.keys(sessionStorage).every((key) => !key.startsWith('marquee-unwritten'))"

  /// Goes into a field by its label, and types in place of what it has.
  private func replace(_ label: String, with text: String, _ browser: Browser) async throws {
    let field = try await browser.element(role: "textbox", label)
    try await browser.script("arguments[0].focus(); arguments[0].select()", [field.json])
    try await browser.write(text)
  }

  /// What the field that has the focus says is wrong.
  func problem(_ browser: Browser) async throws -> String {
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

  @Test(
    .bug(id: "F28"),
    arguments: [
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
      // Nobody is told of an error while typing.
      #expect(try await problem(browser) == "")
      // What else was changed is saved.
      try await replace("name", with: "Cold noodles", browser)
      try await waitForDraft("name", server) { $0["name"] == "Cold noodles" }
      try await waitForState("but not all of it: “\(label)” of noodles is not valid", browser)
      let saved = try #require(try await draft(server))
      #expect(saved["price"]?.text == "8000" && saved["sizes"]?.text == "[1,2]", "\(saved.text)")
      #expect(saved["deal"]?.text == "500" && saved["note"]?.text == "12", "\(saved.text)")
      // Neither saved nor published, by its name.
      for (button, effect) in [
        ("Save draft", "it is not saved"), ("Review and publish", "nothing is published"),
      ] {
        try await browser.click(button: button)
        try await browser.waitForStatus("“\(label)” of noodles is not valid, so \(effect). Correct it first.")
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

  @Test(.bug(id: "F29"))
  func `a text that is no value survives a reload as it was typed, until it is corrected`() async throws {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      try await replace("price", with: "8,500", browser)
      try await openNoodles(browser, server)
      let shown = "return document.querySelector('.item-form [data-unwritten]')?.value ?? ''"
      #expect(try await browser.script(shown) == "8,500")
      try await waitForState("“price” of noodles is not valid", browser)
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

  @Test func `undo in a field that was emptied brings its value back, and undoes nothing else`() async throws
  {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      try await replace("name", with: "Cold noodles", browser)
      try await replace("price", with: "\u{E003}", browser)
      #expect(try await value(of: "price", browser) == "")
      try await browser.press([Browser.Key.control, "z"])
      #expect(try await value(of: "price", browser) == "8000")
      #expect(try await value(of: "name", browser) == "Cold noodles")
    }
  }

  @Test func `saving writes nothing into a control in which nobody types`() async throws {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      // A checkbox that is neither yes nor no.
      try await browser.click(button: "Add spicy")
      try await browser.press([Browser.Key.control, "s"])
      #expect(try await browser.script("return document.activeElement.indeterminate") == true)
      // Choosing the view type of a fallback replaces its content.
      try await browser.script("document.querySelector('[aria-label=\"View type of the fallback\"]').focus()")
      try await browser.press([Browser.Key.control, "s"])
      #expect(
        try await browser.script(
          "return [...document.querySelectorAll('.delivery input, .delivery textarea')].some((e) => e.value === 'Warm')"
        ) == true)
    }
  }

  @Test(.bug(id: "F54"))
  func `a date that is incomplete and a fallback without a view type hold a publication back`()
    async throws
  {
    try writeDishes()
    try await run { server, browser in
      try await openNoodles(browser, server)
      try await browser.script("document.querySelector('[aria-label=\"Choose until\"]').focus()")
      try await browser.press(["\u{E017}"])
      try await browser.click(button: "Review and publish")
      try await browser.waitForStatus(
        "“until” of noodles is not valid, so nothing is published. Correct it first.")
      #expect(try await browser.script(Self.uncorrected) == "Choose until")
      try await replace("until", with: "2026-06-01", browser)
      try await waitForState("is not valid", isShown: false, browser)
      try await waitForDraft("date", server) { $0["until"] == "2026-06-01" }
      try await waitForState("Draft saved", browser)

      try await open("soup", browser, server)
      try await browser.script(
        "[...document.querySelectorAll('label')].find((l) => l.textContent === 'Fallback').control.focus()")
      try await browser.press(["a"])
      try await waitForState("but not all of it: “Fallback” of soup is not valid", browser)
      try await open("soup", browser, server)
      try await browser.click(button: "Review and publish")
      try await browser.waitForStatus(
        "“Fallback” of soup is not valid, so nothing is published. Correct it first.")
      #expect(try await browser.script(Self.uncorrected) == "View type of the fallback")
      try await browser.press(["o"])
      try await waitForState("is not valid", isShown: false, browser)
      #expect(try await browser.script(Self.keepsNone) == true)
    }
  }

  @Test(.bug(id: "F53")) func `a field that goes away takes its text along`() async throws {
    try writeDishes()
    try await run { server, browser in
      // The document never had the member.
      try await open("soup", browser, server)
      try await browser.click(button: "Add stock")
      try await browser.write("5,5")
      try await waitForState("“stock” of soup is not valid", browser)
      try await browser.click(button: "Remove stock")
      try await waitForState("is not valid", isShown: false, browser)
      #expect(try await browser.script(Self.keepsNone) == true)

      try await openNoodles(browser, server)
      // The other kind takes the value as it is, so the document does not change.
      try await replace("weight", with: "8,500", browser)
      try await waitForState("“weight” of noodles is not valid", browser)
      let kind = try await browser.element("[aria-label='Kind of weight']")
      try await browser.script(
        "arguments[0].value = '1'; arguments[0].dispatchEvent(new Event('change'))", [kind.json])
      #expect(try await value(of: "weight", browser) == "200")
      try await waitForState("is not valid", isShown: false, browser)
      #expect(try await browser.script(Self.keepsNone) == true)
    }
  }

  @Test func `a text stays with its item when the item gets another id in a variant`() async throws {
    try writeDishes()
    try folder.write(
      #"""
      {"items": [{"id": "tea", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Tea"}}],
        "experiment": {"key": "dishes", "variants": [{"key": "a"}, {"key": "b", "items": [
          {"id": "rice", "viewType": "DISH", "content": {"name": "Rice", "price": 3000}}]}]}}
      """#, to: "screens/dinner.json")
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/dinner?edit=b&item=rice")
      try await replace("price", with: "8,500", browser)
      try await waitForState("“price” of rice is not valid", browser)
      try await replace("Id", with: "bowl" + Browser.Key.enter, browser)
      _ = try await browser.element("li[data-item=bowl]")
      try await browser.click(button: "Review and publish")
      try await browser.waitForStatus(
        "“price” of bowl is not valid, so nothing is published. Correct it first.")
      try await waitForState("but not all of it: “price” of bowl is not valid", browser)
      try await browser.open(server.url + "/console/screens/dinner?edit=b&item=bowl")
      #expect(try await value(of: "price", browser) == "8,500")
      try await replace("price", with: "8500", browser)
      try await waitForState("is not valid", isShown: false, browser)
      #expect(try await browser.script(Self.keepsNone) == true)
    }
  }

  @Test func `a text that has become a value is written when the page is loaded again`() async throws {
    try writeDishes()
    try await run { server, browser in
      try await open("soup", browser, server)
      try await browser.click(button: "Add stock")
      try await browser.write("5,5")
      try await waitForState("“stock” of soup is not valid", browser)
      let changed = Self.dish.replacing(
        #""stock": {"type": "number"}"#, with: #""stock": {"type": "string"}"#)
      #expect(try await server.admin("PUT", "/view-types/DISH?force=true", body: changed).status == 200)
      try await open("soup", browser, server)
      #expect(try await value(of: "stock", browser) == "5,5")
      try await server.wait(for: "the text in the draft") { server in
        let draft = try JSONParser.parse(try await server.admin("GET", "/screens/lunch/draft").text)
        return draft["definition"]?["items"]?.arrayValue?.last?["content"]?["stock"] == "5,5"
      }
      try await waitForState("Draft saved", browser)
      #expect(try await browser.script(Self.keepsNone) == true)
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
