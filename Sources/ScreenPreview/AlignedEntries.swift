import JSONText
import Screens

/// Aligns the items of two layouts by their ids.
enum AlignedEntries {
  struct Pair {
    var left: PreviewLayout.Entry?
    var right: PreviewLayout.Entry?
    var leftNote: String?
    var rightNote: String?
  }

  /// Items that are in both layouts in the same order stand beside each other. An item that moved stands at its place
  /// on each side.
  static func pairs(_ left: PreviewLayout, _ right: PreviewLayout) -> [Pair] {
    let (old, new) = (entries(left), entries(right))
    let difference = new.map(\.key).difference(from: old.map(\.key))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let oldKeys = Set(old.map(\.key))
    let newKeys = Set(new.map(\.key))
    var pairs: [Pair] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        let note = newKeys.contains(old[i].key) ? "moved" : "removed"
        pairs.append(Pair(left: old[i].entry, leftNote: note))
        i += 1
      } else if j < new.count, inserted.contains(j) {
        let note = oldKeys.contains(new[j].key) ? "moved here" : "added"
        pairs.append(Pair(right: new[j].entry, rightNote: note))
        j += 1
      } else {
        var pair = Pair()
        if i < old.count { pair.left = old[i].entry }
        if j < new.count { pair.right = new[j].entry }
        if isDifferent(pair.left, pair.right) { (pair.leftNote, pair.rightNote) = ("changed", "changed") }
        pairs.append(pair)
        i += 1
        j += 1
      }
    }
    return pairs
  }

  private static func entries(
    _ layout: PreviewLayout
  ) -> [(key: ExactString, entry: PreviewLayout.Entry)] {
    layout.sections.flatMap(\.entries).map { (ExactString($0.id), $0) }
  }

  private static func isDifferent(_ one: PreviewLayout.Entry?, _ other: PreviewLayout.Entry?) -> Bool {
    guard case .item(let old, _, _)? = one, case .item(let new, _, _)? = other else { return true }
    return !old.viewType.hasSameScalars(as: new.viewType) || old.content != new.content
  }
}
