import JSONText

/// A three-way merge of two changes of a definition, by items and by other members.
package struct DefinitionMerge {
  /// A side of the merge.
  package enum Side: String, Sendable, CaseIterable { case base, ours, theirs }

  /// Who has changed a place.
  package enum Effect: String, Sendable, CaseIterable {
    case ours, theirs
    /// Both have changed it in the same way.
    case same
    /// Both have changed different members of the item.
    case both
    case conflict
  }

  /// The definition with both changes; nil if they conflict. A deletion conflicts with every change.
  var merged: JSONValue?
  /// The ids of items and the pointers of other members that both sides changed in different ways, without a choice.
  var conflicts: [String] = []
  /// What has changed: ids of items and pointers of other members. Conflicts stay conflicts when they are decided.
  var changes: [(place: String, effect: Effect)] = []
  /// The side to take, by place. It decides what both sides changed in different ways. The base leaves the changes of
  /// both sides out.
  let choices: [ExactString: Side]

  /// - Parameters:
  ///   - base: the definition that both sides began from; nil if there was none.
  ///   - isScreen: whether the document has items. Two changes of any other document conflict.
  ///   - catalogue: the view types, which say where content has places for items.
  init(
    base: JSONValue?, ours: JSONValue?, theirs: JSONValue?, choices: [ExactString: Side] = [:],
    isScreen: Bool,
    in catalogue: Catalogue
  ) {
    self.choices = choices
    guard isScreen, case .object(let old)? = base, case .object(let mine)? = ours,
      case .object(let other)? = theirs, let oldItems = ParsedItems(old, catalogue),
      let ourItems = ParsedItems(mine, catalogue), let theirItems = ParsedItems(other, catalogue),
      oldItems.hasItemsOnly == ourItems.hasItemsOnly, oldItems.hasItemsOnly == theirItems.hasItemsOnly
    else {
      let whole = "/"
      note(whole, .conflict)
      merged = choices[whole].flatMap { $0 == .base ? base : $0 == .ours ? ours : theirs }
      return
    }
    var document = mergedMembers(old, mine, other, at: .root)
    let inner = Array(Set([oldItems, ourItems, theirItems].flatMap(\.inner.keys)))
    let sections = merge(
      MergeSections(oldItems, inner), MergeSections(ourItems, inner), MergeSections(theirItems, inner))
    guard conflicts.isEmpty else { return }
    conflicts = sections.write(to: &document)
    if conflicts.isEmpty { merged = .object(document) }
  }

  private mutating func note(_ place: String, _ effect: Effect) {
    changes.append((place, effect))
    if effect == .conflict, choices[place] == nil { conflicts.append(place) }
  }

  // MARK: Members

  /// Merges the members of a definition, or of objects in it. Values of the screen are merged member by member at any
  /// depth.
  private mutating func mergedMembers(
    _ base: JSONObject, _ ours: JSONObject, _ theirs: JSONObject, at location: JSONPointer
  ) -> JSONObject {
    var document = theirs
    let isRoot = location == .root
    for name in Self.names(base, ours, theirs) where !(isRoot && (name == "items" || name == "sections")) {
      let (old, mine, other) = (base[name], ours[name], theirs[name])
      guard mine != old || other != old else { continue }
      let place = location.appending(name)
      if mine != old, other != old, mine != other,
        !isRoot || name == "values" || name == ScreenTranslations.member, case .object(let old)? = old,
        case .object(let mine)? = mine, case .object(let other)? = other
      {
        document[name] = .object(mergedMembers(old, mine, other, at: place))
        continue
      }
      let effect: Effect = mine == other ? .same : mine == old ? .theirs : other == old ? .ours : .conflict
      note(place.description, effect)
      switch choices[place.description] {
      case .base?: document[name] = old
      case .ours? where effect == .conflict: document[name] = mine
      case .theirs? where effect == .conflict: break
      default: if effect == .ours { document[name] = mine }
      }
    }
    return document
  }

  private static func names(_ objects: JSONObject...) -> [String] {
    var known: Set<ExactString> = []
    return objects.flatMap(\.names).filter { known.insert($0) }
  }

  /// An item, or a value in it, with the changes of both sides.
  /// - Parameter choice: the side of what both sides changed in different ways.
  /// - Returns: nil if they changed something in different ways and there is no choice.
  private static func mergedValue(
    _ base: JSONValue?, _ ours: JSONValue?, _ theirs: JSONValue?, choice: Side?
  ) -> JSONValue?? {
    if ours == theirs || theirs == base { return .some(ours) }
    if ours == base { return .some(theirs) }
    guard case .object(let old)? = base, case .object(let mine)? = ours, case .object(var result)? = theirs
    else {
      return choice.map { $0 == .base ? base : $0 == .ours ? ours : theirs }
    }
    let other = result
    for name in names(old, mine, other) {
      guard let value = mergedValue(old[name], mine[name], other[name], choice: choice) else { return nil }
      result[name] = value
    }
    return .some(.object(result))
  }

  // MARK: Items

  /// The definitions of a merge, and what has moved in them.
  private struct Items {
    let base: MergeSections
    let ours: MergeSections
    let theirs: MergeSections
    let moved: Set<ExactString>
    let movedByThem: Set<ExactString>

    init(_ base: MergeSections, _ ours: MergeSections, _ theirs: MergeSections) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
      (moved, movedByThem) = (base.moved(in: ours), base.moved(in: theirs))
    }

    /// Which side has changed an item, or both; nil for neither.
    func effect(on id: String) -> Effect? {
      let (old, mine, other) = (base.item(id), ours.item(id), theirs.item(id))
      let (isMoved, isMovedByThem) = (moved.contains(ExactString(id)), movedByThem.contains(ExactString(id)))
      let (isOurs, isTheirs) = (mine != old || isMoved, other != old || isMovedByThem)
      guard isOurs, isTheirs else { return isOurs ? .ours : isTheirs ? .theirs : nil }
      let isSamePlace = !isMoved || !isMovedByThem || ours.neighbours(of: id) == theirs.neighbours(of: id)
      // One side removed the item, and the other moved it.
      let isGone = mine == nil && isMovedByThem || other == nil && isMoved
      if isGone || !isSamePlace { return .conflict }
      if mine == other { return isMoved == isMovedByThem ? .same : .both }
      return DefinitionMerge.mergedValue(old, mine, other, choice: nil) == nil ? .conflict : .both
    }

    /// The side whose place an item gets.
    func place(of id: String, _ choice: Side?) -> Side {
      if choice == .base, base.item(id) != nil { return .base }
      let (isMoved, isMovedByThem) = (moved.contains(ExactString(id)), movedByThem.contains(ExactString(id)))
      if theirs.item(id) == nil || isMoved && (choice == .ours || !isMovedByThem) { return .ours }
      return .theirs
    }

    func item(_ id: String, _ choice: Side?) -> JSONValue? {
      if choice == .base { return base.item(id) }
      // Of an item that one side removed, the choice takes the whole.
      if let choice, base.item(id) != nil, ours.item(id) == nil || theirs.item(id) == nil,
        effect(on: id) == .conflict
      {
        return choice == .ours ? ours.item(id) : theirs.item(id)
      }
      return DefinitionMerge.mergedValue(base.item(id), ours.item(id), theirs.item(id), choice: choice) ?? nil
    }
  }

  private mutating func merge(
    _ base: MergeSections, _ ours: MergeSections, _ theirs: MergeSections
  ) -> MergeSections {
    var result = theirs
    var homeless = mergeFrames(base, ours, theirs, into: &result)
    let items = Items(base, ours, theirs)
    var known: Set<ExactString> = []
    let ids = (base.ids + ours.ids + theirs.ids).filter { known.insert($0) }
    for id in ids { if let effect = items.effect(on: id) { note(id, effect) } }
    conflicts = (conflicts + homeless).sorted()
    guard conflicts.isEmpty else { return result }
    homeless = []
    for id in ids where items.item(id, choices[id]) == nil { result.remove(id) }
    // In the order of the side that an item's place comes from, so that those before it are there already.
    for (side, sections) in [(Side.ours, ours), (.base, base)] {
      for id in sections.ids where items.place(of: id, choices[id]) == side {
        guard let item = items.item(id, choices[id]) else { continue }
        result.remove(id)
        if !result.insert(id, like: sections, item: item) { homeless.append(id) }
      }
    }
    for id in theirs.ids where items.place(of: id, choices[id]) == .theirs {
      guard let item = items.item(id, choices[id]), item != theirs.item(id) else { continue }
      result.replace(id, by: item)
    }
    conflicts = homeless
    return result
  }

  /// Merges the sections without their items.
  /// - Returns: the ids of new items whose section is gone.
  private mutating func mergeFrames(
    _ base: MergeSections, _ ours: MergeSections, _ theirs: MergeSections, into result: inout MergeSections
  ) -> [String] {
    let (old, mine, other) = (base.frames, ours.frames, theirs.frames)
    guard mine != old || other != old else { return [] }
    let effect: Effect = mine == other ? .same : mine == old ? .theirs : other == old ? .ours : .conflict
    let place = "/sections"
    note(place, effect)
    if choices[place] == .base { return result.takeFrames(of: base, since: base) }
    let takesOurs = effect == .ours || effect == .conflict && choices[place] == .ours
    return takesOurs ? result.takeFrames(of: ours, since: base) : []
  }
}
