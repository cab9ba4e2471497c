import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Items inside items: the list `Items` as a tree.
extension ConsoleTests {
  private func writeTree() throws {
    try folder.write(
      #"""
      {"title": "Row", "type": "object", "required": ["title"], "properties": {
        "title": {"type": "string", "minLength": 1},
        "children": {"type": "array", "items": {"$ref": "marquee:item"}},
        "lead": {"$ref": "marquee:item", "properties": {"viewType": {"enum": ["ONE_LINE_TEXT"]}}}}}
      """#, to: "screens/_types/ROW.json")
    let line = { (id: String) in
      #"{"id": "\#(id)", "viewType": "ONE_LINE_TEXT", "content": {"text1": "\#(id)"}}"#
    }
    let row = { (id: String, children: [String]) in
      #"""
      {"id": "\#(id)", "viewType": "ROW", "content": {"title": "\#(id)",
        "children": [\#(children.joined(separator: ", "))]}}
      """#
    }
    try folder.write(
      #"""
      {"items": [\#(line("top")), \#(row("row", [line("soup"), row("inner", [line("deep")]), line("rice")])),
        \#(row("bag", [])), \#(line("end"))],
        "experiment": {"key": "hot", "variants": [{"key": "control"}, {"key": "hot"}]}}
      """#, to: "screens/tree.json")
  }

  /// The rows of the list, as `id level`, with `+` or `-` for an item whose inner items are shown or not.
  private func waitForRows(_ rows: String, _ browser: Browser) async throws {
    try await browser.wait(
      until: """
        return [...document.querySelectorAll('li[data-item]')].map((row) => row.dataset.item
          + row.getAttribute('aria-level') + ({ true: '+', false: '-' }[row.getAttribute('aria-expanded')] ?? '')).join(' ')
          === arguments[0]
        """, .string(rows))
  }

  private static let all = "top1 row1+ soup2 inner2+ deep3 rice2 bag1 end1"

  private func focus(_ id: String, _ browser: Browser) async throws {
    let main = try await browser.element("li[data-item=\(id)] .row-main")
    try await browser.script("arguments[0].focus()", [main.json])
  }

  private func focusedItem(_ browser: Browser) async throws -> JSONValue {
    try await browser.script("return document.activeElement.closest('li')?.dataset.item ?? ''")
  }

  private func draft(_ server: Server) async throws -> JSONValue? {
    let answer = try await server.admin("GET", "/screens/tree/draft")
    return answer.status == 200 ? try JSONParser.parse(answer.text)["definition"] : nil
  }

  private func waitForDraft(
    _ what: String, _ server: Server, _ condition: @escaping (JSONValue) -> Bool
  ) async throws {
    try await server.wait(for: what) { server in try await draft(server).map(condition) ?? false }
  }

  private func moveInto(_ place: String, _ id: String, _ browser: Browser) async throws {
    try await choose("Into …", fromMenu: "Move \(id)", browser)
    let select = try await browser.element("dialog select")
    try await browser.script(
      """
      const [select, name] = arguments;
      select.value = [...select.options].find((option) => option.textContent === name).value;
      select.dispatchEvent(new Event('change'));
      """, [select.json, .string(place)])
    try await browser.click(button: "Move")
  }

  @Test func `items inside items are a tree, which the arrow keys open and close`() async throws {
    try writeTree()
    try await run { server, browser in
      try await openScreen("tree", browser, server)
      try await waitForRows(Self.all, browser)
      #expect(try await browser.role(of: try await browser.element("ul.items")) == "tree")
      #expect(try await browser.role(of: try await browser.element("li[data-item=deep]")) == "treeitem")
      try await focus("row", browser)
      try await browser.press([Browser.Key.left])
      try await waitForRows("top1 row1- bag1 end1", browser)
      #expect(try await focusedItem(browser) == "row")
      try await browser.press([Browser.Key.right], [Browser.Key.down])
      try await waitForRows(Self.all, browser)
      #expect(try await focusedItem(browser) == "soup")
      try await browser.press([Browser.Key.alt, Browser.Key.down])
      try await waitForRows("top1 row1+ inner2+ deep3 soup2 rice2 bag1 end1", browser)
      try await browser.waitForStatus("Moved soup from 1 to 2 in row")
      // A link to an item opens what it is inside of.
      try await browser.open(server.url + "/console/screens/tree?item=deep")
      try await browser.wait(until: "return document.querySelector('.selected')?.dataset.item === 'deep'")
    }
  }

  @Test func `a flat screen stays a list`() async throws {
    try writeTree()
    try await run { server, browser in
      try await openScreen("list", browser, server)
      let attributes = try await browser.script(
        "return document.querySelectorAll('[role=tree], [role=treeitem], [aria-level], .row-opener').length")
      #expect(attributes == 0)
      try await browser.click(button: "Move one")
      let entries = try await browser.elements(role: "menuitem").map(\.name)
      #expect(entries == ["To top", "Up", "Down", "To bottom"])
    }
  }

  @Test func `an item inside another one is edited in its form`() async throws {
    try writeTree()
    try await run { server, browser in
      try await openScreen("tree", browser, server)
      try await browser.click(try await browser.element("li[data-item=row] .row-main"))
      // The form of the item around it has its name, and no JSON of it.
      #expect(
        try await browser.script(
          "return document.querySelector('.item-form .content textarea.json') === null")
          == true)
      try await browser.click(button: "inner")
      try await browser.click(button: "deep")
      let text = try await browser.element(role: "textbox", "text1")
      try await browser.type("Deepest", into: text)
      try await waitForDraft("the text", server) {
        $0["items"]?.arrayValue?[1]["content"]?["children"]?.arrayValue?[1]["content"]?["children"]?
          .arrayValue?[0]["content"]?["text1"] == "Deepest"
      }
      // The server's error is at its field, also when the id is that of another item.
      let id = try await browser.element(role: "textbox", "Id")
      try await browser.script("arguments[0].focus(); arguments[0].select()", [id.json])
      try await browser.write("rice")
      try await browser.press([Browser.Key.tab])
      try await browser.wait(
        until: "return document.querySelector('.problems')?.textContent.includes('rice') ?? false")
      try await browser.click(button: "Undo")
      try await browser.wait(until: "return document.querySelector('.problems') === null")
      try await waitForRows(Self.all, browser)
    }
  }

  @Test func `items are added, duplicated, moved and removed at any depth`() async throws {
    try writeTree()
    try await run { server, browser in
      try await openScreen("tree", browser, server)
      try await moveInto("bag: children", "rice", browser)
      try await waitForRows("top1 row1+ soup2 inner2+ deep3 bag1+ rice2 end1", browser)
      try await browser.waitForStatus("Moved rice from 3 in row to 1 in bag")
      try await moveInto("bag: lead", "soup", browser)
      try await moveInto("The screen itself", "deep", browser)
      try await waitForRows("top1 row1+ inner2 bag1+ rice2 soup2 end1 deep1", browser)
      try await choose("Duplicate", fromMenu: "More for bag", browser)
      try await waitForRows(
        "top1 row1+ inner2 bag1+ rice2 soup2 bag-21+ rice-22 soup-22 end1 deep1", browser)
      try await choose("Delete", fromMenu: "More for row", browser)
      try await waitForRows("top1 bag1+ rice2 soup2 bag-21+ rice-22 soup-22 end1 deep1", browser)
      try await choose("Add item in children …", fromMenu: "More for bag", browser)
      try await browser.click(try await browser.element("dialog input[value=ONE_LINE_TEXT]"))
      try await browser.click(button: "Add")
      try await waitForRows(
        "top1 bag1+ rice2 ONE_LINE_TEXT-12 soup2 bag-21+ rice-22 soup-22 end1 deep1", browser)
      try await browser.write("New")
      try await waitForDraft("the item", server) {
        $0["items"]?.arrayValue?.dropFirst().first?["content"]?["children"]?.arrayValue?.last?["content"]?[
          "text1"] == "New"
      }
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
    }
  }

  @Test func `an item is dragged into another one`() async throws {
    try writeTree()
    try await run { server, browser in
      try await openScreen("tree", browser, server)
      let handle = try await browser.element("li[data-item=end] .drag-handle")
      try await browser.drag(handle, to: try await browser.element("li[data-item=soup]"), below: true)
      try await waitForRows("top1 row1+ soup2 end2 inner2+ deep3 rice2 bag1", browser)
      // Nothing can be dragged into itself.
      let row = try await browser.element("li[data-item=row] .drag-handle")
      try await browser.drag(row, to: try await browser.element("li[data-item=deep]"), below: true)
      try await waitForRows("top1 row1+ soup2 end2 inner2+ deep3 rice2 bag1", browser)
    }
  }

  @Test func `a variant changes an item inside another one by its id`() async throws {
    try writeTree()
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/tree?edit=hot&item=deep")
      let text = try await browser.element(role: "textbox", "text1")
      try await browser.type("Hot", into: text)
      try await waitForDraft("the change", server) {
        $0["experiment"]?["variants"]?.arrayValue?[1]["changes"]?.text
          == #"[{"op":"merge","id":"deep","content":{"text1":"Hot"}}]"#
      }
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      #expect(try await server.get("/screens/tree?variant=hot").text.contains("Hot"))
    }
  }

  @Test func `a variant moves an item inside another one by its id`() async throws {
    try writeTree()
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/tree?edit=hot")
      try await waitForRows(Self.all, browser)
      try await choose("To top", fromMenu: "Move rice", browser)
      try await waitForRows("top1 row1+ rice2 soup2 inner2+ deep3 bag1 end1", browser)
      try await waitForDraft("the move", server) {
        $0["experiment"]?["variants"]?.arrayValue?[1]["changes"]?.text
          == #"[{"op":"move","id":"rice","before":"soup"}]"#
      }
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      let screen = try JSONParser.parse(
        try await server.get("/screens/tree?variant=hot&format=screen").text)
      let row = screen["sections"]?.arrayValue?.first?["items"]?.arrayValue?.first { $0["id"] == "row" }
      #expect(
        row?["content"]?["children"]?.arrayValue?.compactMap { $0["id"] } == ["rice", "soup", "inner"])
    }
  }
}
