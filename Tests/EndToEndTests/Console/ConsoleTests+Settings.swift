import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The settings of a screen and of a section: their values and pages.
extension ConsoleTests {
  private func writeShop() throws {
    try folder.write(
      #"""
      {"screen": {"title": "$values.title", "items": "$items", "sections": "$sections", "next": "$page.next"},
        "section": {"id": "$id", "accent": "$values.accent", "items": "$items"},
        "item": {"id": "$id", "viewType": "$viewType", "content": "$content"},
        "values": {
          "screen": {"type": "object", "required": ["title"], "properties": {
            "title": {"type": "string", "title": "Title", "minLength": 1},
            "columns": {"type": "integer", "title": "Columns", "minimum": 1, "maximum": 4}}},
          "section": {"type": "object", "properties": {"accent": {"type": "string", "title": "Accent"}}}}}
      """#, to: "screens/_formats/shop.json")
    let line = { (id: String) in
      #"{"id": "\#(id)", "viewType": "ONE_LINE_TEXT", "content": {"text1": "\#(id)"}}"#
    }
    try folder.write(
      #"{"format": "shop", "values": {"title": "Shop", "columns": 2, "scale": 1.0}, "items": [\#(line("one"))]}"#,
      to: "screens/shop.json")
    try folder.write(
      #"""
      {"format": "shop", "values": {"title": "Aisles"}, "sections": [
        {"id": "top", "header": "Fresh", "items": [\#(line("one"))]}, {"id": "low", "items": [\#(line("two"))]}]}
      """#, to: "screens/aisles.json")
  }

  private func openSettings(_ browser: Browser) async throws {
    try await choose("Screen settings …", fromMenu: "More for the screen", browser)
    _ = try await browser.element(".settings-form")
  }

  /// Goes into a field by its label, and types in place of what it has.
  private func replace(_ label: String, with text: String, _ browser: Browser) async throws {
    let field = try await browser.element(role: "textbox", label)
    try await browser.script("arguments[0].focus(); arguments[0].select()", [field.json])
    try await browser.write(text)
  }

  private func draft(_ route: String, _ server: Server) async throws -> JSONValue? {
    let answer = try await server.admin("GET", "/screens/\(route)/draft")
    return answer.status == 200 ? try JSONParser.parse(answer.text)["definition"] : nil
  }

  private func waitForDraft(
    _ route: String, _ what: String, _ server: Server, _ condition: @escaping (JSONValue) -> Bool
  ) async throws {
    try await server.wait(for: what) { server in try await draft(route, server).map(condition) ?? false }
  }

  /// Waits until the error of a field says a text.
  private func waitForError(_ text: String, of label: String, _ browser: Browser) async throws {
    let field = try await browser.element(role: "textbox", label)
    try await browser.wait(
      until: "return document.getElementById(arguments[0].id + '-error').textContent.includes(arguments[1])",
      field.json, .string(text))
  }

  @Test func `the values of a screen are edited by the schema of its wire format`() async throws {
    try writeShop()
    try await run { server, browser in
      try await openScreen("shop", browser, server)
      try await openSettings(browser)
      try await replace("Title", with: "Corner shop", browser)
      try await waitForDraft("shop", "the title", server) { $0["values"]?["title"] == "Corner shop" }
      // What the schema does not name stays, to the digit.
      let kept = try await draft("shop", server)?["values"]
      #expect(kept?.text == #"{"title":"Corner shop","columns":2,"scale":1.0}"#)

      // The server's error is at the field once that was left, and its summary leads there.
      try await replace("Columns", with: "9", browser)
      try await browser.press([Browser.Key.tab])
      try await waitForError("maximum of 4", of: "Columns", browser)
      try await browser.click(button: "Close settings")
      try await browser.click(button: "Screen settings")
      try await browser.wait(until: "return document.activeElement.labels?.[0]?.textContent === 'Columns'")

      // A text that is no value is held back.
      try await replace("Columns", with: "1,5", browser)
      try await browser.press([Browser.Key.tab])
      try await browser.click(button: "Review and publish")
      try await browser.waitForStatus(
        "“Columns” of the screen’s settings is not valid, so nothing is published")
      #expect(try await browser.script("return document.querySelector('dialog[open]') === null") == true)
      try await replace("Columns", with: "3", browser)
      try await waitForDraft("shop", "the columns", server) { $0["values"]?["columns"]?.text == "3" }
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      #expect(try await server.get("/screens/shop").text.contains("Corner shop"))
    }
  }

  @Test func `undo and the address follow the settings`() async throws {
    try writeShop()
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/shop?settings=screen")
      try await replace("Title", with: "New", browser)
      try await waitForDraft("shop", "the title", server) { $0["values"]?["title"] == "New" }
      try await browser.click(button: "Undo")
      let title = try await browser.element(role: "textbox", "Title")
      try await browser.wait(until: "return arguments[0].value === 'Shop'", title.json)
      try await browser.script("arguments[0].focus()", [title.json])
      try await browser.press([Browser.Key.escape])
      _ = try await browser.element(role: "button", "Screen settings")
      #expect(try await browser.url.contains("settings") == false)
    }
  }

  @Test func `a screen without values or a schema for them has no form of values`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await openSettings(browser)
      #expect(
        try await browser.script("return document.querySelector('.settings-form .values') === null") == true)
      try await replace("Screen name", with: "Everything", browser)
      try await waitForDraft("list", "the name", server) { $0["screenName"] == "Everything" }
      let field = try await browser.element(role: "textbox", "Screen name")
      try await browser.script("arguments[0].select()", [field.json])
      try await browser.press(["\u{E017}"], [Browser.Key.tab])
      try await waitForDraft("list", "no name", server) { $0["screenName"] == nil }
    }
  }

  @Test func `a value that the schema requires is asked for where there are no values`() async throws {
    try writeShop()
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await openSettings(browser)
      let format = try await browser.element(".settings-form select")
      try await browser.script(
        "arguments[0].value = 'shop'; arguments[0].dispatchEvent(new Event('change'))", [format.json])
      try await waitForError("title", of: "Title", browser)
      try await replace("Title", with: "List", browser)
      try await waitForDraft("list", "the title", server) { $0["values"]?["title"] == "List" }
      try await browser.wait(until: "return document.querySelector('.problems') === null")
    }
  }

  @Test func `the values of a section are edited in its settings`() async throws {
    try writeShop()
    try await run { server, browser in
      try await openScreen("aisles", browser, server)
      try await choose("Edit section …", fromMenu: "Section low", browser)
      try await browser.click(button: "Add Accent")
      try await browser.write("green")
      try await replace("Header", with: "Frozen", browser)
      try await waitForDraft("aisles", "the section", server) {
        $0["sections"]?.arrayValue?.last?.text.hasPrefix(
          #"{"id":"low","header":"Frozen","values":{"accent":"green"},"items":"#) ?? false
      }
      try await replace("Id", with: "top", browser)
      try await browser.press([Browser.Key.tab])
      try await waitForError("repeated", of: "Id", browser)
    }
  }

  @Test func `a screen is sent in pages when one says so`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await openSettings(browser)
      let box = try await browser.element(role: "checkbox", "Send in pages")
      #expect(try await browser.script("return arguments[0].checked", [box.json]) == false)
      try await browser.click(box)
      try await waitForDraft("list", "pages", server) { $0["pages"]?.text == #"{"size":20}"# }
      try await replace("Items on a page", with: "0", browser)
      try await browser.press([Browser.Key.tab])
      try await waitForError("from 1 to 1000", of: "Items on a page", browser)
      try await replace("Items on a page", with: "2", browser)
      try await replace("Query parameter", with: "next", browser)
      try await waitForDraft("list", "the parameter", server) {
        $0["pages"]?.text == #"{"size":2,"parameter":"next"}"#
      }
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      let first = try await server.get("/screens/list")
      #expect(first.text.contains("two") && !first.text.contains("three"))

      try await browser.click(try await browser.element(role: "checkbox", "Send in pages"))
      try await waitForDraft("list", "no pages", server) { $0["pages"] == nil }
    }
  }
}
