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
  static func pairs(
    _ left: PreviewLayout, _ right: PreviewLayout, isRedrawn: (Item) -> Bool
  ) -> [Pair] {
    let (old, new) = (entries(left), entries(right))
    let places = Dictionary(old.enumerated().map { ($1.key, $0) }) { first, _ in first }
    // The items that keep their order are those of a longest increasing subsequence of old places.
    let common = new.enumerated().compactMap { index, entry in places[entry.key].map { (new: index, old: $0) }
    }
    let staying = IncreasingSubsequence.longest(
      in: common.map(\.old), preferring: { common[$0].old == common[$0].new }
    ).map { common[$0] }
    let removed = Set(old.indices).subtracting(staying.map(\.old))
    let inserted = Set(new.indices).subtracting(staying.map(\.new))
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
        if isDifferent(pair.left, pair.right, isRedrawn) {
          (pair.leftNote, pair.rightNote) = ("changed", "changed")
        }
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
    layout.sections.enumerated().flatMap { index, section in
      // The ids of captions contain a space, so they are different from the ids of all items.
      let name = section.id ?? String(index)
      let header = section.header.map {
        PreviewLayout.Entry.caption(id: "header of \(name)", text: $0, isHeader: true)
      }
      let footer = section.footer.map {
        PreviewLayout.Entry.caption(id: "footer of \(name)", text: $0, isHeader: false)
      }
      return [header].compactMap(\.self) + section.entries + [footer].compactMap(\.self)
    }.map { (ExactString($0.id), $0) }
  }

  private static func isDifferent(
    _ one: PreviewLayout.Entry?, _ other: PreviewLayout.Entry?, _ isRedrawn: (Item) -> Bool
  ) -> Bool {
    switch (one, other) {
    case (.item(let old, _, _)?, .item(let new, _, _)?):
      !old.viewType.hasSameScalars(as: new.viewType) || old.content != new.content || isRedrawn(new)
    case (.absent(_, let old, let oldReason)?, .absent(_, let new, let newReason)?):
      !old.hasSameScalars(as: new) || !oldReason.hasSameScalars(as: newReason)
    case (.unfinished(_, let old)?, .unfinished(_, let new)?): old != new
    case (.caption(_, let old, _)?, .caption(_, let new, _)?): !old.hasSameScalars(as: new)
    default: true
    }
  }
}
