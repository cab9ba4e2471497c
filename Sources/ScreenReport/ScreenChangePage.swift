import JSONText
import ScreenPreview
import Screens

/// The page of one changed screen: what releases lose, pictures before and after, and the difference in words.
struct ScreenChangePage {
  private let change: ScreenChange
  private let comparison: FolderComparison
  private let options: PreviewOptions
  private let assets: ReportAssets
  private let boxes: [BoxDifference]

  /// The maximum number of entries of a list. Further ones are only counted.
  static let maximumListed = 100
  /// The maximum length of a value in the page, in characters.
  private static let maximumValueLength = 2000

  init(
    _ change: ScreenChange, in comparison: FolderComparison, options: PreviewOptions, assets: ReportAssets,
    boxes: [BoxDifference]
  ) {
    self.change = change
    self.comparison = comparison
    self.options = options
    self.assets = assets
    self.boxes = boxes
  }

  /// The page's path in the report. The segments are joined by `~`, which no route contains. A folder for each segment
  /// could collide with a file, because a segment can end in `.html`.
  static func path(of route: Route) -> String {
    "pages/" + route.name.split(separator: "/").joined(separator: "~") + ".html"
  }

  /// The path from a screen's page to the folder of the report.
  private static let root = "../"

  var bytes: [UInt8] {
    let pictures = PicturePart(change, in: comparison, options: options, assets: assets, root: Self.root)
    return ReportPage(
      title: "\(change.route) · what changes", root: Self.root, theme: options.theme, colors: pictures.colors
    ) { markup in
      markup.element("div", classes: ["r-page"]) { markup in
        markup.element("nav", [Markup.Attribute("aria-label", "Report")], classes: ["r-back"]) {
          $0.link("← All changes", to: Self.root + "index.html")
        }
        markup.element("main") { markup in
          addHead(to: &markup)
          addImpact(to: &markup)
          addBoxes(to: &markup)
          addTranslations(to: &markup)
          pictures.add(to: &markup)
          addTexts(to: &markup)
        }
      }
    }.bytes
  }

  private func addHead(to markup: inout Markup) {
    markup.element("h1") { $0.text(change.name) }
    markup.element("p", classes: ["r-lead"]) { markup in
      markup.element("code") { $0.text(change.route.name) }
      markup.text(" ")
      markup.mark(change.effect.rawValue, change.effect.mark)
      markup.text(" " + change.summary)
    }
  }

  private func addImpact(to markup: inout Markup) {
    let lines = change.impact + change.moves
    guard !lines.isEmpty else { return }
    markup.section("Impact") { markup in
      markup.list(lines, limit: Self.maximumListed) { $0.text($1) }
    }
  }

  private func addBoxes(to markup: inout Markup) {
    guard !boxes.isEmpty else { return }
    markup.section("Layout") { markup in
      let all = boxes.filter(\.isRegression) + boxes.filter { !$0.isRegression }
      markup.list(all, limit: Self.maximumListed) { markup, difference in
        markup.mark(difference.kind.rawValue, difference.isRegression ? "r-bad" : "r-changed")
        markup.text(" " + difference.words)
      }
    }
  }

  private func addTranslations(to markup: inout Markup) {
    guard !change.untranslated.isEmpty else { return }
    markup.section("Translations") { markup in
      markup.list(change.untranslated, limit: Self.maximumListed) { markup, text in
        markup.mark(text.language.text, "r-warn")
        markup.text(" " + text.words)
      }
    }
  }

  // MARK: Words

  private func addTexts(to markup: inout Markup) {
    let movements = change.movements
    guard !change.texts.isEmpty || !movements.isEmpty || !change.assets.isEmpty else { return }
    markup.section("In words") { markup in
      if !movements.isEmpty || !change.assets.isEmpty {
        markup.element("ul", classes: ["r-list"]) { markup in
          for (mark, kind, id, text) in movements {
            markup.element("li") { markup in
              markup.mark(mark, kind)
              markup.text(" ")
              markup.element("code") { $0.text(id) }
              markup.text(" " + text)
            }
          }
          for asset in change.assets {
            markup.element("li") { markup in
              markup.mark("changed", "r-changed")
              markup.text(" ")
              markup.element("code") { $0.text("_assets/" + asset) }
            }
          }
        }
      }
      for text in change.texts { add(text, to: &markup) }
    }
  }

  private func add(_ text: ScreenChange.Text, to markup: inout Markup) {
    markup.scrollable("Changes of \(text.item ?? "the rest")", classes: ["r-text"]) { markup in
      markup.element("h3") { markup in
        guard let item = text.item else { return markup.text("Outside of the items") }
        markup.mark("changed", "r-changed")
        markup.text(" ")
        markup.element("code") { $0.text(item) }
      }
      markup.differences(text.differences, limit: Self.maximumValueLength)
    }
  }
}

extension Markup {
  /// Adds a table of differences: the location, the old and the new value.
  /// - Parameter limit: the maximum length of a value, in characters.
  mutating func differences(_ differences: [ValueDifference], limit: Int) {
    element("table") { markup in
      markup.element("thead") { markup in
        markup.element("tr") { markup in
          for title in ["Place", "Before", "After"] {
            markup.element("th", [Attribute("scope", "col")]) { $0.text(title) }
          }
        }
      }
      markup.element("tbody") { markup in
        for difference in differences {
          markup.element("tr") { markup in
            markup.element("th", [Attribute("scope", "row")]) { markup in
              markup.element("code") { $0.text(difference.location.description) }
            }
            markup.values(difference, limit: limit)
          }
        }
        if differences.count >= ValueDifference.maximumKept {
          markup.element("tr") { markup in
            markup.element("td", [Attribute("colspan", "3")]) {
              $0.text("These are the first \(ValueDifference.maximumKept) differences.")
            }
          }
        }
      }
    }
  }

  private mutating func values(_ difference: ValueDifference, limit: Int) {
    guard case .string(let old)? = difference.old, case .string(let new)? = difference.new else {
      for (value, tag) in [(difference.old, "del" as StaticString), (difference.new, "ins")] {
        element("td") { markup in
          guard let value else { return markup.element("span", classes: ["r-quiet"]) { $0.text("nothing") } }
          // Quote a text beside a value of another type, because 1 and "1" would look alike.
          let isAlone = difference.old == nil || difference.new == nil
          markup.element(tag) {
            $0.text(Self.cut(isAlone ? value.stringValue ?? value.text : value.text, limit))
          }
        }
      }
      return
    }
    let texts = TextDifference(from: old, to: new)
    for (text, tag) in [(texts.old, "del" as StaticString), (texts.new, "ins")] {
      element("td") { markup in
        let start = texts.start.suffix(Self.shownAround)
        markup.text((start.count < texts.start.count ? "…" : "") + start)
        markup.elementUnlessEmpty(tag) { $0.text(Self.cut(text, limit)) }
        markup.text(Self.cut(texts.end, Self.shownAround))
      }
    }
  }

  /// The number of equal characters to show before and after a difference.
  private static let shownAround = 200

  /// - Parameter limit: in characters.
  private static func cut(_ text: String, _ limit: Int) -> String {
    let start = text.prefix(limit)
    return start.count < text.count ? start + "…" : text
  }
}

/// The pictures of a changed screen.
private struct PicturePart {
  /// The maximum number of pictures in a page. Further ones are only counted.
  private static let maximumPictures = 50

  private var parts: [(title: String, markup: Markup)] = []
  private let leftOut: Int
  private let direction: PreviewOptions.Direction
  private(set) var colors: PreviewValues?

  init(
    _ change: ScreenChange, in comparison: FolderComparison, options: PreviewOptions, assets: ReportAssets,
    root: String
  ) {
    leftOut = max(change.pictures.count - Self.maximumPictures, 0)
    let (old, new) = (comparison.old, comparison.new)
    let before = PreviewSource(
      catalogue: old.check.catalogue,
      asset: { assets.path(of: $0, in: old.contents, isNew: false, from: root) })
    let after = PreviewSource(
      catalogue: new.check.catalogue,
      asset: { assets.path(of: $0, in: new.contents, isNew: true, from: root) })
    direction = options.shownDirection
    let titles = change.titles
    for (number, picture) in change.pictures.prefix(Self.maximumPictures).enumerated() {
      var body = PreviewBody(
        options: options, before: before, after: after, values: colors, prefix: "picture-\(number + 1)-")
      body.compare(
        PreviewPage.Column(name: "Before\(titles.before)", layout: picture.layout(picture.before)),
        PreviewPage.Column(name: "After\(titles.after)", layout: picture.layout(picture.after)),
        heading: "h4", foldsFrom: 4,
        isRedrawn: { !AssetReference.names(in: $0.content).isDisjoint(with: change.assets) })
      colors = body.values
      parts.append((AppCase.text(picture.cases, of: change.cases), body.markup))
    }
  }

  func add(to markup: inout Markup) {
    markup.section("Pictures") { markup in
      if parts.isEmpty {
        markup.element("p", classes: ["r-lead"]) {
          $0.text("The pictures are equal: the changes are not visible.")
        }
      }
      for part in parts {
        let title = part.title.isEmpty ? "Every app" : part.title
        markup.scrollable("Pictures: \(title)", classes: ["r-picture"]) { markup in
          markup.element("h3") { $0.text(title) }
          markup.element(
            "div", [Markup.Attribute("dir", direction.rawValue)], classes: ["compared"]
          ) { $0.add(part.markup) }
        }
      }
      if leftOut > 0 {
        markup.element("p", classes: ["r-lead"]) { $0.text("\(counted(leftOut, "more picture")) left out.") }
      }
    }
  }
}

extension ScreenChange.Picture {
  /// A side of the picture, as the release shows it.
  func shown(_ layout: Layout) -> PreviewLayout {
    PreviewLayout(
      layout, app: nil, isAnnotated: false, shows: { release?.shows($0) ?? true }, holds: { _ in true })
  }

  /// A side of the picture, with placeholders for the items that the release leaves out.
  fileprivate func layout(_ layout: Layout) -> PreviewLayout {
    let releases = Set(cases.compactMap(\.release))
    let app = releases.count == 1 ? release?.name.description : "these releases"
    return PreviewLayout(
      layout, app: app, isAnnotated: true, shows: { release?.shows($0) ?? true }, holds: { _ in true })
  }
}
