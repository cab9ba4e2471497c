/// What the name of a member says of its value, for views that have no template: the words of `sectionTitle`,
/// `section_title` and `section-title` are `section` and `title`.
struct MemberWords {
  /// In small letters.
  private let words: [String]

  /// - Parameter path: the names of the members around it, then its own.
  init(_ path: [String]) { words = path.flatMap(Self.words) }

  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasSmall = false
    for character in name {
      let isCapital = character.isUppercase
      if !character.isLetter || isCapital && wasSmall {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
      wasSmall = character.isLowercase
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The words of members with a text that stands above others, the best first.
  private static let titles = ["title", "headline", "heading", "header", "name", "label", "text", "caption"]

  /// How well the member suits as a headline, 0 for best; nil if its name does not say so.
  var titleRank: Int? {
    guard let last = words.last else { return nil }
    if last.hasPrefix("sub") || words.contains("sub") { return nil }
    return words.compactMap { Self.titles.firstIndex(of: $0) }.min()
  }

  /// The last words of members that say how a view is identified, drawn, measured or observed, and not what it shows.
  private static let technical: Set<String> = [
    "action", "actions", "active", "align", "alignment", "alt", "analytics", "aspect", "bottom", "class",
    "color",
    "colors", "colour", "colours", "columns", "component", "direction", "disabled", "elevation", "enabled",
    "end",
    "event", "events", "expanded", "family", "font", "format", "gap", "guid", "height", "hidden", "id", "ids",
    "impression", "impressions", "index", "inset", "insets", "key", "kind", "lang", "layout", "left", "lines",
    "locale", "log", "logs", "margin", "margins", "metadata", "opacity", "order", "orientation", "padding",
    "paddings", "placeholder", "position", "radius", "ref", "right", "role", "scale", "selected", "shadow",
    "shape",
    "size", "slug", "spacing", "start", "style", "styles", "target", "template", "theme", "tint", "top",
    "tracking",
    "type", "typename", "uid", "uuid", "variant", "version", "visible", "weight", "width",
  ]

  /// Whether people do not see the value as such.
  var isTechnical: Bool {
    guard let last = words.last else { return false }
    return Self.technical.contains(last)
  }
}
