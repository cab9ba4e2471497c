internal import JSONText
package import Screens
internal import Testing

/// One rule that every ``ScreenStore`` keeps. The tests of a store run ``all`` of them.
package struct StoreRule: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Checks the rule with an empty store.
  package let check: @Sendable (any ScreenStore) throws -> Void

  package static let all: [StoreRule] = [
    StoreRule(testDescription: "a new store is empty") { store in
      let contents = try store.load()
      #expect(contents.screens.isEmpty && contents.imports.isEmpty)
      #expect(contents.documents == StoredDocuments())
      #expect(try store.version(1, of: Route("home")) == nil)
      #expect(try store.versions(of: Route("home"), before: nil, limit: 10).isEmpty)
    },
    StoreRule(testDescription: "a version is read as it was saved") { store in
      let message = "it's \"new\"\n\u{0}\u{1F600} e\u{301}"
      let saved = try sample("shop/home", 1, via: .patch, message: message)
      try store.save(.of(versions: [saved]))
      #expect(try store.version(1, of: saved.route) == saved)
      #expect(try store.load().screens == [UnparsedVersion(saved)])
      #expect(try store.version(1, of: saved.route)?.record.message?.hasSameScalars(as: message) == true)
    },
    StoreRule(testDescription: "a definition keeps its member order and number text") {
      store in
      let text = #"{"z":1.0,"a":1e400,"é":"\u0000","items":[{"id":"x"}],"A":-0,"":[]}"#
      let version = ScreenVersion(
        route: try Route("home"), number: 1, definition: try JSONParser.parse(text), record: .sample)
      try store.save(.of(versions: [version]))
      #expect(try store.version(1, of: version.route)?.definition?.text == version.definition?.text)
    },
    StoreRule(testDescription: "a definition at the parser's depth limit is read as it was saved") { store in
      let depth = JSONParser.defaultDepth
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let version = ScreenVersion(
        route: try Route("home"), number: 1, definition: try JSONParser.parse(text), record: .sample)
      try store.save(.of(versions: [version]))
      #expect(try store.version(1, of: version.route) == version)
    },
    StoreRule(testDescription: "load returns the newest version of each route, sorted by route") {
      store in
      try store.save(.of(versions: [sample("b", 1), sample("a", 1), sample("a/b", 1)]))
      try store.save(.of(versions: [sample("a", 2), sample("b", 2)]))
      try store.save(.of(versions: [sample("a", 3)]))
      let found = try store.load().screens
      #expect(try found == [sample("a", 3), sample("a/b", 1), sample("b", 2)].map(UnparsedVersion.init))
    },
    StoreRule(testDescription: "the deletion of a screen is a version without a definition") { store in
      let deletion = ScreenVersion(route: try Route("home"), number: 2, definition: nil, record: .sample)
      try store.save(.of(versions: [sample("home", 1), deletion]))
      #expect(try store.load().screens == [UnparsedVersion(deletion)])
      #expect(try store.version(1, of: deletion.route) == sample("home", 1))
    },
    StoreRule(
      testDescription: "a history is newest first, begins below a number, and is no longer than its limit"
    ) {
      store in
      try store.save(.of(versions: (1...5).map { try sample("home", $0) } + [sample("other", 9)]))
      let route = try Route("home")
      func numbers(before: Int?, limit: Int) throws -> [Int] {
        try store.versions(of: route, before: before, limit: limit).map(\.number)
      }
      #expect(try numbers(before: nil, limit: 10) == [5, 4, 3, 2, 1])
      #expect(try numbers(before: 4, limit: 2) == [3, 2])
      #expect(try numbers(before: 1, limit: 10).isEmpty)
      #expect(try numbers(before: .max, limit: .max).count == 5)
      #expect(try numbers(before: .min, limit: 10).isEmpty)
      #expect(try numbers(before: nil, limit: 0).isEmpty)
      #expect(try numbers(before: nil, limit: -1).isEmpty)
      let newest = try #require(try store.versions(of: route, before: nil, limit: 1).first)
      let version = try sample("home", 5)
      #expect(newest == VersionSummary(number: 5, record: version.record, itemCount: version.itemCount))
    },
    StoreRule(testDescription: "a second version of the same number is a conflict") { store in
      try store.save(.of(versions: [sample("home", 1)]))
      let other = try sample("home", 1, message: "another")
      #expect(throws: StoreError.conflict) { try store.save(.of(versions: [other])) }
      #expect(try store.version(1, of: other.route) == sample("home", 1))
    },
    StoreRule(testDescription: "a save that fails stores nothing") { store in
      try store.save(.of(versions: [sample("home", 1)]))
      var changes = try StoreChanges.of(versions: [sample("new", 1), sample("home", 1)])
      changes.documents[.viewType]["card"] = true
      changes.documents[.format]["wire"] = ["a": 1]
      changes.imports["home.json"] = .sample("[]")
      #expect(throws: StoreError.conflict) { try store.save(changes) }
      let contents = try store.load()
      #expect(try contents.screens == [UnparsedVersion(sample("home", 1))])
      #expect(contents.documents == StoredDocuments() && contents.imports.isEmpty)
    },
    StoreRule(testDescription: "a saved document replaces the one of the same name and no other") { store in
      var changes = StoreChanges()
      for kind in DocumentKind.allCases {
        changes.documents[kind] = [
          "a": ["kind": .string(kind.rawValue)], "b": false, "é/1.0": ["kept"], "gone": [:],
        ]
      }
      changes.imports = [
        "a/b.json": .sample("one"), "é.json": ImportMark(content: ImportMark.digest([1]), text: nil),
      ]
      try store.save(changes)
      var more = StoreChanges()
      for kind in DocumentKind.allCases { more.documents[kind] = ["b": true, "gone": JSONValue?.none] }
      more.imports = ["a/b.json": .sample("two")]
      try store.save(more)
      let contents = try store.load()
      for kind in DocumentKind.allCases {
        #expect(
          contents.documents[kind] == [
            "a": ["kind": .string(kind.rawValue)], "b": true, "é/1.0": ["kept"],
          ], "\(kind)")
      }
      #expect(
        contents.imports == [
          "a/b.json": .sample("two"), "é.json": ImportMark(content: ImportMark.digest([1]), text: nil),
        ])
    },
    StoreRule(testDescription: "a draft is read as it was last saved, until it is deleted") {
      store in
      let route = try Route("home")
      var draft = try sampleDraft(route, revision: 1)
      try store.save(.of(draft: draft))
      #expect(try store.draft(of: route) == draft)
      #expect(try store.drafts() == [DraftSummary(draft)])
      draft = try sampleDraft(route, revision: 2)
      draft.schedule = Draft.Schedule(at: 1_800_000_000.5, by: "ci", message: "it's\u{0} time")
      try store.save(.of(draft: draft))
      #expect(try store.draft(of: route) == draft)
      let document = #"{"steps":[0.5,100],"hold":"90m","events":["slow",{"name":"order","kind":"good"}]}"#
      draft.schedule = Draft.Schedule(
        at: 1_800_000_000.5, by: "ci", message: "it's\u{0} time",
        rollout: RolloutOptions(
          rule: try Guard(try JSONDocument(Array(document.utf8))), endsOpenRollout: true))
      try store.save(.of(draft: draft))
      #expect(try store.draft(of: route) == draft)
      #expect(try store.load().schedules == [route: 1_800_000_000.5])
      draft.schedule?.failure = "it is invalid"
      try store.save(.of(draft: draft))
      #expect(try store.draft(of: route) == draft)
      #expect(try store.load().schedules == [:])
      var changes = StoreChanges()
      changes.drafts = [route: Draft?.none]
      try store.save(changes)
      #expect(try store.draft(of: route) == nil)
      #expect(try store.drafts().isEmpty)
    },
    StoreRule(testDescription: "a token is loaded until it is revoked") { store in
      let token = AccessToken(name: "ci", scope: .publish, digest: "ab", createdAt: 1_700_000_000.25)
      var changes = StoreChanges()
      changes.tokens = ["ci": token]
      try store.save(changes)
      #expect(try store.load().tokens == [token])
      changes.tokens = ["ci": AccessToken?.none]
      try store.save(changes)
      #expect(try store.load().tokens == [])
    },
    StoreRule(testDescription: "the audit is newest first and numbers its entries from 1") { store in
      for number in 1...5 {
        var changes = StoreChanges()
        changes.audit = [
          AuditEntry(
            at: Double(number), by: "ci", action: .publish, subject: "home", version: number,
            message: number.isMultiple(of: 2) ? "even\u{0}" : nil)
        ]
        try store.save(changes)
      }
      #expect(try store.audit(before: nil, limit: 10).map(\.id) == [5, 4, 3, 2, 1])
      #expect(try store.audit(before: 4, limit: 2).map(\.version) == [3, 2])
      #expect(try store.load().newestAuditEntry?.id == 5)
      #expect(try store.audit(before: nil, limit: 0) == [])
      #expect(
        try store.audit(before: 3, limit: 1) == [
          AuditEntry(
            id: 2, at: 2, by: "ci", action: .publish, subject: "home", version: 2, message: "even\u{0}")
        ])
    },
    StoreRule(testDescription: "an audit action that only a newer program knows is read as it was saved") {
      store in
      var changes = StoreChanges()
      let action = AuditEntry.Action(rawValue: "set-webhook")
      changes.audit = [AuditEntry(at: 1, by: "ci", action: action, subject: "hook")]
      try store.save(changes)
      #expect(try store.audit(before: nil, limit: 1).map(\.action) == [action])
    },
    StoreRule(testDescription: "keptVersions prunes older versions except the one that a draft began from") {
      store in
      let route = try Route("home")
      for number in 1...4 {
        try store.save(.of(versions: [sample("home", number), sample("other", number)]))
      }
      var draft = StoreChanges()
      draft.drafts = [route: try sampleDraft(route, revision: 1)]
      try store.save(draft)
      var changes = try StoreChanges.of(versions: [sample("home", 5)])
      changes.keptVersions = 2
      try store.save(changes)
      #expect(try store.versions(of: route, before: nil, limit: 10).map(\.number) == [5, 4, 1])
      changes = try StoreChanges.of(versions: [sample("home", 6)])
      changes.keptVersions = 0
      try store.save(changes)
      #expect(try store.versions(of: route, before: nil, limit: 10).map(\.number) == [6, 1])
      #expect(try store.versions(of: Route("other"), before: nil, limit: 10).count == 4)
    },
    StoreRule(testDescription: "saving no changes changes nothing") { store in
      try store.save(StoreChanges())
      #expect(try store.load().screens.isEmpty)
    },
  ]
}

extension PublicationRecord {
  package static let sample = PublicationRecord(
    publishedAt: 1_700_000_000.125, by: "ci", via: .put, message: nil)
}

extension StoreChanges {
  package static func of(versions: [ScreenVersion]) -> StoreChanges {
    var changes = StoreChanges()
    changes.versions = versions
    return changes
  }

  package static func of(draft: Draft) -> StoreChanges {
    var changes = StoreChanges()
    changes.drafts = [draft.route: draft]
    return changes
  }
}

/// A sample draft that began from version 1.
package func sampleDraft(_ route: Route, revision: Int) throws -> Draft {
  Draft(
    route: route, definition: try JSONParser.parse(#"{"items":"none yet","b":1.0}"#), baseVersion: 1,
    revision: revision, savedAt: 1_700_000_000.125, by: "ci", message: "draft \(revision)")
}

/// A sample version: its content is determined by its route and number.
package func sample(
  _ route: String, _ number: Int, via: PublicationRecord.Path = .put, message: String? = nil
) throws -> ScreenVersion {
  let items = (0..<(number % 7)).map { JSONValue.object(["id": .string("i\($0)"), "type": "card"]) }
  return ScreenVersion(
    route: try Route(route), number: number,
    definition: ["name": .string("marker-\(route)-\(number)"), "items": .array(items)],
    record: PublicationRecord(
      publishedAt: 1_700_000_000 + Double(number) / 1000, by: "screens/", via: via, message: message))
}

extension ImportMark {
  /// The mark of a sample file.
  package static func sample(_ text: String) -> ImportMark {
    ImportMark(content: digest(Array(text.utf8)), text: digest(Array((text + " ").utf8)))
  }
}
