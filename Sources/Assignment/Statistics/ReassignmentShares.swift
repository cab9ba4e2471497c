/// The effect of an experiment's change on the units: the shares of all units that enter the experiment, leave
/// it, and move to another variant.
///
/// The shares are counted over all buckets of the hash and of the namespace's hash, which are independent of
/// each other. With the same seed, version and attribute a unit keeps its bucket, so the buckets are compared one
/// by one. Otherwise a unit's new bucket is independent of its old one. The count ignores forced units and the
/// condition, which do not depend on a hash.
package struct ReassignmentShares: Sendable, Equatable {
  /// The share of units, from 0 to 1, that are in the new experiment but not in the old one.
  package let entering: Double
  /// The share of units, from 0 to 1, that are in the old experiment but not in the new one.
  package let leaving: Double
  /// The share of units, from 0 to 1, that are in both, with different variants.
  package let moving: Double
  /// Whether the conditions differ. Units then also enter or leave because of their attributes, which the shares
  /// ignore.
  package let isConditionChanged: Bool

  package init(from old: Experiment, to new: Experiment) {
    let variants = VariantCounts(from: old, to: new)
    let namespaces = NamespaceCounts(from: old.namespace, to: new.namespace)
    let whole = Double(variants.total) * Double(namespaces.total)
    func share(_ count: UInt64) -> Double { whole == 0 ? 0 : Double(count) / whole }
    entering = share(namespaces.inBoth * variants.entering + namespaces.onlyNew * variants.inNew)
    leaving = share(namespaces.inBoth * variants.leaving + namespaces.onlyOld * variants.inOld)
    moving = share(namespaces.inBoth * variants.moving)
    isConditionChanged = old.condition?.source != new.condition?.source
  }
}

/// The numbers of buckets, or of pairs of buckets, that have a variant in the old and in the new experiment.
private struct VariantCounts {
  private(set) var total: UInt64 = 0
  private(set) var inOld: UInt64 = 0
  private(set) var inNew: UInt64 = 0
  private(set) var inBoth: UInt64 = 0
  private(set) var moving: UInt64 = 0

  var entering: UInt64 { inNew - inBoth }
  var leaving: UInt64 { inOld - inBoth }

  init(from old: Experiment, to new: Experiment) {
    let before = BucketVariants(old)
    let after = BucketVariants(new)
    let keepsBuckets =
      old.effectiveSeed.utf8.elementsEqual(new.effectiveSeed.utf8) && old.hashVersion == new.hashVersion
      && old.hashAttribute.utf8.elementsEqual(new.hashAttribute.utf8)
    if keepsBuckets {
      for (one, other) in zip(before.keys, after.keys) { add(one, other, times: 1) }
      return
    }
    let counts = after.countByKey()
    for (one, count) in before.countByKey() {
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

/// The variant of each bucket.
private struct BucketVariants {
  /// For each bucket, the UTF-8 bytes of the variant's key; nil when it has no variant.
  let keys: [[UInt8]?]

  init(_ experiment: Experiment) {
    let ranges = experiment.status == .running ? experiment.ranges : []
    let variants = experiment.variants.map { Array($0.key.utf8) }
    keys = (0..<experiment.hashVersion.bucketCount).map { bucket in
      let place = chooseVariation(experiment.hashVersion.fraction(ofBucket: bucket), ranges)
      return variants.indices.contains(place) ? variants[place] : nil
    }
  }

  func countByKey() -> [[UInt8]?: UInt64] {
    keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// The numbers of buckets of the namespace's hash that are inside the old and the new range. Two namespaces with
/// different ids are independent, so pairs of buckets are counted.
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
