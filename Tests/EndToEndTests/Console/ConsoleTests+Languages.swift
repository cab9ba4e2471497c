import CurlClient
import JSONText
import TestFolders
import Testing

/// Languages: what needs work, translations beside their sources, previews by language, and what a publication leaves behind.
extension ConsoleTests {
  private static func deals(soup: String = "Soup", tea: String = "Tea", link: String = "list") -> String {
    #"""
    {"screenName": "Deals", "items": [
      {"id": "soup", "viewType": "CARD", "content": {"title": "\#(soup)", "to": "\#(link)"}},
      {"id": "tea", "viewType": "CARD", "content": {"title": "\#(tea)"}}]}
    """#
  }

  /// Two languages beside the source, and a screen whose titles have at most 10 characters.
  func writeDeals(gate: String = "warn") throws {
    try folder.write(
      #"{"default": "en", "languages": ["en", "ko", "ar"], "gate": "\#(gate)"}"#,
      to: "screens/_languages.json")
    try folder.write(#"{"patterns": [], "gate": "\#(gate)"}"#, to: "screens/_links.json")
    try folder.write(
      #"""
      {"type": "object", "required": ["title"], "properties": {
        "title": {"type": "string", "maxLength": 10, "x-meaning": "text"},
        "to": {"type": "string", "x-meaning": "route"}}}
      """#, to: "screens/_types/CARD.json")
    try folder.write(Self.deals(), to: "screens/deals.json")
    try folder.write(
      #"""
      {"units": [{"at": "/screenName", "source": "Deals", "text": "특가"},
        {"item": "soup", "at": "/title", "source": "Broth", "text": "국물"},
        {"item": "tea", "at": "/title", "source": "Tea", "text": "차", "state": "needs-review"}]}
      """#, to: "screens/_translations/ko/deals.json")
  }

  private func openTranslation(
    _ language: String, _ browser: Browser, _ server: Server, in view: String = ""
  ) async throws {
    try await browser.open(server.url + "/console\(view)/screens/deals?locale=\(language)")
    _ = try await browser.element("ul[aria-label=Texts] textarea")
  }

  private func field(_ text: String, _ browser: Browser) async throws -> Browser.Element {
    try await browser.element(role: "textbox", "Translation of \(text)")
  }

  private func waitForPage(toSay text: String, _ browser: Browser) async throws {
    try await browser.wait(
      until:
        "return document.querySelector('iframe[title=Preview]')?.contentDocument?.body.textContent.includes(arguments[0]) ?? false",
      .string(text))
  }

  private func choose(language: String, _ browser: Browser) async throws {
    try await browser.script(
      """
      const control = document.querySelector('.language select');
      control.value = arguments[0];
      control.dispatchEvent(new Event('change'));
      """, [.string(language)])
  }

  @Test func `the queue says what needs work by language and state`() async throws {
    try writeDeals()
    try await run { server, browser in
      try await browser.click(try await browser.element(role: "link", "Translations"))
      _ = try await browser.element("[aria-label=Languages]")
      #expect(try await browser.elements(role: "link").map(\.name).contains("1 stale in Korean (ko)"))
      try await browser.click(try await browser.element(role: "link", "1 needs review in Korean (ko)"))
      try await browser.wait(
        until: "return document.querySelectorAll('[aria-label^=Texts] tbody tr').length === 1")
      let row = try await browser.script(
        "return [...document.querySelectorAll('[aria-label^=Texts] tbody tr > *')].map((cell) => cell.textContent)"
      )
      #expect(row == ["deals: tea title", "Korean (ko)", "Tea", "차", "Needs review"])
      #expect(try await browser.url.hasSuffix("/console/translations?language=ko&state=needs-review"))
      let translation = try await browser.script(
        "const cell = document.querySelector('td [lang=ko]'); return [cell.textContent, cell.dir]")
      #expect(translation == ["차", "auto"])
      try await browser.click(try await browser.element(role: "link", "deals: tea title"))
      try await browser.wait(
        until: "return document.activeElement.labels?.[0]?.textContent === 'Translation of tea title'")
    }
  }

  @Test func `screens of one language say how to have others`() async throws {
    try await run { server, browser in
      try await browser.open(server.url + "/console/translations")
      _ = try await browser.element(role: "heading", "The screens have one language")
      try await openScreen("list", browser, server)
      // Pseudo languages are made of any screen.
      #expect(try await browser.name(of: try await browser.element(".language select")) == "Language")
      _ = try await browser.element("iframe[title=Preview]")
      try await choose(language: "en-XA", browser)
      try await browser.wait(
        until:
          "return document.querySelector('iframe[title=Preview]')?.contentDocument?.documentElement.lang === 'en-XA'"
      )
      #expect(try await browser.script("return document.querySelector('.translating')") == .null)
      try await choose(language: "ar-XB", browser)
      try await browser.wait(
        until:
          "return document.querySelector('iframe[title=Preview]')?.contentDocument?.documentElement.dir === 'rtl'"
      )
      #expect(try await browser.url.contains("locale=ar-XB"))
    }
  }

  @Test func `a text is translated and published by the keyboard alone`() async throws {
    try writeDeals()
    try await run { server, browser in
      try await browser.open(server.url + "/console/translations?language=ar")
      let link = "main a[href*='unit=soup']"
      _ = try await browser.element(link)
      try await browser.tab(to: link)
      try await browser.press([Browser.Key.enter])
      try await browser.wait(until: "return document.activeElement.matches('textarea[lang=ar][dir=auto]')")
      try await browser.write("حساء")
      try await waitForPage(toSay: "حساء", browser)
      try await browser.press([Browser.Key.tab])
      #expect(
        try await browser.script("return document.activeElement.labels[0].textContent")
          == "Translation of tea title")
      try await browser.write("شاي")
      try await browser.press([Browser.Key.control, Browser.Key.enter])
      try await browser.waitForStatus("Published version 2 of deals with its translation")
      let served = try await server.get("/screens/deals?locale=ar").text
      #expect(served.contains("حساء") && served.contains("شاي"))
      // Who did it is said of each text, and one's own publication is no news.
      try await browser.wait(
        until: """
          return document.activeElement.matches('textarea') && [...document.querySelectorAll('.text-row')]
            .filter((row) => row.textContent.includes('By admin')).length === 2
          """)
      #expect(try await browser.script("return document.querySelector('.messages').textContent") == "")
      try await browser.wait(until: "return document.querySelector('.version').textContent === 'Version 2'")
      // Round the panels: the texts, the preview.
      try await browser.press([Browser.Key.f6])
      #expect(try await browser.script("return document.activeElement.title") == "Preview")
    }
  }

  @Test func `a stale text shows its former source, and one that is too long its limit`() async throws {
    try writeDeals()
    try await run { server, browser in
      try await openTranslation("ko", browser, server)
      let stale = try await browser.script(
        """
        const row = document.querySelector('[data-unit="soup/title"]');
        return [row.querySelector('.badge').textContent, row.querySelector('del').textContent,
          row.querySelector('.text-source p').textContent, row.querySelector('textarea').value]
        """)
      #expect(stale == ["Stale", "Broth", "Soup", "국물"])
      let soup = try await field("soup title", browser)
      try await browser.type("아주 뜨거운 맛있는 국물", into: soup)
      try await browser.wait(
        until: """
          const row = document.querySelector('[data-unit="soup/title"]');
          return row.textContent.includes('13 of 10 characters') && row.textContent.includes('Too long')
            && row.querySelector('textarea').getAttribute('aria-invalid') === 'true'
          """)
      try await browser.click(button: "Publish translation")
      try await browser.waitForStatus("The translation of soup title does not fit yet")
      try await browser.type("국", into: soup)
      // The other one is right as it is.
      try await browser.click(button: "Confirm the translation of tea title")
      try await browser.click(button: "Publish translation")
      try await browser.waitForStatus("Published version 2")
      let units = try JSONParser.parse(try await server.admin("GET", "/screens/deals/translations/ko").text)
      let texts = units["units"]?.arrayValue ?? []
      #expect(texts.count == 3)
      #expect(texts.contains(["item": "soup", "at": "/title", "source": "Soup", "text": "국"]))
      #expect(texts.contains(["item": "tea", "at": "/title", "source": "Tea", "text": "차"]))
    }
  }

  @Test func `what another person publishes meanwhile is not overwritten`() async throws {
    try writeDeals()
    try await run { server, browser in
      try await openTranslation("ko", browser, server)
      try await browser.type("국", into: try await field("soup title", browser))
      let other = try await server.admin(
        "PUT", "/screens/deals/translations/ko",
        body: #"{"units": [{"item": "tea", "at": "/title", "source": "Tea", "text": "녹차"}]}"#)
      #expect(other.status == 200, "\(other.text)")
      try await browser.wait(
        until: "return document.querySelector('[data-unit=\"tea/title\"] textarea').value === '녹차'")
      #expect(
        try await browser.script("return document.querySelector('[data-unit=\"soup/title\"] textarea').value")
          == "국")
      try await browser.click(button: "Publish translation")
      try await browser.waitForStatus("Published version 3")
      let served = try await server.get("/screens/deals?locale=ko").text
      #expect(served.contains("녹차") && served.contains("국"))
    }
  }

  @Test func `in a change set, a translation is saved in the set`() async throws {
    try writeDeals()
    try await run { server, browser in
      _ = try await server.admin("POST", "/changesets", body: #"{"name": "winter"}"#)
      try await openTranslation("ko", browser, server, in: "/c/winter")
      try await browser.type("국", into: try await field("soup title", browser))
      try await browser.click(button: "Save translation")
      try await browser.waitForStatus("The translation of deals is saved in the change set winter")
      #expect(try await server.get("/c/winter/screens/deals?locale=ko").text.contains("국"))
      #expect(try await server.get("/screens/deals?locale=ko").text.contains("Soup"))
    }
  }

  @Test func `languages stand side by side`() async throws {
    try writeDeals()
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/deals?side=languages")
      _ = try await browser.element("[data-item]")
      try await browser.wait(
        until: """
          return [...document.querySelectorAll('.preview-board iframe')].map((frame) =>
            `${frame.title}: ${frame.contentDocument?.documentElement.lang} ${frame.contentDocument?.documentElement.dir}`
          ).join('; ') === 'Preview of English (en), the source: en ltr; Preview of Korean (ko): ko ltr; '
            + 'Preview of Arabic (ar): ar rtl; Preview of Longer, with accents (en-XA): en-XA ltr; '
            + 'Preview of Right to left (ar-XB): ar-XB rtl'
          """)
    }
  }

  /// The chips of a review, each with its look.
  private func chips(of draft: String, _ browser: Browser, _ server: Server) async throws -> JSONValue {
    #expect(try await server.admin("PUT", "/screens/deals/draft", body: draft).status == 201)
    try await openScreen("deals", browser, server)
    try await browser.click(button: "Review and publish")
    _ = try await browser.element(".effect")
    return try await browser.script(
      """
      return [...document.querySelectorAll('details.effect')].map((chip) =>
        `${chip.classList[1]}: ${chip.firstElementChild.textContent}`)
      """)
  }

  @Test func `a review counts the texts without translation and the links to nowhere`() async throws {
    try writeDeals()
    try await run { server, browser in
      let draft = Self.deals(soup: "Hot soup", tea: "Green tea", link: "nowhere")
      #expect(
        try await chips(of: draft, browser, server)
          == ["warn: Without translation: Korean (ko) 2, Arabic (ar) 2", "warn: 1 link to nowhere"])
      try await browser.click(try await browser.element(".effect summary"))
      let details = try await browser.script("return document.querySelector('.effect[open]').textContent")
      #expect(details.stringValue?.contains("is of an earlier source") == true, "\(details)")
      try await browser.click(button: "Publish")
      try await browser.waitForStatus("Published version 2")
    }
  }

  @Test func `a gate that refuses says so before one publishes`() async throws {
    try writeDeals(gate: "refuse")
    for language in ["ko", "ar"] {
      try folder.write(
        #"""
        {"units": [{"at": "/screenName", "source": "Deals", "text": "D"},
          {"item": "soup", "at": "/title", "source": "Soup", "text": "S"},
          {"item": "tea", "at": "/title", "source": "Tea", "text": "T"}]}
        """#, to: "screens/_translations/\(language)/deals.json")
    }
    try folder.write(Self.deals(link: "deals"), to: "screens/deals.json")
    // The browser logs the server's refusal.
    try await run(allowsErrors: true) { server, browser in
      #expect(
        try await chips(of: Self.deals(soup: "Hot soup", link: "deals"), browser, server)
          == ["bad: Without translation: Korean (ko) 1, Arabic (ar) 1"])
      let isRefused = try await browser.script(
        "return document.querySelector('dialog footer .primary').getAttribute('aria-disabled')")
      #expect(isRefused == "true")
      let message = try await browser.script(
        "return document.querySelector('dialog .message.error').textContent")
      #expect(
        message.stringValue?.contains("Texts would be left without a translation") == true, "\(message)")
    }
  }

  @Test func `a link is chosen from the screens`() async throws {
    try writeDeals()
    try await run { server, browser in
      try await browser.open(server.url + "/console/screens/deals?item=soup")
      let link = try await browser.element(".form-pane input[list]")
      #expect(try await browser.role(of: link) == "combobox")
      #expect(try await browser.name(of: link) == "to")
      try await browser.wait(
        until: "return [...arguments[0].list.options].some(({ value }) => value === 'menu')", link.json)
    }
  }
}
