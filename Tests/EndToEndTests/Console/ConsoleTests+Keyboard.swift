import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// The list, the panels and the dialogs by keyboard, and a new item while it is filled in.
extension ConsoleTests {
  private func focused(_ browser: Browser) async throws -> String {
    let reference = try await browser.script("return document.activeElement")
    guard let id = reference[Browser.Element.key]?.stringValue else { return "" }
    return try await browser.name(of: Browser.Element(id: id))
  }

  private func focusedItem(_ browser: Browser) async throws -> String {
    let id = try await browser.script("return document.activeElement.closest('li')?.dataset.item ?? ''")
    return id.stringValue ?? ""
  }

  @Test(.bug(id: "F30")) func `the list is one Tab stop, and arrow keys go and move in it`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      let add = try await browser.element(role: "button", "Add item")
      try await browser.script("arguments[0].focus()", [add.json])
      try await browser.press([Browser.Key.tab])
      #expect(try await focusedItem(browser) == "one")
      try await browser.press([Browser.Key.tab])
      #expect(try await focusedItem(browser) == "")
      try await browser.press([Browser.Key.shift, Browser.Key.tab], [Browser.Key.down])
      #expect(try await focusedItem(browser) == "two")
      try await browser.press([Browser.Key.left])
      #expect(try await focused(browser) == "Move two")
      try await browser.press([Browser.Key.left])
      #expect(try await focused(browser) == "Select two")
      try await browser.press([Browser.Key.right], [Browser.Key.right], [Browser.Key.right])
      #expect(try await focused(browser) == "More for two")
      // The buttons of a row are no Tab stops, also after one of them had the focus.
      try await browser.press([Browser.Key.tab], [Browser.Key.shift, Browser.Key.tab])
      #expect(try await browser.script("return document.activeElement.className") == "row-main")

      try await browser.press([Browser.Key.alt, Browser.Key.down])
      try await waitForItems(["one", "three", "two"], browser)
      try await browser.waitForStatus("Moved two from 2 to 3")
      #expect(try await focusedItem(browser) == "two")
      try await browser.press([Browser.Key.alt, Browser.Key.down])
      try await browser.waitForStatus("It is at the bottom already.")
      try await browser.press([Browser.Key.alt, Browser.Key.up], [Browser.Key.alt, Browser.Key.up])
      try await waitForItems(["two", "one", "three"], browser)

      try await browser.press([Browser.Key.end], [Browser.Key.enter])
      #expect(try await focused(browser) == "text1")
      try await browser.write("Drei")
      try await browser.wait(
        until: "return document.querySelector('li[data-item=three] .row-title').textContent === 'Drei'")
      // Around the panels.
      try await browser.press([Browser.Key.f6])
      #expect(try await focusedItem(browser) == "three")
      try await browser.press([Browser.Key.f6])
      #expect(try await browser.script("return document.activeElement.title") == "Preview")
      try await browser.press([Browser.Key.f6])
      #expect(try await focused(browser) == "text1")
      try await browser.press([Browser.Key.shift, Browser.Key.f6])
      #expect(try await browser.script("return document.activeElement.title") == "Preview")
    }
  }

  @Test func `Escape in an empty field for a search closes its dialog, also where the browser keeps the key`()
    async throws
  {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await browser.click(button: "Add item")
      // WebKit does nothing with the key but clear the field. No browser does anything with the key of a script.
      let open = try await browser.script(
        """
        const field = document.querySelector('dialog[open] [type=search]');
        const press = (text) => {
          field.value = text;
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
          return document.querySelector('dialog[open]') !== null;
        };
        return [press('title'), press('')]
        """)
      #expect(open == [true, false])
    }
  }

  @Test func `arrow keys go from item to item over the headings of sections, which are left of the items`()
    async throws
  {
    try folder.write(
      #"""
      {"sections": [{"id": "a", "items": [{"id": "x", "viewType": "ONE_LINE_TEXT", "content": {"text1": "X"}}]},
        {"id": "b", "items": []},
        {"id": "c", "items": [{"id": "y", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Y"}}]}]}
      """#, to: "screens/parts.json")
    try await run { server, browser in
      try await openScreen("parts", browser, server)
      try await browser.tab(to: ".row-main")
      try await browser.press([Browser.Key.down])
      #expect(try await focused(browser) == "Section b")
      try await browser.press([Browser.Key.up], [Browser.Key.end])
      #expect(try await focusedItem(browser) == "y")
      try await browser.press([Browser.Key.left], [Browser.Key.left], [Browser.Key.left])
      #expect(try await focused(browser) == "Section c")
      try await browser.press([Browser.Key.enter])
      try await browser.wait(until: "return document.activeElement.getAttribute('role') === 'menuitem'")
      try await browser.press([Browser.Key.escape])
      #expect(try await focused(browser) == "Section c")
    }
  }

  @Test func `a dialog begins where one works, and gives the focus back`() async throws {
    try await run { server, browser in
      try await openScreen("list", browser, server)
      let publish = try await browser.element(role: "button", "Review and publish")
      try await choose("To top", fromMenu: "Move three", browser)
      try await browser.script("arguments[0].focus()", [publish.json])
      try await browser.press([Browser.Key.enter])
      _ = try await browser.element("dialog[open]")
      #expect(
        try await browser.script("return document.activeElement.labels[0].textContent") == "Message")
      try await browser.press([Browser.Key.escape])
      try await browser.wait(until: "return document.activeElement === arguments[0]", publish.json)

      try await choose("Screen settings …", fromMenu: "More for the screen", browser)
      #expect(try await focused(browser) == "Screen name")
      try await browser.press([Browser.Key.escape])
      try await browser.wait(
        until: "return document.activeElement.getAttribute('aria-label') === 'More for the screen'")
      try await choose("Discard draft …", fromMenu: "More for the screen", browser)
      // What destroys something is not what Enter does first.
      #expect(try await browser.script("return document.activeElement.textContent") == "Cancel")
      try await browser.click(button: "Discard draft")
      try await browser.waitForStatus("Draft discarded")
      #expect(try await browser.script("return document.activeElement !== document.body") == true)
    }
  }

  @Test func `a rule that is added gets the focus, and one that is deleted leaves it in the list`()
    async throws
  {
    try await run { server, browser in
      try await browser.open(server.url + "/console/mock")
      try await browser.click(button: "Add rule")
      _ = try await browser.element("dialog[open]")
      #expect(try await focused(browser) == "Name")
      try await browser.write("slow")
      try await browser.type("5", into: try await browser.element(role: "textbox", "Delay in milliseconds"))
      try await browser.click(try await browser.element("dialog footer .primary"))
      try await browser.waitForStatus("The rule slow is on")
      try await browser.wait(until: "return document.querySelector('dialog') === null")
      #expect(try await focused(browser) == "slow")
      #expect(try await browser.script("return document.activeElement.getAttribute('role')") == "switch")
      try await choose("Delete", fromMenu: "Actions of slow", browser)
      try await browser.click(try await browser.element("dialog footer .danger"))
      try await browser.waitForStatus("The rule slow is deleted")
      #expect(try await focused(browser) == "Add rule")
    }
  }

  /// Adds an item of the view type `DISH`, and waits until the preview has a placeholder for it.
  private func addDish(_ browser: Browser) async throws {
    try await browser.click(button: "Add item")
    try await browser.click(try await browser.element("input[value=DISH]"))
    try await browser.click(button: "Add")
    try await browser.wait(
      until:
        "return document.querySelector('.preview-note').textContent.includes('a placeholder stands for it')"
    )
  }

  @Test func `the errors of a new item are kept while a variant is shown`() async throws {
    try folder.write(
      #"{"title":"Dish","type":"object","properties":{"name":{"type":"string","minLength":1}},"required":["name"]}"#,
      to: "screens/_types/DISH.json")
    try folder.write(
      #"""
      {"items": [{"id": "tea", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Tea"}}],
        "experiment": {"key": "dishes", "variants": [{"key": "a"}, {"key": "b"}]}}
      """#, to: "screens/split.json")
    let marked =
      "return [...document.querySelectorAll('.items .badge.bad')].map((e) => e.closest('li').dataset.item).join()"
    try await run { server, browser in
      try await openScreen("split", browser, server)
      try await addDish(browser)
      #expect(try await browser.script(marked) == "")
      for variant in ["b", ""] {
        try await browser.script(
          """
          const choice = document.querySelector('.variants select');
          choice.value = arguments[0];
          choice.dispatchEvent(new Event('change'));
          """, [.string(variant)])
      }
      #expect(try await browser.script(marked) == "DISH-1")
      _ = try await browser.element(".problems")
    }
  }

  @Test func `a new item is no error before its fields were left, and hides no other one`() async throws {
    try folder.write(
      #"{"title":"Dish","type":"object","properties":{"name":{"type":"string","minLength":1},"price":{"type":"number"}},"required":["name","price"]}"#,
      to: "screens/_types/DISH.json")
    let marks =
      "return [document.querySelectorAll('.item-form [aria-invalid]').length, document.querySelectorAll('.items .badge.bad').length, document.querySelectorAll('.problems').length].join()"
    try await run { server, browser in
      try await openScreen("list", browser, server)
      try await addDish(browser)
      #expect(try await focused(browser) == "name")
      #expect(try await browser.script(marks) == "0,0,0")
      #expect(
        try await browser.text(of: try await browser.element(".preview-note"))
          == "The draft, as you edit it. An item is not valid yet: a placeholder stands for it.")
      try await browser.wait(
        until: """
          const page = document.querySelector('iframe[title=Preview]').contentDocument;
          return page.querySelector('[data-item=one]') !== null
            && (page.querySelector('[data-item=DISH-1]')?.title.startsWith('DISH-1: not valid yet: ') ?? false)
          """)
      // Leaving the name marks the name, and not the price.
      try await browser.press([Browser.Key.tab])
      try await browser.wait(until: marks.replacing("return ", with: "return '1,1,1' === "))
      #expect(
        try await browser.script(
          "return document.querySelector('.item-form [aria-invalid]').closest('.field').querySelector('label').textContent"
        ) == "name")
      // Trying to save marks all.
      try await browser.click(button: "Save draft")
      try await browser.wait(until: marks.replacing("return ", with: "return '2,1,1' === "))
    }
  }

  @Test func `an error of a field that one types in is shown once the field is left`() async throws {
    try folder.write(
      #"{"type":"object","properties":{"code":{"type":"string","pattern":"^[A-Z]{3}$"}},"required":["code"]}"#,
      to: "screens/_types/CODE.json")
    try folder.write(
      #"{"items":[{"id":"code","viewType":"CODE","content":{"code":"ABC"}}]}"#, to: "screens/codes.json")
    let marks =
      "return [document.querySelectorAll('.item-form [aria-invalid]').length, document.querySelectorAll('.items .badge.bad').length, document.querySelectorAll('.problems').length].join()"
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/codes?item=code")
      _ = try await browser.element("[data-item]")
      let field = try await browser.element(role: "textbox", "code")
      try await browser.script("arguments[0].focus(); arguments[0].select()", [field.json])
      try await browser.write("A")
      // The server has the text, and its error.
      try await server.wait(for: "the draft with an error") { server in
        try await server.admin("GET", "/screens/codes/draft").text.contains("does not match the pattern")
      }
      try await browser.wait(
        until: "return document.querySelector('.draft-state').textContent.startsWith('Draft saved')")
      #expect(try await browser.script(marks) == "0,0,0")
      try await browser.press([Browser.Key.tab])
      try await browser.wait(until: marks.replacing("return ", with: "return '1,1,1' === "))
      // While it is corrected, the error stays until it is gone.
      try await browser.press([Browser.Key.shift, Browser.Key.tab])
      try await browser.write("XYZ")
      try await browser.wait(until: marks.replacing("return ", with: "return '0,0,0' === "))
    }
  }
}
