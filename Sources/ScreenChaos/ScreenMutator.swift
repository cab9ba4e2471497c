import JSONText
import SeededRandom

/// A screen while its changes are made.
struct ScreenMutator {
  var sections: [ChaosSection]
  var changes: [ChaosOutcome.Change] = []
  var random: SplitMix64
  var judge: SchemaJudge
  private var finder: PlaceFinder
  /// The remaining values that can be copied to try changes.
  var work = Self.maximumWork

  init(_ sections: [ChaosSection], schemas: ContentSchemas, seed: UInt64) {
    self.sections = sections
    random = SplitMix64(seed: seed)
    judge = SchemaJudge(schemas)
    finder = PlaceFinder(schemas)
  }

  /// The place of an item.
  struct Spot {
    let section: Int
    let item: Int
  }

  /// The items in the order of the screen.
  var spots: [Spot] {
    sections.enumerated().flatMap { section, one in
      one.items.indices.map { Spot(section: section, item: $0) }
    }
  }

  func item(at spot: Spot) -> ChaosItem { sections[spot.section].items[spot.item] }

  mutating func setContent(_ content: JSONValue, at spot: Spot) {
    sections[spot.section].items[spot.item].content = content
  }

  mutating func places(at spot: Spot) -> [ContentPlace] {
    let item = item(at: spot)
    return finder.places(in: item.content, of: item.viewType)
  }

  mutating func note(_ spot: Spot, at path: ContentPath? = nil) {
    changes.append(
      ChaosOutcome.Change(section: spot.section, item: spot.item, pointer: path.map { JSONPointer($0) }))
  }

  /// A possible change that the schema probably forbids.
  struct Trial {
    let spot: Spot
    let path: ContentPath
    /// The possible new values; nil removes the value.
    let values: [JSONValue?]
    /// The number of values in the item's content, which the change copies.
    let weight: Int
  }

  /// The values copied to try changes of one screen.
  private static let maximumWork = 500_000

  /// Tries the changes in an order from the seed, and makes the first one that certainly breaks the schema.
  mutating func makeOneInvalid(_ trials: [Trial]) {
    for place in random.order(of: trials.count).prefix(Chaos.maximumTrials) where work > 0 {
      let trial = trials[place]
      work -= trial.weight * trial.values.count
      let item = item(at: trial.spot)
      for value in trial.values {
        var edits = ContentEdits()
        if let value { edits.replace(at: trial.path, with: value) } else { edits.remove(at: trial.path) }
        let content = edits.applied(to: item.content)
        guard judge.verdict(on: content, of: item.viewType) == .fails else { continue }
        setContent(content, at: trial.spot)
        note(trial.spot, at: trial.path)
        return
      }
    }
  }

  /// Collects the changes of the values in all contents, except the roots.
  mutating func trials(_ body: (ContentPlace) -> [(step: ContentStep?, values: [JSONValue?])]) -> [Trial] {
    var trials: [Trial] = []
    for spot in spots {
      let places = places(at: spot)
      for place in places {
        for change in body(place) {
          let path = place.path + (change.step.map { [$0] } ?? [])
          if !path.isEmpty {
            trials.append(Trial(spot: spot, path: path, values: change.values, weight: places.count))
          }
        }
      }
    }
    return trials
  }
}
