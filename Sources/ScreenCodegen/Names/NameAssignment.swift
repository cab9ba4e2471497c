import JSONText

/// Assigns the names of one language to all declarations, members and cases.
struct NameAssignment {
  private var declarations: [Declaration]
  private let rules: NamingRules
  /// For each view type, the names of the other view types that it uses.
  private var foreignNames: [Int: Set<String>] = [:]

  static func assign(to declarations: [Declaration], rules: NamingRules) -> [Declaration] {
    var assignment = NameAssignment(declarations: declarations, rules: rules)
    assignment.nameRoots()
    assignment.findForeignNames()
    for id in assignment.declarations.indices { assignment.nameParts(of: id) }
    switch rules.placement {
    case .nested: assignment.nameNested()
    case .inViewType: assignment.nameInViewTypes()
    case .flat: assignment.nameFlat()
    }
    return assignment.declarations
  }

  private init(declarations: [Declaration], rules: NamingRules) {
    self.declarations = declarations
    self.rules = rules
  }

  private func typeName(_ text: String, fallback: String) -> String {
    Identifier.upperCamel(text, fallback: fallback, maximumBytes: rules.maximumTypeBytes)
  }

  private mutating func nameRoots() {
    let roots = declarations.indices.filter { declarations[$0].parent == nil }
    // A file is named after its type, and some file systems ignore case.
    var allocator = NameAllocator(
      reserved: rules.types.union(rules.appTypes), suffix: "Content", ignoresCase: true, taken: rules.files)
    let names = allocator.allocate(roots.map { declarations[$0].hint }) { typeName($0, fallback: "View") }
    for (id, name) in zip(roots, names) { declarations[id].name = name }
  }

  /// Finds for each view type the names of the other view types that it uses. Its nested types must not hide them.
  private mutating func findForeignNames() {
    for declaration in declarations {
      for id in declaration.uses where declarations[id].root != declaration.root {
        foreignNames[declaration.root, default: []].insert(declarations[declarations[id].root].name)
      }
    }
  }

  private mutating func nameNested() {
    var children: [Int: [Int]] = [:]
    for id in declarations.indices {
      if let parent = declarations[id].parent { children[parent, default: []].append(id) }
    }
    var queue = declarations.indices.filter { declarations[$0].parent == nil }.map { ($0, Set<String>()) }
    var next = 0
    while next < queue.count {
      let (id, above) = queue[next]
      next += 1
      let all = children[id] ?? []
      guard !all.isEmpty else { continue }
      let declaration = declarations[id]
      var hidden = above.union([declaration.name])
      if declaration.parent == nil { hidden.formUnion(foreignNames[id] ?? []) }
      var allocator = NameAllocator(reserved: rules.types.union(hidden))
      // Shared types get their names first, because types nested more deeply must not hide them.
      let order = all.filter { declarations[$0].isShared } + all.filter { !declarations[$0].isShared }
      let names = allocator.allocate(order.map { declarations[$0].hint }) { typeName($0, fallback: "Value") }
      for (child, name) in zip(order, names) { declarations[child].name = name }
      hidden.formUnion(order.filter { declarations[$0].isShared }.map { declarations[$0].name })
      for child in all { queue.append((child, hidden)) }
    }
  }

  /// Names the types of the parts of each view type. These names must not hide those of view types.
  private mutating func nameInViewTypes() {
    for (root, parts) in partsOfViewTypes() {
      let cases = caseNames(of: declarations[root])
      let reserved = rules.types.union(viewTypeNames(in: root)).union(cases)
      var allocator = NameAllocator(reserved: reserved, ignoresCase: rules.ignoresCase, taken: cases)
      let names = allocator.allocate(parts.map { declarations[$0].hint }) { typeName($0, fallback: "Value") }
      for (id, name) in zip(parts, names) { declarations[id].name = name }
    }
  }

  /// The names of the types that are cases of a declaration, in a language whose cases are types.
  private func caseNames(of declaration: Declaration) -> Set<String> {
    guard rules.hasTypesAsCases else { return [] }
    switch declaration.kind {
    case .choice(let choice): return Set(choice.options.map(\.identifier))
    case .union(let union): return Set(union.alternatives.map(\.identifier))
    case .object, .single, .pending: return []
    }
  }

  /// The names of the view types that the source of one view type contains: its own, and those that it uses.
  private func viewTypeNames(in root: Int) -> Set<String> {
    (foreignNames[root] ?? []).union([declarations[root].name])
  }

  private mutating func nameFlat() {
    let roots = Set(declarations.filter { $0.parent == nil }.map(\.name))
    var allocator = NameAllocator(reserved: rules.types, ignoresCase: rules.ignoresCase, taken: roots)
    for (root, parts) in partsOfViewTypes() {
      for id in parts {
        declarations[id].name = allocator.allocate(
          declarations[root].name + typeName(declarations[id].hint, fallback: "Value"))
      }
    }
  }

  /// The declarations below each view type; shared ones come first.
  private func partsOfViewTypes() -> [(root: Int, parts: [Int])] {
    var parts: [Int: [Int]] = [:]
    for id in declarations.indices where declarations[id].parent != nil {
      parts[declarations[id].root, default: []].append(id)
    }
    return parts.sorted { $0.key < $1.key }.map { root, all in
      (root, all.filter { declarations[$0].isShared } + all.filter { !declarations[$0].isShared })
    }
  }

  // MARK: Members and cases

  private mutating func nameParts(of id: Int) {
    switch declarations[id].kind {
    case .object(var object):
      let isRoot = declarations[id].parent == nil
      var allocator = NameAllocator(reserved: isRoot ? rules.members.union(rules.rootMembers) : rules.members)
      let names = allocator.allocate(object.members.map(\.name)) {
        Identifier.lowerCamel($0, fallback: "value")
      }
      for (index, name) in names.enumerated() { object.members[index].identifier = name }
      for index in object.members.indices where object.members[index].isBoxed {
        object.members[index].storage = allocator.allocate(object.members[index].identifier + "Storage")
      }
      object.additionalIdentifier = allocator.allocate("additionalMembers")
      object.nullsIdentifier = allocator.allocate("nullMembers")
      declarations[id].kind = .object(object)
    case .choice(var choice):
      let names = caseNames(choice.options.map(\.value), of: id, reserved: rules.options)
      for (index, name) in names.enumerated() { choice.options[index].identifier = name }
      declarations[id].kind = .choice(choice)
    case .union(var union):
      let names = caseNames(union.alternatives.map(\.key), of: id, reserved: rules.alternatives)
      for (index, name) in names.enumerated() { union.alternatives[index].identifier = name }
      declarations[id].kind = .union(union)
    case .single, .pending: break
    }
  }

  private func caseNames(_ texts: [String], of id: Int, reserved: Set<String>) -> [String] {
    guard rules.hasTypesAsCases else {
      var allocator = NameAllocator(reserved: reserved)
      return allocator.allocate(texts) { Identifier.lowerCamel($0, fallback: "value") }
    }
    var allocator = NameAllocator(
      reserved: reserved.union(viewTypeNames(in: declarations[id].root)), ignoresCase: rules.ignoresCase)
    return allocator.allocate(texts) { typeName($0, fallback: "Value") }
  }
}

extension Declaration {
  /// The types that the declaration uses directly.
  var types: [TypeUse] {
    switch kind {
    case .object(let object):
      object.members.map(\.planned.type) + (object.additional.map { [$0.type] } ?? [])
    case .union(let union): union.alternatives.map(\.planned.type)
    case .single(let planned): [planned.type]
    case .choice, .pending: []
    }
  }

  /// The declarations that the declaration uses.
  var uses: [Int] { types.compactMap(\.declaration) }
}
