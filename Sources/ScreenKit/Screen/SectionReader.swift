/// Decodes the sections of a screen.
struct SectionReader {
  private let reader: ItemReader
  private let decoder: any Decoder
  private let format: WireFormat
  private var ids: IdentifierPool
  private(set) var sections: [ScreenSection] = []
  /// The items that are inside others, if they were sent in the lists of all items.
  private(set) var innerItems: [ScreenItem] = []
  /// The ids of the items of each section, in a format that sends items apart from their places.
  private var members: [[String]] = []
  /// The ids of the items at the top, if they were sent.
  private var roots: Set<String>?
  /// Whether a list of the format was found.
  private var isFound = false
  /// The reasons why lists of the format were not found.
  private var failures: [DecodingError] = []

  init(_ reader: ItemReader, _ decoder: any Decoder) {
    self.reader = reader
    self.decoder = decoder
    format = reader.settings.format
    ids = IdentifierPool(isSent: true)
  }

  /// - Throws: `DecodingError` when the response has none of the format's lists.
  mutating func read() throws {
    if format.usesPool { reader.pool = ItemPool() }
    for case .section(let id, _, _) in format.screen.lists { _ = ids.claim(id) }
    // Named sections first: an object of all items has theirs, too.
    var named: [String: (section: ScreenSection, members: [String])] = [:]
    for case .section(let id, let path, let isSingle) in format.screen.lists {
      named[id] = try namedSection(id, path, isSingle: isSingle)
    }
    for list in format.screen.lists {
      switch list {
      case .section(let id, _, _):
        guard let section = named[id] else { continue }
        append(section.section, section.members)
      case .sections(let path): try readSections(path)
      case .items: try readItems()
      }
    }
    if !isFound, let failure = failures.first { throw failure }
    for failure in failures { try reader.warn(unreadable(failure), reader.settings.failed) }
    if format.usesPool { try fillFromPool() }
  }

  private mutating func append(_ section: ScreenSection, _ members: [String]) {
    sections.append(section)
    self.members.append(members)
  }

  // MARK: Lists

  private mutating func namedSection(
    _ id: String, _ path: ValuePath, isSingle: Bool
  ) throws -> (ScreenSection, [String]) {
    var section = ScreenSection(id: id, items: [])
    var members: [String] = []
    let outcome = Result {
      if !isSingle {
        return try items(in: ItemListPaths(list: path), of: decoder, into: &section, &members)
      }
      // Without an item the section is empty.
      guard let target = try path.resolve(from: decoder), JSONKinds(of: target) != .null else { return true }
      guard let parts = ItemParts(reader.paths, reader.context, from: target) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: target.codingPath, debugDescription: "the element is not an item"))
      }
      try add(parts, to: &section, &members)
      return true
    }
    try note(outcome)
    return (section, members)
  }

  /// Reads the items that are in no section of their own.
  private mutating func readItems() throws {
    // They are those of the sections.
    if format.screen.hasSections, format.section?.items.hasItems == true { return }
    let isPoolOnly = format.screen.hasSections && format.section?.items.roots != nil
    var section = ScreenSection(id: "", items: [])
    var members: [String] = []
    let outcome = Result {
      try items(in: format.screen.items, of: decoder, skipsKnown: true, into: &section, &members)
    }
    try note(outcome)
    if isPoolOnly { return }
    section.id = ids.derive(from: "section")
    append(section, members)
  }

  private mutating func readSections(_ path: ValuePath) throws {
    guard let paths = format.section else { return }
    let outcome = Result {
      guard let source = try path.resolve(from: decoder) else { return false }
      var list = try source.unkeyedContainer()
      while !list.isAtEnd { try readSection(paths, from: list.superDecoder()) }
      return true
    }
    try note(outcome)
  }

  private mutating func readSection(_ paths: SectionPaths, from decoder: any Decoder) throws {
    var section = ScreenSection(
      id: "", header: paths.header?.value(String.self, from: decoder),
      footer: paths.footer?.value(String.self, from: decoder), values: paths.values.read(from: decoder),
      items: [])
    var members: [String] = []
    if paths.items.hasItems {
      do {
        guard try items(in: paths.items, of: decoder, into: &section, &members) else {
          throw missing(decoder.codingPath)
        }
      } catch let error as DecodingError {
        try reader.warn(unreadable(error), reader.settings.failed)
        if JSONKinds(of: decoder).isDisjoint(with: [.array, .object]) { return }
      }
    }
    if let own = reader.roots(paths.items.roots, of: decoder) { members = putFirst(own, in: members) }
    section.id = try identifier(paths.id?.name(from: decoder)?.text, of: decoder)
    append(section, members)
  }

  private mutating func identifier(_ sent: String?, of decoder: any Decoder) throws -> String {
    if let sent, ids.claim(sent) { return sent }
    let id = ids.derive(from: "section")
    if let sent {
      try reader.warn(
        ScreenWarning(
          .repeatedID, itemID: sent, path: jsonPointer(decoder.codingPath),
          message: "the section id \"\(sent)\" is used twice; this section gets the id \"\(id)\""))
    }
    return id
  }

  // MARK: Items

  /// Decodes the items of a list, or adds them to the pool. Returns false when there is no such list.
  private func items(
    in paths: ItemListPaths, of decoder: any Decoder, skipsKnown: Bool = false,
    into section: inout ScreenSection, _ members: inout [String]
  ) throws -> Bool {
    try reader.forEachItem(in: paths, of: decoder, skipsKnown: skipsKnown) {
      try add($0, to: &section, &members)
    }
  }

  private func add(
    _ parts: ItemParts, to section: inout ScreenSection, _ members: inout [String]
  ) throws {
    guard reader.pool != nil else { return try reader.decode(parts, into: &section.items) }
    let id = reader.identifier(of: parts)
    reader.pool?.add(parts, id: id)
    members.append(id)
  }

  /// Decodes the items of the pool and puts those at the top into their sections.
  private mutating func fillFromPool() throws {
    guard let ids = reader.pool?.ids else { return }
    for id in ids { try reader.decodePooledItem(id) }
    if let own = reader.roots(format.screen.items.roots, of: decoder) {
      let first = putFirst(own, in: members.first ?? [])
      // Of several sections each has its own order.
      if members.count == 1 { members[0] = first }
    }
    let top = roots ?? reader.pool?.top() ?? []
    var placed: Set<String> = []
    for (index, members) in members.enumerated() {
      sections[index].items = members.compactMap { id in
        top.contains(id) && placed.insert(id).inserted ? reader.pool?.item(id) : nil
      }
    }
    innerItems = ids.filter { !placed.contains($0) }.compactMap { reader.pool?.item($0) }
  }

  /// Notes the ids of items at the top, and puts them before the others.
  private mutating func putFirst(_ top: [String], in members: [String]) -> [String] {
    roots = (roots ?? []).union(top)
    let first = Set(top)
    return top + members.filter { !first.contains($0) }
  }

  // MARK: Failures

  /// Notes whether a list was found. One that cannot be read does not affect the others.
  private mutating func note(_ outcome: Result<Bool, any Error>) throws {
    do {
      if try outcome.get() {
        isFound = true
      } else {
        failures.append(missing(decoder.codingPath))
      }
    } catch let error as DecodingError {
      failures.append(error)
    }
  }

  private func missing(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: path,
        debugDescription: "a list of items in the wire format \"\(format.name)\" is missing"))
  }

  private func unreadable(_ error: DecodingError) -> ScreenWarning {
    guard let problem = error.problem else {
      return ScreenWarning(.itemUnreadable, message: String(describing: error))
    }
    return ScreenWarning(.itemUnreadable, path: jsonPointer(problem.path), message: problem.message)
  }
}
