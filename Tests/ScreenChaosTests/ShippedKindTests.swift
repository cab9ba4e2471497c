import JSONSchema
import JSONText
import ScreenChaos
import Testing

/// Each kind makes its change to a screen of the shipped view types, for any seed.
struct ShippedKindTests {
  private let schemas: [String: JSONValue]
  private let check: ContentCheck
  private static let seeds: Range<UInt64> = 0..<200

  init() throws {
    schemas = try ShippedScreen.schemas()
    check = try ContentCheck(schemas)
  }

  private func outcome(_ kind: ChaosKind, _ seed: UInt64) -> ChaosOutcome {
    Chaos(kind: kind, seed: seed).apply(to: ShippedScreen.sections, schemas: schemas)
  }

  @Test func `the screen has every shipped view type, and is valid`() {
    #expect(schemas.count == 8)
    #expect(Set(ShippedScreen.items.map(\.viewType)) == Set(schemas.keys))
    #expect(check.accepts(ShippedScreen.sections))
  }

  /// The only error of a screen after the change of one item's content.
  private func onlyError(_ outcome: ChaosOutcome) throws -> (
    change: ChaosOutcome.Change, error: ValidationError
  ) {
    try #require(outcome.changes.count == 1)
    let change = outcome.changes[0]
    let errors = outcome.sections.flatMap { $0.items.flatMap { check.errors(of: $0) } }
    try #require(errors.count == 1, "\(errors)")
    #expect(!check.errors(of: outcome.sections[change.section].items[change.item]).isEmpty)
    return (change, errors[0])
  }

  @Test func `missing-required removes one required member`() throws {
    var found: Set<String> = []
    for seed in Self.seeds {
      let (change, error) = try onlyError(outcome(.missingRequired, seed))
      let pointer = try #require(change.pointer)
      guard case .required(let missing) = error.kind else {
        Issue.record("\(error)")
        continue
      }
      #expect(missing == [pointer.tokens.last])
      #expect(error.instanceLocation == pointer.parent)
      found.insert("\(change.section)/\(change.item)\(pointer)")
    }
    // Every required member of the screen, including nested ones, is removed for some seed.
    #expect(found.count == 16)
    #expect(found.contains("1/1/richText/1/image/url"))
    #expect(found.contains("1/0/firstRowImage/width"))
  }

  @Test func `wrong-type gives one value another type`() throws {
    var found: Set<String> = []
    for seed in Self.seeds {
      let (change, error) = try onlyError(outcome(.wrongType, seed))
      guard case .type = error.kind else {
        Issue.record("\(error)")
        continue
      }
      #expect(error.instanceLocation == change.pointer)
      found.insert("\(change.section)/\(change.item)\(change.pointer?.description ?? "")")
    }
    #expect(found.count > 30)
  }

  @Test func `null-value sets one value to null where the schema forbids it`() throws {
    var enumerations = 0
    for seed in Self.seeds {
      let (change, error) = try onlyError(outcome(.nullValue, seed))
      #expect(error.instanceLocation == change.pointer)
      switch error.kind {
      case .type(_, let actual): #expect(actual == .null)
      case .enumeration: enumerations += 1
      default: Issue.record("\(error)")
      }
    }
    #expect(enumerations > 0)
  }

  @Test func `missing-optional removes all optional members, and the screen stays valid`() throws {
    for seed in Self.seeds {
      let outcome = outcome(.missingOptional, seed)
      #expect(check.accepts(outcome.sections))
      let items = outcome.sections.flatMap(\.items)
      #expect(items[4].content == ["badges": [[:], [:]]])
      #expect(items[5].content == [:])
      #expect(items[6].content == ["badges": [[:]]])
      #expect(items[0].content == ShippedScreen.items[0].content)
      #expect(outcome.changes.count == 13)
    }
  }

  @Test func `if not all members can be removed, as many as possible are`() {
    let schemas: [String: JSONValue] = [
      "RICH": [
        "type": "object", "properties": ["piece": schemas["RichViewType"]?["$defs"]?["piece"] ?? .null],
        "required": ["piece"], "$defs": schemas["RichViewType"]?["$defs"] ?? .null,
      ]
    ]
    let sections = [
      ChaosSection(
        id: nil,
        items: [
          ChaosItem(
            id: "r", viewType: "RICH",
            content: ["piece": ["text": ["text": "a", "fontSize": 1, "background": "red"]]])
        ])
    ]
    let outcome = Chaos(kind: .missingOptional, seed: 1).apply(to: sections, schemas: schemas)
    #expect(outcome.sections[0].items[0].content == ["piece": ["text": ["text": "a"]]])
  }

  @Test(arguments: [ChaosKind.longText, .rightToLeft, .emoji])
  func `texts are replaced, and the screen stays valid`(kind: ChaosKind) throws {
    for seed in Self.seeds where kind != .longText || seed < 20 {
      let outcome = outcome(kind, seed)
      #expect(check.accepts(outcome.sections))
      // Only titles, lines and names are replaced; no URIs, sizes, colours or enumerations.
      #expect(outcome.changes.count == 17)
      let items = outcome.sections.flatMap(\.items)
      for (old, new) in zip(ShippedScreen.items, items) {
        #expect(new.content["iconUrl"] == old.content["iconUrl"])
        #expect(new.content["url"] == old.content["url"])
        #expect(new.content["titleText"]?["textColor"] == old.content["titleText"]?["textColor"])
      }
      #expect(items[1].content != ShippedScreen.items[1].content)
    }
  }

  @Test func `long texts have 10,000 characters, and one of them has no break`() throws {
    for seed in 0..<20 as Range<UInt64> {
      let outcome = outcome(.longText, seed)
      let texts = try outcome.changes.map { change in
        let content = outcome.sections[change.section].items[change.item].content
        return try #require(change.pointer?.value(in: content)?.stringValue)
      }
      #expect(texts.allSatisfy { $0.count == 10_000 && $0.unicodeScalars.count == 10_000 })
      #expect(texts.count { !$0.contains(" ") } == 1)
      #expect(texts.allSatisfy { !$0.hasSuffix(" ") })
    }
  }

  @Test func `extra-member adds an unknown member to every object`() throws {
    for seed in Self.seeds {
      let outcome = outcome(.extraMember, seed)
      #expect(outcome.changes.count == 19)
      for (old, new) in zip(ShippedScreen.items, outcome.sections.flatMap(\.items)) {
        let errors = check.errors(of: new)
        #expect(!errors.isEmpty)
        for error in errors {
          if case .maxProperties = error.kind { continue }
          #expect(error.code == .unknownMember)
        }
        for member in old.content.objectValue ?? [:] { #expect(new.content[member.name] != nil) }
      }
    }
  }

  @Test(arguments: ChaosKind.allCases)
  func `a seed always gives the same output, and other seeds give others`(kind: ChaosKind) throws {
    #expect(outcome(kind, 7) == outcome(kind, 7))
    let body = JSONValue.array(ShippedScreen.items.map(\.content)).serialized()
    let damaged = (0..<50 as Range<UInt64>).map { Chaos(kind: kind, seed: $0).apply(to: body).body }
    #expect(damaged == (0..<50 as Range<UInt64>).map { Chaos(kind: kind, seed: $0).apply(to: body).body })
    if kind.changesBody {
      #expect(Set(damaged).count > 1)
      #expect(!outcome(kind, 7).isChanged)
      #expect(outcome(kind, 7).sections == ShippedScreen.sections)
    } else {
      #expect(outcome(kind, 7).isChanged)
      #expect(Set(damaged) == [body])
      let seeded: Set<ChaosKind> = [
        .unknownViewType, .missingRequired, .wrongType, .nullValue, .extraMember, .longText, .rightToLeft,
        .emoji,
      ]
      let first = outcome(kind, 0)
      #expect((1..<20 as Range<UInt64>).contains { outcome(kind, $0) != first } == seeded.contains(kind))
    }
  }
}
