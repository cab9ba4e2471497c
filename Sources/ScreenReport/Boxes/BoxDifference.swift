package import JSONText
package import Screens

/// A change in the layout of an item: a text that no longer fits, or another height.
package struct BoxDifference: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A part of a text is hidden.
    case cutOff = "cut-off"
    /// A text extends beyond a side of the device.
    case outside
    /// A text overlaps another text.
    case overlap
    /// An item has a different height. It is listed, but is never a regression.
    case height
  }

  package let route: Route
  package let item: String
  package let kind: Kind
  /// The beginning of the text; empty for a height.
  package let text: String
  /// The devices that show the difference.
  package internal(set) var settings: [BoxSetting]
  /// The variants and releases that show it.
  private(set) var cases: [AppCase]
  /// All variants and releases of the screen.
  private let allCases: [AppCase]
  /// The heights before and after on the first device, in CSS pixels; nil for another kind.
  let heights: (old: Int, new: Int)?

  package var isRegression: Bool { kind != .height }

  /// `banner: "Cold noodles" is now cut off at 200 % text on 320 px`
  package var words: String {
    let what =
      switch kind {
      case .cutOff: "\(quoted(text)) is now cut off"
      case .outside: "\(quoted(text)) now extends beyond the screen"
      case .overlap: "\(quoted(text)) now overlaps another text"
      case .height: "\(heights?.new ?? 0) px high, was \(heights?.old ?? 0) px,"
      }
    let more =
      settings.count > 1 ? " and on \(settings.count - 1) more device\(settings.count > 2 ? "s" : "")" : ""
    return "\(item): \(what) at \(settings.first?.words ?? "")\(more)"
      + (caseText.isEmpty ? "" : " (\(caseText))")
  }

  private var caseText: String { cases.count < allCases.count ? AppCase.text(cases, of: allCases) : "" }

  package var json: JSONValue {
    var object: JSONObject = [
      "screen": .string(route.name), "item": .string(item), "kind": .string(kind.rawValue),
      "settings": .array(settings.map(\.json)),
    ]
    if isRegression { object["text"] = .string(text) }
    if let heights {
      object["before"] = .number(JSONNumber(heights.old))
      object["after"] = .number(JSONNumber(heights.new))
    }
    object["cases"] = .array(cases.map(\.json))
    return .object(object)
  }

  // MARK: Comparing

  /// Compares the boxes of one picture.
  /// - Parameters:
  ///   - old: the items before, for each setting.
  ///   - new: the items after, for each setting.
  package static func all(
    on change: ScreenChange, cases: [AppCase], from old: [[MeasuredItem]], to new: [[MeasuredItem]],
    settings: [BoxSetting]
  ) -> [BoxDifference] {
    var found: [BoxDifference] = []
    for ((setting, before), after) in zip(zip(settings, old), new) {
      let known = Dictionary(before.map { (ExactString($0.id), $0) }) { first, _ in first }
      for item in after {
        let earlier = known[ExactString(item.id)]
        for (kind, text) in regressions(of: item, since: earlier) {
          add(
            BoxDifference(
              route: change.route, item: item.id, kind: kind, text: text, settings: [setting], cases: cases,
              allCases: change.cases, heights: nil), to: &found)
        }
        if let earlier, abs(earlier.height - item.height) > tolerance {
          add(
            BoxDifference(
              route: change.route, item: item.id, kind: .height, text: "", settings: [setting], cases: cases,
              allCases: change.cases, heights: (earlier.height, item.height)), to: &found)
        }
      }
    }
    return found
  }

  /// Merges equal differences of several pictures into one with the cases of all.
  package static func merged(_ differences: [BoxDifference]) -> [BoxDifference] {
    var merged: [BoxDifference] = []
    for difference in differences {
      let same = merged.lastIndex {
        $0.isSame(as: difference) && $0.settings == difference.settings
          && $0.heights?.new == difference.heights?.new
          && $0.heights?.old == difference.heights?.old
      }
      if let same { merged[same].cases += difference.cases } else { merged.append(difference) }
    }
    return merged
  }

  private func isSame(as other: BoxDifference) -> Bool {
    route == other.route && kind == other.kind && item.hasSameScalars(as: other.item)
      && text.hasSameScalars(as: other.text)
  }

  /// The largest difference of heights that is ignored, in CSS pixels.
  private static let tolerance = 1

  /// Adds a difference. If the list already has it, adds only the device.
  private static func add(_ difference: BoxDifference, to found: inout [BoxDifference]) {
    let same = found.firstIndex { $0.isSame(as: difference) }
    if let same { found[same].settings += difference.settings } else { found.append(difference) }
  }

  /// The regressions that an item did not have before. An earlier text matches by its position or by its words.
  private static func regressions(
    of item: MeasuredItem, since old: MeasuredItem?
  ) -> [(kind: Kind, text: String)] {
    var regressions: [(Kind, String)] = []
    for (index, text) in item.texts.enumerated() {
      let earlier = (old?.texts ?? []).enumerated()
        .filter { $0.offset == index || $0.element.text.hasSameScalars(as: text.text) }.map(\.element)
      let kinds: [(Kind, KeyPath<MeasuredItem.Text, Bool>)] = [
        (.cutOff, \.isCutOff), (.outside, \.isOutside), (.overlap, \.overlaps),
      ]
      for (kind, hasRegression) in kinds
      where text[keyPath: hasRegression] && !earlier.contains(where: { $0[keyPath: hasRegression] }) {
        regressions.append((kind, text.text))
      }
    }
    return regressions
  }
}
