import CurlClient
import Foundation
import JSONText
import Screens
import TestFolders
import Testing

/// The words that the console finds for items and actions.
extension ConsoleTests {
  @Test func `an item is titled by the text that names it`() async throws {
    try folder.write(
      #"""
      {"type":"object","properties":{"mood":{"enum":["calm","loud"]},"tone":{"pattern":"^#[0-9a-f]{6}$"},
        "sku":{"type":"string"},"site":{"format":"uri"},"lead":{"type":"string"}}}
      """#, to: "screens/_types/CARD.json")
    let cards = [
      #"{"sku":"linen-shirt-0","lead":"Linen shirt"}"#, #"{"mood":"calm","lead":"Calm shirt"}"#,
      ##"{"tone":"#abcdef","site":"https://e.test/x","lead":"Blue shirt"}"##,
      #"{"site":"https://e.test/AowvTF.jpg"}"#,
    ]
    let items = cards.enumerated().map { #"{"id":"card-\#($0)","viewType":"CARD","content":\#($1)}"# }
    try folder.write(#"{"items":[\#(items.joined(separator: ","))]}"#, to: "screens/cards.json")
    try await run { server, browser in
      try await openScreen("cards", browser, server)
      let titles = try await browser.script(
        "return [...document.querySelectorAll('li[data-item] .row-title')].map((title) => title.textContent)")
      #expect(titles == ["Linen shirt", "Calm shirt", "Blue shirt", "card-3"])
    }
  }

  private static let titles = [
    (#"{"id":"a1","title":"Linen shirt"}"#, "Linen shirt"),
    (#"{"slug":"linen-shirt","image":"AowvTF.jpg","alt":"A shirt"}"#, "A shirt"),
    (
      ##"{"type":"banner","titleText":{"textColor":"#000000","text":"Flat white"},"badges":[{"text":"New"}]}"##,
      "Flat white"
    ),
    (#"{"badges":[{"text":"New"}],"lead":"Fresh pasta"}"#, "Fresh pasta"),
    (#"{"button":{"title":"Buy now"},"name":"Linen shirt"}"#, "Linen shirt"),
    (#"{"description":"Long","label":"Short"}"#, "Short"),
    (#"{"sub_title":"Below","headline":"Above"}"#, "Above"),
    (#"{"title":{"ko":"칼국수 메뉴"}}"#, "칼국수 메뉴"),
    (#"{"fileName":"Summer","price":"8000","text2":"8000원"}"#, "8000원"),
    (#"{"product":"linen-shirt-0"}"#, ""), (#"{"link":"Shop"}"#, ""),
    (#"{"text1":"  two\n lines "}"#, "two lines"),
  ]

  @Test func `a title is chosen by the names of members and by what texts look like`() async throws {
    try await run(signsIn: false) { _, browser in
      let contents = JSONValue.array(Self.titles.map { .string($0.0) }).text
      let found = try await browser.asyncScript(
        """
        const done = arguments[arguments.length - 1];
        Promise.all([import('/console/app/form.js'), import('/console/app/kit.js')])
          .then(([{ titleOf }, { parse }]) => done(\(contents).map((content) => titleOf(parse(content)))),
            (error) => done(String(error)));
        """)
      #expect(found == .array(Self.titles.map { .string($0.1) }))
    }
  }

  @Test func `every action of the audit has words`() async throws {
    let source = try String(
      contentsOf: PackageFolder.url.appending(path: "Sources/Screens/Access/AuditEntry.swift"),
      encoding: .utf8)
    // These have actions of their own.
    let documents = DocumentKind.allCases
      .filter { ![.changeSet, .proposedChange, .comment, .rollout].contains($0) }
      .flatMap { [AuditEntry.Action.set($0), .delete($0)] }
    let decisions = RolloutDecision.Action.allCases.map { AuditEntry.Action.decide($0) }
    let actions =
      source.matches(of: /Action\(rawValue: "([^"]+)"\)/).map { String($0.output.1) }
      + (documents + decisions).map(\.rawValue)
    #expect(actions.count > 30)
    try await run { server, browser in
      let names = JSONValue.array(actions.map { .string($0) }).text
      let unknown = try await browser.asyncScript(
        """
        const done = arguments[arguments.length - 1];
        import('/console/app/pages.js').then(({ actions, actionInWords }) => {
          const known = new Set(actions.map(([action]) => action));
          done(\(names).filter((action) => !known.has(action) || actionInWords({ action }) === action));
        }, (error) => done([String(error)]));
        """)
      #expect(unknown == [])
      try await server.makeSet("winter")
      _ = try await server.inSet("winter", "PUT", "/screens/list", body: Self.list(["two"]))
      try await browser.open(server.url + "/console/audit")
      try await browser.wait(until: Self.isLoaded)
      let page = try await browser.text(of: try await browser.element("main table"))
      #expect(page.contains("Edited the change set winter"))
      #expect(!page.contains("edit-changeset"))
    }
  }
}
