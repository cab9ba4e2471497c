import CurlClient
import Foundation
import JSONText
import Testing

/// Experiments that are made without JSON, and how variants are named.
extension ConsoleTests {
  @Test func `an experiment is made, edited and published without JSON`() async throws {
    try await run { server, browser in
      try await beginExperiment(browser, server)
      try await fill(
        ["Name": "order", "Screen": "list", "Variant 1": "control", "Variant 2": "turned"], browser)
      try await fill(["Share of variant 1": "30", "Share of variant 2": "70"], browser)
      try await browser.wait(until: Self.dialogSays, .string("The shares add up to 100 %."))
      try await browser.click(button: "Create")
      try await waitForItems(["one", "two", "three"], browser)
      #expect(try await browser.url.hasPrefix(server.url + "/console/screens/list"))
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(
        draft["definition"]?["experiment"]
          == [
            "key": "order",
            "variants": [["key": "control", "weight": 30], ["key": "turned", "weight": 70]],
          ])

      // The draft opens with the second variant, in the list and in the preview.
      let variant = try await browser.script(
        """
        const choice = [...document.querySelectorAll('select')].find((s) => s.labels[0]?.firstChild.textContent === 'Variant');
        return [choice.value, [...choice.options].map((o) => o.textContent)]
        """)
      #expect(variant == ["turned", ["All users (the definition)", "control", "turned"]])
      try await browser.wait(
        until:
          "return document.querySelector('iframe[title=Preview]')?.src.includes('variant=turned') ?? false")
      #expect(try await browser.text(of: try await browser.element(".variants")).contains("70 %"))
      try await choose("To top", fromMenu: "Move three", browser)
      try await waitForItems(["three", "one", "two"], browser)
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")
      let turned = try await server.get("/screens/list?variant=turned").text
      #expect(
        turned.range(of: "three")?.lowerBound ?? turned.endIndex < turned.range(of: "one")?.lowerBound
          ?? turned.startIndex)
      #expect(try await server.admin("GET", "/experiments/order").status == 200)
    }
  }

  @Test(arguments: [390, 1440])
  func `the results show what users of each variant did`(width: Int) async throws {
    try await run { server, browser in
      let key = #""key":"home-price-first","#
      let events = #""events":["crash-after-screen",{"name":"order-placed","kind":"good"}],"#
      let definition = try await server.admin("GET", "/screens/home").text.replacing(key, with: key + events)
      #expect(try await server.write("PUT", "/screens/home", body: definition).status == 200)
      var reports: [JSONValue] = []
      for user in 1...60 {
        let response = try await server.get("/screens/home?user=\(user)")
        let isNew = response.value(of: "Screen-Variant") == "price-first"
        guard isNew || user.isMultiple(of: 4) else { continue }
        let token = try #require(response.value(of: "Screen-Report"))
        reports.append(["id": .string("\(user)"), "token": .string(token), "events": ["order-placed"]])
      }
      let body = (["reports": .array(reports)] as JSONValue).text
      #expect(try await server.send("POST", "/reports", body: body).status == 202)
      try await browser.setSize(width, 900)
      try await browser.open(server.url + "/console/experiments/home-price-first")
      let rows = """
        const table = [...document.querySelectorAll('table')].find((one) => one.textContent.includes('order-placed'));
        return table ? [...table.querySelectorAll('tbody tr')].map((row) => row.textContent.trim()) : []
        """
      try await browser.wait(until: "return (() => { \(rows) })().length === 4")
      let texts = try await browser.script(rows).arrayValue?.compactMap(\.stringValue) ?? []
      #expect(texts.first?.contains("crash-after-screen") == true && texts[1].contains("not known yet"))
      #expect(texts[2].contains("order-placed") && texts[2].contains("good"), "\(texts)")
      #expect(["order-placed", "100", "to"].allSatisfy { texts[3].contains($0) }, "\(texts)")
      #expect(
        try await browser.script("return document.documentElement.scrollWidth <= innerWidth") == true)
    }
  }

  @Test func `what the server refuses of an experiment is shown at its fields, and no draft is made`()
    async throws
  {
    try await run { server, browser in
      try await beginExperiment(browser, server)
      try await browser.click(button: "Create")
      try await waitForErrors(
        [
          "Name: Give the experiment a name.", "Screen: Choose a screen.",
          "Variant 2: Give the variant a name.",
        ], browser)

      try await fill(
        ["Name": "home-price-first", "Screen": "list", "Variant 1": "a", "Variant 2": "a"], browser)
      try await fill(["Share of variant 2": "33,3"], browser)
      try await browser.click(button: "Create")
      try await waitForErrors(
        ["Share of variant 2: This is not a number. Write 33.3, with a point in place of the comma."], browser
      )

      try await fill(["Share of variant 2": "30"], browser)
      try await browser.wait(
        until: Self.dialogSays,
        .string("The shares add up to 80 %, so users are split in proportion: a 62.5 %, a 37.5 %."))
      try await browser.click(button: "Create")
      try await waitForErrors(
        [#"Variant 2: the variant key "a" is repeated (each variant has a key of its own)"#], browser)
      try await fill(["Variant 2": "b"], browser)
      try await browser.click(button: "Create")
      try await waitForErrors(
        [
          #"Name: the experiment "home-price-first" belongs to the screen "home" (an experiment's key belongs to one screen)"#
        ], browser)
      #expect(try await server.admin("GET", "/drafts").text.contains(#""drafts":[]"#))
    }
  }

  @Test func `a third variant shares evenly, and a second experiment stands beside the first`() async throws {
    try await run { server, browser in
      try await beginExperiment(browser, server)
      try await browser.click(button: "Add variant")
      try await fill(
        ["Name": "photos", "Screen": "home", "Variant 2": "large", "Variant 3": "none"], browser)
      let shares = try await browser.script(
        "return [...document.querySelectorAll('dialog .variant-row')].map((row) => row.querySelectorAll('input')[1].value)"
      )
      #expect(shares == ["34", "33", "33"])
      try await browser.click(button: "Remove variant 2")
      try await browser.wait(until: "return document.querySelectorAll('dialog .variant-row').length === 2")
      try await browser.click(button: "Create")
      _ = try await browser.element(".variants select")
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/home/draft").text)
      let keys = draft["definition"]?["experiments"]?.arrayValue?.compactMap { $0["key"]?.stringValue }
      #expect(keys == ["home-price-first", "photos"])
      #expect(draft["errors"] == [])
      #expect(
        try await browser.script("return document.querySelector('.variants select').value") == "photos:none")
    }
  }

  @Test func `a scheduled draft is kept, and named as scheduled in the list of screens`() async throws {
    try await run { server, browser in
      let saved = try await server.admin("PUT", "/screens/list/draft", body: Self.list(["three"]))
      #expect(saved.status == 201)
      let scheduled = try await server.admin(
        "POST", "/screens/list/publish", body: #"{"at":"2036-12-24T09:00:00Z"}"#)
      #expect(scheduled.status == 202)
      _ = try await server.admin("PUT", "/screens/menu/draft", body: Self.list(["three"]))
      try await browser.open(server.url + "/console/screens")
      try await browser.wait(until: Self.isLoaded)
      let rows = try await browser.script(
        """
        return ['list', 'menu'].map((route) => {
          const row = document.querySelector(`main a[href$="/screens/${route}"]`).closest('tr');
          return [[...row.querySelectorAll('td:nth-child(4) .badge')].map((badge) => badge.textContent),
            row.querySelector('time')?.dateTime ?? '', /2036/.test(row.textContent)];
        })
        """)
      #expect(rows == [[["Scheduled"], "2036-12-24T09:00:00.000Z", true], [["Draft"], "", false]])

      try await beginExperiment(browser, server)
      try await fill(["Name": "order", "Screen": "list", "Variant 2": "b"], browser)
      try await browser.click(button: "Create")
      try await waitForErrors(
        [
          "Screen: Its draft is scheduled, and saving the experiment would cancel that. Cancel the schedule first."
        ], browser)
      #expect(try await server.admin("GET", "/screens/list/draft").text.contains("2036-12-24"))
    }
  }

  @Test func `each variant that a release cannot show is named by itself`() async throws {
    let banner =
      #"{"op":"insert","item":{"id":"banner","viewType":"ONE_IMAGE","content":{"url":"https://e.test/a.png"}},"after":"one"}"#
    let definition =
      Self.list(["one", "two"]).dropLast()
        + #"""
        ,"experiments":[{"key":"order","variants":[{"key":"a"},{"key":"b"}]},
          {"key":"banner","variants":[{"key":"off"},{"key":"on","changes":[\#(banner)]}]}]}
        """#
    try await run { server, browser in
      _ = try await server.admin("PUT", "/releases/ios/1.0.0", body: #"{"viewTypes":["ONE_LINE_TEXT"]}"#)
      let saved = try await server.admin("PUT", "/screens/list/draft", body: String(definition))
      #expect(saved.status == 201, "\(saved.text)")
      try await openScreen("list", browser, server)
      try await browser.click(button: "Review and publish")
      _ = try await browser.element("dialog .release-impact")
      let names = try await browser.script(
        "return [...document.querySelectorAll('dialog .release-impact .badge:not(.bad)')].map((badge) => badge.textContent)"
      )
      #expect(names == ["banner=on", "order=a + banner=on", "order=b + banner=on"])
    }
  }

  @Test func `an audience is chosen by rows, and a variant becomes the default through a review`()
    async throws
  {
    try await run { server, browser in
      try await beginExperiment(browser, server)
      try await fill(["Name": "order", "Screen": "list", "Variant 2": "turned"], browser)
      try await browser.click(button: "Add condition")
      try await browser.click(button: "Create")
      try await waitForErrors(
        ["Attribute 1: Name an attribute of the request, such as country.", "Value 1: Enter a value."],
        browser)
      try await fill(["Attribute 1": "country", "Value 1": "KR, JP"], browser)
      try await select("in", in: "Condition 1", browser)
      try await browser.click(button: "Add condition")
      try await fill(["Attribute 2": "app", "Value 2": "2.10.0"], browser)
      try await select("vgte", in: "Condition 2", browser)
      try await browser.click(button: "Create")
      try await waitForItems(["one", "two", "three"], browser)
      let draft = try JSONParser.parse(try await server.admin("GET", "/screens/list/draft").text)
      #expect(
        draft["definition"]?["experiment"]?["condition"]
          == ["country": ["$in": ["KR", "JP"]], "app": ["$vgte": "2.10.0"]])
      try await choose("To top", fromMenu: "Move three", browser)
      try await waitForItems(["three", "one", "two"], browser)
      try await publish(browser)
      try await browser.waitForStatus("Published version 2")

      try await browser.open(server.url + "/console/experiments/order")
      try await browser.click(button: "Make a variant the default")
      _ = try await browser.element(role: "dialog", "End order")
      try await browser.click(button: "Make it the default and stop")
      try await browser.waitForStatus("The draft of list shows turned to everybody and stops order")
      try await waitForItems(["three", "one", "two"], browser)
      // Nothing has changed for apps before the review.
      #expect(try await liveItems(server) == ["one", "two", "three"])
      try await publish(browser)
      try await browser.waitForStatus("Published version 3")
      #expect(try await liveItems(server) == ["three", "one", "two"])
      let ended = try await server.admin("GET", "/experiments/order").text
      #expect(ended.contains(#""status":"stopped""#), "\(ended)")
    }
  }

  private func select(_ value: String, in label: String, _ browser: Browser) async throws {
    try await browser.script(
      """
      const choice = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent === arguments[0]);
      choice.value = arguments[1];
      choice.dispatchEvent(new Event('change', { bubbles: true }));
      """, [.string(label), .string(value)])
  }

  private static let dialogSays =
    "return document.querySelector('dialog[open]')?.textContent.includes(arguments[0]) ?? false"

  private func beginExperiment(_ browser: Browser, _ server: Server) async throws {
    try await browser.open(server.url + "/console/experiments")
    try await browser.click(button: "New experiment")
    _ = try await browser.element(role: "dialog", "New experiment")
  }

  private func fill(_ texts: [String: String], _ browser: Browser) async throws {
    for (name, text) in texts {
      try await browser.type(text, into: try await browser.element(role: "textbox", name))
    }
  }

  /// Waits for the errors of the fields in the dialog, each after its label.
  private func waitForErrors(_ errors: [String], _ browser: Browser) async throws {
    try await browser.wait(
      until: """
        return [...document.querySelectorAll('dialog .field')].filter((field) => !field.querySelector('.error').hidden)
          .map((field) => `${field.querySelector('label').textContent}: ${field.querySelector('.error').textContent}`)
          .join('|') === arguments[0]
        """, .string(errors.joined(separator: "|")))
  }
}
