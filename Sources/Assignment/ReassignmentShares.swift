/// What a change of an experiment does to the units: which share of all of them comes in, goes out, and goes
/// from one variant to another.
///
/// Counted over the whole bucket space of the hash, and of the namespace's hash, which are independent of each
/// other. With the same seed, version and attribute a unit keeps its bucket, and the buckets are compared one by
/// one; with another it gets a bucket that has nothing to do with the one before. Left out of the count are
/// units forced by name, and what the condition says, about which a hash knows nothing.
package struct ReassignmentShares: Sendable, Equatable {
  /// Not in the experiment before, in it now. From 0 to 1, as the others.
  package let entering: Double
  /// In the experiment before, not in it now.
  package let leaving: Double
  /// In the experiment before and now, in another variant.
  package let moving: Double
  /// Whether the condition is another one, so that the shares hold only among units of which both say the same.
  package let isConditionChanged: Bool

  package init(from old: Experiment, to new: Experiment) {
    let arms = ArmCounts(from: old, to: new)
    let places = NamespaceCounts(from: old.namespace, to: new.namespace)
    let whole = Double(arms.total) * Double(places.total)
    func share(_ count: UInt64) -> Double { whole == 0 ? 0 : Double(count) / whole }
    entering = share(places.inBoth * arms.entering + places.onlyNew * arms.inNew)
    leaving = share(places.inBoth * arms.leaving + places.onlyOld * arms.inOld)
    moving = share(places.inBoth * arms.moving)
    isConditionChanged = old.condition?.source != new.condition?.source
  }
}

/// How many buckets, or pairs of buckets, are in variants before and after.
private struct ArmCounts {
  private(set) var total: UInt64 = 0
  private(set) var inOld: UInt64 = 0
  private(set) var inNew: UInt64 = 0
  private(set) var inBoth: UInt64 = 0
  private(set) var moving: UInt64 = 0

  var entering: UInt64 { inNew - inBoth }
  var leaving: UInt64 { inOld - inBoth }

  init(from old: Experiment, to new: Experiment) {
    let before = ArmOfBucket(old)
    let after = ArmOfBucket(new)
    let keepsBuckets =
      old.effectiveSeed.utf8.elementsEqual(new.effectiveSeed.utf8) && old.hashVersion == new.hashVersion
      && old.hashAttribute.utf8.elementsEqual(new.hashAttribute.utf8)
    if keepsBuckets {
      for (one, other) in zip(before.arms, after.arms) { add(one, other, times: 1) }
      return
    }
    let counts = after.countByArm()
    for (one, count) in before.countByArm() {
      for (other, otherCount) in counts { add(one, other, times: count * otherCount) }
    }
  }

  private mutating func add(_ one: [UInt8]?, _ other: [UInt8]?, times: UInt64) {
    total += times
    if one != nil { inOld += times }
    if other != nil { inNew += times }
    if one != nil && other != nil {
      inBoth += times
      if one != other { moving += times }
    }
  }
}

/// The variant of each bucket, by the bytes of its key; nil where there is none.
private struct ArmOfBucket {
  let arms: [[UInt8]?]

  init(_ experiment: Experiment) {
    let ranges = experiment.status == .running ? experiment.ranges : []
    let keys = experiment.variants.map { Array($0.key.utf8) }
    arms = (0..<experiment.hashVersion.bucketCount).map { bucket in
      let place = chooseVariation(experiment.hashVersion.fraction(ofBucket: bucket), ranges)
      return keys.indices.contains(place) ? keys[place] : nil
    }
  }

  func countByArm() -> [[UInt8]?: UInt64] {
    arms.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// How many places of the namespace's hash are inside before and after. Two namespaces of different names are
/// independent of each other.
private struct NamespaceCounts {
  let total: UInt64
  let inBoth: UInt64
  let onlyOld: UInt64
  let onlyNew: UInt64

  init(from old: Namespace?, to new: Namespace?) {
    let buckets = 0..<HashVersion.one.bucketCount
    func isInside(_ bucket: UInt32, _ namespace: Namespace?) -> Bool {
      namespace?.range.contains(HashVersion.one.fraction(ofBucket: bucket)) ?? true
    }
    func count(_ isCounted: (UInt32) -> Bool) -> UInt64 { UInt64(buckets.count(where: isCounted)) }
    let inOld = count { isInside($0, old) }
    let inNew = count { isInside($0, new) }
    let isSame = old == nil || new == nil || old?.id.utf8.elementsEqual(new?.id.utf8 ?? "".utf8) == true
    if isSame {
      total = UInt64(buckets.count)
      inBoth = count { isInside($0, old) && isInside($0, new) }
      onlyOld = inOld - inBoth
      onlyNew = inNew - inBoth
    } else {
      let size = UInt64(buckets.count)
      total = size * size
      inBoth = inOld * inNew
      onlyOld = inOld * (size - inNew)
      onlyNew = inNew * (size - inOld)
    }
  }
}
