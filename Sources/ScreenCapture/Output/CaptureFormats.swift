import JSONText
import Screens

/// The wire formats of a capture: those of the folder, the shipped ones, and new ones.
struct CaptureFormats {
  private(set) var all: [(name: String, format: JSONValue)]
  /// What formats of the folder send now and did not before.
  private(set) var changes: [String: [SchemaChange]] = [:]

  private let existing: ExistingScreens
  /// The names of `all`, by their JSON text.
  private var names: [String: String] = [:]
  private var files = DistinctNames(ignoresCase: true)

  /// The formats of screens that people have written or edited.
  private lazy var formatsOfPeople = Set(
    existing.screens.keys.filter { existing.protection(of: $0) != nil }.compactMap { existing.format(of: $0) }
  )

  private static let shippedNames = Set(ShippedFormats.all.map(\.name))

  init(_ existing: ExistingScreens) {
    self.existing = existing
    all = existing.formats.sorted { $0.key < $1.key }.compactMap { name, json in json.map { (name, $0) } }
    if !existing.hasFormats { all += ShippedFormats.all }
    for (name, format) in all { names[format.text] = names[format.text] ?? name }
    takeNames()
  }

  /// The formats by which single responses are read.
  var known: [(name: String, format: JSONValue)] {
    // A response does not tell what formats with these members change in it.
    (all + ShippedFormats.all.filter { existing.formats[$0.name] == nil }).filter { known in
      ["viewType", "id", "viewTypes", "nesting"].allSatisfy { known.format[$0] == nil }
    }
  }

  /// The formats of the folder that can be widened, or used as they are.
  var places: [FormatPlaces] {
    all.filter { existing.formats[$0.name] != nil && !Self.shippedNames.contains($0.name) }
      .compactMap { name, format in
        FormatPlaces(name: name, format, isProtected: existing.protection(ofFormat: name) != nil)
      }
  }

  /// What the folder's formats send in place of the names of view types.
  var aliases: [JSONMember] {
    all.filter { existing.formats[$0.name] != nil }.flatMap {
      $0.format["viewTypes"]?.objectValue.map(Array.init) ?? []
    }
  }

  /// The name of a format. A new format that equals another one shares its name.
  /// - Parameter known: the name of a shipped format or one of the folder.
  mutating func name(of format: JSONValue, known: String? = nil, suggested: String) -> String {
    let text = format.text
    if let name = names[text] { return known ?? name }
    let name = known ?? files.next(suggested)
    all.append((name, format))
    names[text] = name
    return name
  }

  /// Leaves out new formats that no screen uses, and makes their names free again.
  /// - Parameter count: the number of formats that stay in any case.
  mutating func keep(first count: Int, and used: Set<String>) {
    for (name, format) in all[count...] where !used.contains(name) { names[format.text] = nil }
    all = all[..<count] + all[count...].filter { used.contains($0.name) }
    takeNames()
  }

  private mutating func takeNames() {
    files = DistinctNames(
      taken: Self.shippedNames.union(existing.formats.keys).union(all.map(\.name)), ignoresCase: true)
  }

  /// Replaces a format of the folder by its widened form.
  /// - Returns: false if the format must not change.
  mutating func take(_ shape: AppShape) -> Bool {
    guard let name = shape.name, let index = all.firstIndex(where: { $0.name == name }) else { return false }
    let present = all[index].format
    guard present != shape.format else { return true }
    guard existing.protection(ofFormat: name) == nil else { return false }
    // A person's screen may leave out ids that the format writes, or have other values.
    let dropsID = present["id"] != nil && shape.format["id"] == nil
    let describesValues = present["values"] == nil && shape.format["values"] != nil
    if dropsID || describesValues, formatsOfPeople.contains(name) { return false }
    all[index].format = shape.format
    names[shape.format.text] = name
    changes[name, default: []] += shape.changes
    return true
  }

  /// Gives a new format the name of a format of an earlier capture that no screen uses any more. Otherwise each
  /// recording of a response that is all format would leave one.
  mutating func reuseNames(for screens: inout [CapturedScreen]) {
    let replaced = Set(screens.map(\.route)).intersection(existing.screens.keys)
    guard !replaced.isEmpty else { return }
    var used = Set(screens.map(\.format))
    for route in existing.screens.keys where !replaced.contains(route) {
      if let format = existing.format(of: route) { used.insert(format) }
    }
    for screen in screens where replaced.contains(screen.route) {
      guard let old = existing.format(of: screen.route), !used.contains(old),
        !Self.shippedNames.contains(old),
        existing.formats[screen.format] == nil, existing.protection(ofFormat: old) == nil,
        let format = all.first(where: { $0.name == screen.format })?.format
      else { continue }
      let new = screen.format
      used.insert(old)
      all.removeAll { $0.name == old || $0.name == new }
      all.append((old, format))
      for index in screens.indices where screens[index].format == new { screens[index].rename(format: old) }
    }
  }

  /// The files of the formats that screens use.
  func changedFiles(for screens: [CapturedScreen]) -> [CapturedFile] {
    let used = used(by: screens)
    return all.filter { used.contains($0.name) }.compactMap { name, format in
      guard let file = existing.formats[name] else {
        return CapturedFile(kind: .format, name: name, json: format)
      }
      let changed = CapturedFile(
        kind: .format, name: name, json: format, replaced: file ?? .null, changes: changes[name] ?? [])
      return changed.isChanged ? changed : nil
    }
  }

  /// The formats that the folder must have after the capture.
  private func used(by screens: [CapturedScreen]) -> Set<String> {
    let used = Set(screens.map(\.format))
    guard !existing.hasFormats, !existing.screens.isEmpty else { return used }
    // The first file in `_formats/` takes the shipped formats away from the screens that the folder has.
    return used.isSubset(of: Self.shippedNames) ? [] : used.union(Self.shippedNames)
  }
}
