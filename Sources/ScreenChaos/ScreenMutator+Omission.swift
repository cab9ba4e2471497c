import JSONText

extension ScreenMutator {
  /// The optional members of one content that are removed one by one, when they cannot all be removed together.
  private static let maximumSingleRemovals = 500

  mutating func removeRequired() {
    makeOneInvalid(
      trials { place in
        guard let object = place.value.objectValue else { return [] }
        return object.members.filter { place.rules.required.contains(ExactString($0.name)) }
          .map { (step: .member(ExactString($0.name)), values: [nil]) }
      })
  }

  mutating func removeOptional() {
    for spot in spots {
      let item = item(at: spot)
      let places = places(at: spot)
      let candidates = optionalMembers(of: places)
      guard !candidates.isEmpty else { continue }
      let before = judge.verdict(on: item.content, of: item.viewType)
      var edits = ContentEdits()
      for candidate in candidates { edits.remove(at: candidate.path) }
      let content = edits.applied(to: item.content)
      if judge.verdict(on: content, of: item.viewType) == .holds
        || (before == .unknown && candidates.allSatisfy { !$0.isAlternative }
          && judge.verdict(on: content, of: item.viewType) == .unknown)
      {
        setContent(content, at: spot)
        for candidate in candidates where !candidate.isWithinAnother { note(spot, at: candidate.path) }
      } else {
        removeOneByOne(candidates, at: spot, before: before, weight: places.count)
      }
    }
  }

  /// A member that its object's own rules allow to remove.
  private struct OptionalMember {
    let path: ContentPath
    /// Whether alternatives can depend on it, so that the removal needs a certain verdict.
    let isAlternative: Bool
    /// Whether an object around it is removed as a whole.
    let isWithinAnother: Bool
  }

  private func optionalMembers(of places: [ContentPlace]) -> [OptionalMember] {
    var found: [OptionalMember] = []
    // A place comes before the places within it, so `removed` already has every removed path around it.
    var removed: Set<ContentPath> = []
    for place in places {
      guard let object = place.value.objectValue, !place.rules.isOpaque, !place.rules.isFrozen else {
        continue
      }
      let isWithin = place.path.indices.contains { removed.contains(Array(place.path[...$0])) }
      var left = object.count
      for member in object.members where !place.rules.required.contains(ExactString(member.name)) {
        guard left > place.rules.minimumMembers else { break }
        left -= 1
        let path = place.path + [.member(ExactString(member.name))]
        found.append(
          OptionalMember(path: path, isAlternative: place.rules.isAlternative, isWithinAnother: isWithin))
        removed.insert(path)
      }
    }
    return found
  }

  private mutating func removeOneByOne(
    _ candidates: [OptionalMember], at spot: Spot, before: Verdict, weight: Int
  ) {
    let item = item(at: spot)
    var edits = ContentEdits()
    var gone: Set<ContentPath> = []
    for candidate in candidates.prefix(Self.maximumSingleRemovals) where work > 0 {
      work -= weight
      guard !candidate.path.indices.contains(where: { gone.contains(Array(candidate.path[...$0])) }) else {
        continue
      }
      var tried = edits
      tried.remove(at: candidate.path)
      let verdict = judge.verdict(on: tried.applied(to: item.content), of: item.viewType)
      guard verdict == .holds || (verdict == .unknown && before == .unknown && !candidate.isAlternative)
      else {
        continue
      }
      edits = tried
      gone.insert(candidate.path)
      note(spot, at: candidate.path)
    }
    if !gone.isEmpty { setContent(edits.applied(to: item.content), at: spot) }
  }
}
