import JSONText
import ScreenPreview
package import Screens

/// The texts that describe a change.
extension ScreenChange {
  /// `1 added, 2 moved`
  package var summary: String {
    guard effect == .updated else { return "" }
    let counts = [
      (difference.added.count, "added"), (difference.removed.count, "removed"),
      (difference.moved.count, "moved"), (difference.changed.count, "changed"),
    ]
    var parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    // The counts cover the items.
    parts += Set(difference.other.compactMap { $0.tokens.first }).subtracting(["items"]).sorted()
    if !assets.isEmpty { parts.append(counted(assets.count, "image")) }
    return parts.joined(separator: ", ")
  }

  /// What a release does with an item, or with the whole screen, in some variants.
  private struct Loss: Hashable {
    let release: String
    /// Nil if the release shows an empty screen.
    let item: ExactString?
    let effect: TailoredLayout.Downgrade.Effect?
  }

  /// What supported releases lose: `ios/1.2.0 does not show banner (control)`.
  package var impact: [String] {
    var losses: [Loss] = []
    var variants: [Loss: [String]] = [:]
    func add(_ appCase: AppCase, _ item: String?, _ effect: TailoredLayout.Downgrade.Effect?) {
      let loss = Loss(
        release: appCase.release?.description ?? "", item: item.map { ExactString($0) }, effect: effect)
      if variants[loss] == nil { losses.append(loss) }
      variants[loss, default: []].append(AppCase.words(appCase.variant))
    }
    for appCase in emptied { add(appCase, nil, nil) }
    for downgrade in downgrades { add(downgrade.appCase, downgrade.item, downgrade.effect) }
    let all = Set(cases.map(\.variant)).count
    return losses.map { loss in
      let item = loss.item?.text ?? ""
      let effect =
        switch loss.effect {
        case .dropped?: "does not show \(item)"
        case .fallback?: "shows the fallback of \(item)"
        case nil: "shows nothing"
        }
      let named = variants[loss] ?? []
      return "\(loss.release) \(effect)" + (named.count < all ? " (\(named.joined(separator: ", ")))" : "")
    }
  }

  /// Who gets another variant: `price: 12.5 % of all units get another variant`.
  package var moves: [String] { reassignments.compactMap(\.words) }

  /// How many texts are left without a translation, by language.
  package var untranslatedTexts: [UntranslatedTexts] {
    UntranslatedTexts.all(untranslated.map { ($0.language.text, $0.isStale) })
  }

  /// Items that were added, removed or moved.
  var movements: [(mark: String, kind: Markup.ClassName, item: String, text: String)] {
    guard effect == .updated else { return [] }
    return difference.added.map { ("added", "r-added", $0.id ?? "-", "at " + Self.words($0.position)) }
      + difference.removed.map { ("removed", "r-removed", $0.id ?? "-", "from " + Self.words($0.position)) }
      + difference.moved.map {
        ("moved", "r-changed", $0.id, "from \(Self.words($0.from)) to \(Self.words($0.to))")
      }
  }

  /// A position, counted from 1.
  private static func words(_ position: DefinitionDifference.Position) -> String {
    "place \(position.index + 1)" + (position.section.map { " in section \($0)" } ?? "")
      + (position.parent.map { " in \($0)" } ?? "")
  }
}
