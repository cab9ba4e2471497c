import JSONText
import ScreenStoreSuite
import SeededRandom
import Testing

@testable import Screens

/// Translations of a screen that is edited again and again, compared with a model.
@Suite struct RandomTranslationTests {
  private static let author = Author(name: "test")
  private let publisher: Publisher
  private let home: Route
  private let korean: LanguageTag

  init() throws {
    home = try Route("home")
    korean = try #require(LanguageTag("ko"))
    var catalogue = Catalogue()
    let problems = catalogue.setViewTypes([
      "TEXT": try JSONParser.parse(#"{"properties":{"text":{"type":"string","x-meaning":"text"}}}"#),
      "ROW": try JSONParser.parse(
        #"{"properties":{"children":{"type":"array","items":{"$ref":"marquee:item"}}}}"#),
    ])
    try #require(problems.isEmpty)
    let store = MemoryStore()
    var contents = StoreChanges()
    contents.documents[.viewType] = catalogue.viewTypes.mapValues(\.schema)
    contents.documents[.format] = try Fixture.catalogue().formats.mapValues(\.json)
    contents.documents[.setting] = [
      "languages": try JSONParser.parse(#"{"default":"en","languages":["en","ko"]}"#)
    ]
    try store.save(contents)
    var failures: [FileProblem] = []
    publisher = try Publisher(store: store, observers: [], clock: { 1_700_000_000 }, problems: &failures)
    try #require(failures.isEmpty)
  }

  @Test func `edits, reorders and moves lose no translation and use no stale one`() throws {
    var random = SplitMix64(seed: 38)
    var screen = EditedScreen()
    var (translated, source) = (0, 0)
    for round in 0..<1_000 {
      if random.next(below: 4) == 0 {
        screen.translate(&random)
        _ = try publisher.translations.set(
          home, in: korean, Array(screen.units.text.utf8), by: Self.author)
      } else {
        screen.edit(&random)
        _ = try publisher.screens.publish(Array(screen.definition.text.utf8), at: home, by: Self.author)
      }
      for (variant, texts) in try shown() {
        let expected = screen.texts(in: variant)
        #expect(Set(texts.keys) == Set(expected.keys), "round \(round), \(variant)")
        for (id, text) in expected {
          let translation = screen.translations[id]?[text]
          #expect(texts[id] == translation ?? text, "round \(round), \(variant), \(id): \(text)")
          if translation == nil { source += 1 } else { translated += 1 }
        }
      }
    }
    #expect(translated > 1_000 && source > 1_000, "\(translated) translated, \(source) not")
  }

  /// The Korean texts of each variant, by item, as an independent walker finds them in the contents.
  private func shown() throws -> [String: [String: String]] {
    let state = publisher.state
    let languages = try #require(state.catalogue.languages)
    let screen = try state.current(home).translated(into: korean, languages, in: state.catalogue)
    var found: [String: [String: String]] = [:]
    for combination in screen.combinations {
      var texts: [String: String] = [:]
      func walk(_ id: String, _ content: JSONValue) {
        if let text = content["text"]?.stringValue { texts[id] = text }
        for child in content["children"]?.arrayValue ?? [] {
          walk(child["id"]?.stringValue ?? "", child["content"] ?? .null)
        }
      }
      for item in combination.layout.items { walk(item.id, item.content) }
      found[combination.choices.first?.variant ?? ""] = texts
    }
    return found
  }
}

/// A model of a screen with rows, two variants and the translations that it has got.
private struct EditedScreen {
  /// The rows, and the ids of the items within; the first row is the screen itself.
  private var rows: [[String]] = [["a", "b", "c"], ["d", "e"], ["f"]]
  private var sources: [String: String] = [:]
  /// The texts that differ in the second variant.
  private var changes: [String: String] = [:]
  private(set) var translations: [String: [String: String]] = [:]
  private var number = 0

  init() { for id in rows.joined() { sources[id] = "text of \(id)" } }

  /// Few texts, so that earlier ones come back.
  private static func text(_ random: inout SplitMix64) -> String { "text \(random.next(below: 6))" }

  mutating func edit(_ random: inout SplitMix64) {
    let ids = rows.joined().sorted()
    guard let id = random.pick(ids) else { return add("a", &random) }
    switch random.next(below: 6) {
    case 0: sources[id] = Self.text(&random)
    case 1:
      let row = random.next(below: rows.count)
      rows[row] = random.order(of: rows[row].count).map { [row = rows[row]] in row[$0] }
    case 2:
      remove(id)
      rows[random.next(below: rows.count)].append(id)
    case 3: changes[id] = Self.text(&random)
    case 4: changes[id] = nil
    default:
      if ids.count > 4 {
        remove(id)
        changes[id] = nil
      } else {
        add(random.pick(["a", "b", "c", "d", "e", "f"].filter { !ids.contains($0) }) ?? id, &random)
      }
    }
  }

  private mutating func remove(_ id: String) { for row in rows.indices { rows[row].removeAll { $0 == id } } }

  private mutating func add(_ id: String, _ random: inout SplitMix64) {
    guard !rows.joined().contains(id) else { return }
    rows[random.next(below: rows.count)].append(id)
    sources[id] = Self.text(&random)
  }

  /// Translates a text of the screen, or takes a translation away.
  mutating func translate(_ random: inout SplitMix64) {
    let shown = texts(in: random.next(below: 2) == 0 ? "control" : "other")
    guard let id = random.pick(shown.keys.sorted()), let text = shown[id] else { return }
    number += 1
    translations[id, default: [:]][text] = random.next(below: 5) == 0 ? nil : "번역 \(number)"
  }

  func texts(in variant: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: rows.joined().map { id in
        (id, (variant == "other" ? changes[id] : nil) ?? sources[id] ?? "")
      })
  }

  var units: JSONValue {
    let units = translations.sorted { $0.key < $1.key }.flatMap { id, texts in
      texts.sorted { $0.key < $1.key }.map { source, text -> JSONValue in
        ["item": .string(id), "at": "/text", "source": .string(source), "text": .string(text)]
      }
    }
    return ["units": .array(units)]
  }

  var definition: JSONValue {
    let items = rows.enumerated().flatMap { number, ids -> [JSONValue] in
      let items = ids.map { id -> JSONValue in
        ["id": .string(id), "viewType": "TEXT", "content": ["text": .string(sources[id] ?? "")]]
      }
      guard number > 0 else { return items }
      return [["id": .string("row-\(number)"), "viewType": "ROW", "content": ["children": .array(items)]]]
    }
    let merges = changes.sorted { $0.key < $1.key }.map { id, text -> JSONValue in
      ["op": "merge", "id": .string(id), "content": ["text": .string(text)]]
    }
    let variants: JSONValue = [["key": "control"], ["key": "other", "changes": .array(merges)]]
    return ["items": .array(items), "experiment": ["key": "words", "variants": variants]]
  }
}
