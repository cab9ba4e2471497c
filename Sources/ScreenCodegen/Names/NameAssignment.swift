import JSONText

/// Assigns Swift names to all declarations, members and cases.
struct NameAssignment {
  private var declarations: [Declaration]

  static func assign(to declarations: [Declaration]) -> [Declaration] {
    var assignment = NameAssignment(declarations: declarations)
    assignment.nameRoots()
    assignment.nameNested()
    for id in assignment.declarations.indices { assignment.nameParts(of: id) }
    return assignment.declarations
  }

  private init(declarations: [Declaration]) { self.declarations = declarations }

  private mutating func nameRoots() {
    let roots = declarations.indices.filter { declarations[$0].parent == nil }
    // A file is named after its type, and some file systems ignore case.
    var allocator = NameAllocator(
      reserved: ReservedNames.types.union(ReservedNames.appTypes), suffix: "Content", ignoresCase: true)
    let names = allocator.allocate(roots.map { declarations[$0].hint }) {
      Identifier.upperCamel($0, fallback: "View")
    }
    for (id, name) in zip(roots, names) { declarations[id].name = name }
  }

  private mutating func nameNested() {
    var children: [Int: [Int]] = [:]
    for id in declarations.indices {
      if let parent = declarations[id].parent { children[parent, default: []].append(id) }
    }
    // A nested type must not hide a type of another file that this file uses.
    var foreignNames: [Int: Set<String>] = [:]
    for declaration in declarations {
      for id in declaration.uses where declarations[id].root != declaration.root {
        foreignNames[declaration.root, default: []].insert(declarations[declarations[id].root].name)
      }
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
      var allocator = NameAllocator(reserved: ReservedNames.types.union(hidden))
      // Shared types get their names first, because types nested more deeply must not hide them.
      let order = all.filter { declarations[$0].isShared } + all.filter { !declarations[$0].isShared }
      let names = allocator.allocate(order.map { declarations[$0].hint }) {
        Identifier.upperCamel($0, fallback: "Value")
      }
      for (child, name) in zip(order, names) { declarations[child].name = name }
      hidden.formUnion(order.filter { declarations[$0].isShared }.map { declarations[$0].name })
      for child in all { queue.append((child, hidden)) }
    }
  }

  private mutating func nameParts(of id: Int) {
    switch declarations[id].kind {
    case .object(var object):
      let isRoot = declarations[id].parent == nil
      var allocator = NameAllocator(
        reserved: isRoot ? ReservedNames.members.union(["viewType"]) : ReservedNames.members)
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
      var allocator = NameAllocator(reserved: ReservedNames.members.union(["unknown"]))
      let names = allocator.allocate(choice.options.map(\.value)) {
        Identifier.lowerCamel($0, fallback: "value")
      }
      for (index, name) in names.enumerated() { choice.options[index].identifier = name }
      declarations[id].kind = .choice(choice)
    case .union(var union):
      var allocator = NameAllocator(reserved: ReservedNames.members.union(["unknown", "viewType"]))
      let names = allocator.allocate(union.alternatives.map(\.key)) {
        Identifier.lowerCamel($0, fallback: "value")
      }
      for (index, name) in names.enumerated() { union.alternatives[index].identifier = name }
      declarations[id].kind = .union(union)
    case .single, .pending: break
    }
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
