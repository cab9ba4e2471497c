import Foundation
import JSONText
import Screens
import SeededRandom
import TestFolders
import Testing

/// Links of a folder whose screens are renamed and deleted, compared with those that an independent walker finds.
@Suite struct RandomLinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"properties":{"to":{"type":"string","x-meaning":"route"},"title":{"type":"string"}}}"#,
      to: "_types/LINK.json")
    try folder.write(#"{"patterns":["app/*"]}"#, to: "_links.json")
  }

  private static func link(_ id: String, _ target: String, _ fallback: String? = nil) -> JSONValue {
    var item: JSONObject = [
      "id": .string(id), "viewType": "LINK", "content": ["to": .string(target), "title": "app/none"],
    ]
    if let fallback { item["fallback"] = ["viewType": "LINK", "content": ["to": .string(fallback)]] }
    return .object(item)
  }

  /// A screen with links in items, in a fallback and in a variant.
  private static func screen(_ number: Int, _ targets: [String]) -> JSONValue {
    [
      "items": [link("a", targets[0], targets[1]), link("b", targets[2]), link("c", "app/cart")],
      "experiment": [
        // An experiment belongs to one screen, whatever its name is by now.
        "key": .string("links-\(number)"),
        "variants": [
          ["key": "control"],
          [
            "key": "other",
            "changes": [
              ["op": "merge", "id": "b", "content": ["to": .string(targets[3])]],
              ["op": "insert", "item": link("d", targets[4]), "before": "a"],
            ],
          ],
        ],
      ],
    ]
  }

  @Test func `a thousand renames and deletions leave no link to nowhere unsaid`() throws {
    var random = SplitMix64(seed: 39)
    var names = (0..<6).map { "screen-\($0)" }
    var deleted: [String] = []
    var (next, found) = (names.count, 0)
    for (number, name) in names.enumerated() { try write(name, number, random.targets(among: names)) }
    for round in 0..<1_000 {
      let place = random.next(below: max(names.count, 1))
      switch random.next(below: 4) {
      case 0 where names.count > 1:
        let name = names.remove(at: place)
        try folder.delete("\(name).json")
        deleted.append(name)
      case 1 where !deleted.isEmpty:
        let name = deleted.remove(at: random.next(below: deleted.count))
        try write(name, 10_000 + round, random.targets(among: names + deleted + [name]))
        names.append(name)
      case 2: try write(names[place], 10_000 + round, random.targets(among: names + deleted))
      default:
        next += 1
        let name = "screen-\(next)"
        try FileManager.default.moveItem(
          at: folder.url.appending(path: "\(names[place]).json"),
          to: folder.url.appending(path: "\(name).json"))
        deleted.append(names[place])
        names[place] = name
      }
      if deleted.count > 3 { deleted.removeFirst() }
      let expected = try lost(names)
      #expect(try said() == expected, "round \(round)")
      found += expected.count
    }
    #expect(found > 1_000)
  }

  private func write(_ name: String, _ number: Int, _ targets: [String]) throws {
    try folder.write(Self.screen(number, targets).text, to: "\(name).json")
  }

  /// The links to nowhere that the check of the folder says, as `file item target`.
  private func said() throws -> Set<String> {
    let check = FolderImport(checking: try FolderContents(reading: folder.path))
    #expect(check.problems.count == 0)
    return Set(
      check.warnings.flatMap(\.lines).compactMap { line in
        // FILE.json:…"…/to" of the item "ITEM" links to "TARGET", which is no screen…
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count > 6, parts[1].hasSuffix("/to"), parts[2] == " of the item ",
          parts[4] == " links to ", parts[6].hasPrefix(", which is no screen"),
          let file = line.firstRange(of: ".json:")
        else { return nil }
        return "\(line[..<file.lowerBound].split(separator: "/").last ?? "") \(parts[3]) \(parts[5])"
      })
  }

  /// The same by the texts of the files: each `to` of a content belongs to the item around it.
  private func lost(_ names: [String]) throws -> Set<String> {
    var lost: Set<String> = []
    for name in names {
      func walk(_ value: JSONValue, of item: String) {
        switch value {
        case .object(let object):
          let item = object["id"]?.stringValue ?? item
          if let target = object["content"]?["to"]?.stringValue, !names.contains(target),
            !target.hasPrefix("app/")
          {
            lost.insert("\(name) \(item) \(target)")
          }
          for member in object { walk(member.value, of: item) }
        case .array(let elements): for element in elements { walk(element, of: item) }
        default: break
        }
      }
      walk(try JSONParser.parse(String(decoding: folder.bytes(of: "\(name).json"), as: UTF8.self)), of: "")
    }
    return lost
  }
}

extension SplitMix64 {
  /// Five links of a screen.
  fileprivate mutating func targets(among names: [String]) -> [String] {
    (0..<5).map { _ in pick(names) ?? "" }
  }
}
