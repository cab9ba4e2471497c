/// A script of Unicode (UAX #24). The data are those of Unicode 14; later scripts and characters are unknown.
package struct UnicodeScript: Sendable, Equatable {
  /// The index into the table.
  private let number: Int

  /// - Parameter name: the long or the short name, exactly as in Unicode's PropertyValueAliases.txt.
  init?(name: String) {
    // Two scripts have a second short name.
    let name = name == "Qaac" ? "Copt" : name == "Qaai" ? "Zinh" : name
    guard let number = Self.table.firstIndex(where: { $0.names.contains(name) }) else { return nil }
    self.number = number
  }

  package static let greek = UnicodeScript(name: "Grek")
  package static let hebrew = UnicodeScript(name: "Hebr")
  package static let hiragana = UnicodeScript(name: "Hira")
  package static let katakana = UnicodeScript(name: "Kana")
  package static let han = UnicodeScript(name: "Hani")

  private static let sets: [ScalarSet] = table.map { entry in
    var set = ScalarSet(entry.ranges)
    set.normalize()
    return set
  }

  private static let extensionSets: [ScalarSet] = table.map { entry in
    ScalarTable.set(of: entry.names.first ?? "", in: extensionsTable)
  }

  /// All characters whose extensions differ from their script.
  private static let extended: ScalarSet = {
    var set = ScalarSet(extensionsTable.flatMap(\.ranges))
    set.normalize()
    return set
  }()

  package func contains(_ value: UInt32) -> Bool { Self.sets[number].contains(value) }

  func containsInExtensions(_ value: UInt32) -> Bool {
    Self.extended.contains(value)
      ? Self.extensionSets[number].contains(value) : Self.sets[number].contains(value)
  }
}
