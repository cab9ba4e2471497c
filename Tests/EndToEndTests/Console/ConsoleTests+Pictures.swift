import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// Pictures by drop, by paste and as a chosen file; and who else is here.
extension ConsoleTests {
  private static var uploaded: Regex<Substring> { /asset:[0-9a-f]{64}\.png/ }

  /// Brings a file to an element, as `drop`, `paste` or `choose`. `arguments[0]` of the script is the element.
  private func bring(
    _ how: String, _ name: String = "photo.png", to selector: String, inFrame: Bool = false,
    isPicture: Bool = true, _ browser: Browser
  ) async throws {
    try await browser.script(
      """
      const [how, name, selector, inFrame, isPicture] = arguments;
      const page = inFrame ? document.querySelector('iframe[title=Preview]').contentDocument : document;
      const canvas = document.createElement('canvas');
      const bytes = isPicture ? Uint8Array.from(atob(canvas.toDataURL('image/png').split(',')[1]), (c) => c.charCodeAt(0))
        : new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type: 'image/png' }));
      const target = page.querySelector(selector);
      const options = { bubbles: true, cancelable: true };
      if (how === 'choose') {
        target.files = transfer.files;
        target.dispatchEvent(new Event('change', options));
      } else if (how === 'paste') {
        target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
      } else {
        for (const type of ['dragover', 'drop']) {
          target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: transfer }));
        }
      }
      """,
      [.string(how), .string(name), .string(selector), .bool(inFrame), .bool(isPicture)])
  }

  private func waitForPicture(_ browser: Browser) async throws -> String {
    try await browser.wait(for: "URI of the picture") {
      let text = try await browser.script(
        "return document.querySelector('.form-holder input[inputmode=url]')?.value ?? ''"
      ).stringValue
      return text.flatMap { $0.wholeMatch(of: Self.uploaded) == nil ? nil : $0 }
    }
  }

  private func openPicture(_ browser: Browser, _ server: Server, in prefix: String = "") async throws {
    try await browser.open(server.url + "/console\(prefix)/screens/photo?item=p")
    _ = try await browser.element(".form-holder input[inputmode=url]")
    try await browser.wait(
      until: """
        return document.querySelector('iframe[title=Preview]')?.contentDocument?.querySelector('.image[data-member]') != null
        """)
  }

  private func writeScreen() throws {
    try folder.write(
      #"{"items":[{"id":"p","viewType":"ONE_IMAGE","content":{"url":"asset:before.svg"}}]}"#,
      to: "screens/photo.json")
    try folder.write(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#, to: "screens/_assets/before.svg")
  }

  @Test(arguments: ["choose", "paste", "drop", "canvas drop", "canvas paste"])
  func `a picture comes by drop, by paste or as a file, and is published with the screen`(how: String)
    async throws
  {
    try writeScreen()
    try await run { server, browser in
      try await openPicture(browser, server)
      switch how {
      case "choose": try await bring(how, to: ".form-holder input[type=file]", browser)
      case "canvas drop": try await bring("drop", to: ".image img", inFrame: true, browser)
      case "canvas paste": try await bring("paste", to: "body", inFrame: true, browser)
      default: try await bring(how, to: ".form-holder input[inputmode=url]", browser)
      }
      let uri = try await waitForPicture(browser)
      try await browser.wait(
        until: "return document.querySelector('.thumbnail img')?.naturalWidth > 1 ?? false")
      try await publish(browser)
      try await server.wait(for: "picture in the screen") {
        try await $0.get("/screens/photo").text.contains("/assets/" + uri.dropFirst(6))
      }
    }
  }

  @Test func `the field says why a file is refused, and keeps its address`() async throws {
    try writeScreen()
    try await run(allowsErrors: true) { server, browser in
      try await openPicture(browser, server)
      try await bring("drop", "bad.svg", to: ".form-holder .thumbnail", isPicture: false, browser)
      try await browser.wait(
        until: """
          const error = document.querySelector('.form-holder .error[id^=upload]:not([hidden])');
          return error?.textContent.startsWith('bad.svg is not uploaded: the SVG has the element "script"') ?? false
          """)
      #expect(
        try await browser.script("return document.querySelector('.form-holder input[inputmode=url]').value")
          == "asset:before.svg")
      try await bring("drop", to: "h1", browser)
      #expect(try await browser.url.hasPrefix(server.url + "/console/screens/photo"))
    }
  }

  @Test func `in a change set, a picture is a part of the set`() async throws {
    try writeScreen()
    try await run { server, browser in
      try await server.makeSet("spring")
      try await openPicture(browser, server, in: "/c/spring")
      try await bring("paste", to: ".form-holder input[inputmode=url]", browser)
      let name = try await waitForPicture(browser).dropFirst(6)
      try await browser.wait(
        until: "return document.querySelector('.thumbnail img')?.naturalWidth > 1 ?? false")
      #expect(try await server.get("/assets/\(name)").status == 404)
      #expect(try await server.get("/c/spring/assets/\(name)").status == 200)
    }
  }

  // MARK: Others

  @Test func `the editor names who else is here, with the item, and who has left`() async throws {
    try await run { server, browser in
      let created = try JSONParser.parse(
        try await server.admin("PUT", "/tokens/anna", body: #"{"scope":"edit"}"#).text)
      let token = try #require(created["token"]?.stringValue)
      func note(_ body: String) async throws -> JSONValue {
        let response = try await server.send(
          "POST", "/admin/presence/list", body: body,
          fields: [
            CurlField("Authorization", "Bearer \(token)"), CurlField("Content-Type", "application/json"),
          ])
        return try JSONParser.parse(response.text)
      }
      try await openScreen("list", browser, server)
      let status = "document.querySelector('[role=status][aria-label=\"Also here\"]')"
      #expect(try await browser.script("return \(status).textContent") == "")
      // The server forgets an editor six seconds after its last sign, so anna gives one before each look at the page.
      func waitForStatus(_ text: String, noting body: String) async throws {
        _ = try await browser.wait(for: text) { () -> Bool? in
          _ = try await note(body)
          let shown = try? await browser.script("return \(status).textContent")
          return shown == .string(text) ? true : nil
        }
      }
      func number(_ name: String) async throws -> Int {
        try #require(try await browser.script("return window.\(name)").numberValue?.intValue)
      }
      // Counts the page's own requests, also until it shows somebody.
      try await browser.script(
        """
        const { fetch } = window;
        window.asked = 0;
        window.fetch = (path, ...rest) => {
          if (String(path).includes('/admin/presence/')) window.asked += 1;
          return fetch(path, ...rest);
        };
        new MutationObserver(() => { window.askedUntilShown ??= window.asked; })
          .observe(\(status), { childList: true });
        """)
      let editing = #"{"editor":"1","item":"two","isEditing":true}"#
      _ = try await note(editing)
      let asked = try await number("asked")
      try await waitForStatus("anna edits two", noting: editing)
      // The next request is answered with anna; one after it may be sent before that answer comes.
      #expect(try await number("askedUntilShown") <= asked + 2)
      try await browser.click(try await browser.element("li[data-item=three] .row-main, li[data-item=three]"))
      try await server.wait(for: "sign of the browser") { _ in
        try await note(#"{"editor":"1"}"#)["others"]?.arrayValue?.first?["item"] == "three"
      }
      try await waitForStatus("anna looks at this screen", noting: #"{"editor":"1"}"#)
      try await browser.wait(until: "return \(status).textContent === ''")
    }
  }
}
