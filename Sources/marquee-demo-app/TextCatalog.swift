import Foundation
import ScreenKit

/// The lines of text that show an item. A new view type needs a content type in `Contents/` and an entry here.
struct TextCatalog: Sendable {
  private(set) var views = ViewRegistry()
  private var lines: [String: @Sendable (ScreenItem) -> [String]?] = [:]

  init() {
    show(OneLineText.self) { [$0.text1] }
    show(TwoLineText.self) { [$0.text1, $0.text2] }
    show(OneImage.self) { [Self.picture($0.url)] }
    show(Title.self) { [$0.title, Self.badges($0.badges), $0.description].compactMap { $0 } }
    show(PlusTitle.self) {
      [
        $0.firstRowImage.map { Self.picture($0.imageUrl) }, $0.titleText?.text, Self.badges($0.badges),
        $0.description,
      ]
      .compactMap { $0 }
    }
    show(AView.self) { [Self.picture($0.iconUrl), $0.title] }
    show(BView.self) { [$0.title] }
    show(RichView.self) { rich in
      let parts = (rich.richText ?? []).compactMap {
        $0.text?.text ?? $0.image.map { Self.picture($0.url) }
      }
      return [rich.title, parts.joined()].compactMap { $0 }
    }
  }

  private mutating func show<Content: ViewObject>(
    _ type: Content.Type, _ text: @escaping @Sendable (Content) -> [String]
  ) {
    views.register(type)
    lines[Content.viewType] = { $0.content(as: type).map(text) }
  }

  /// Returns the lines of a screen.
  func lines(of screen: Screen) -> [String] {
    var text: [String] = []
    for section in screen.sections {
      if let header = section.header { text.append("== \(header) ==") }
      for item in section.items {
        let shown = lines[item.viewType]?(item) ?? ["(unknown view type \(item.viewType))"]
        text += shown.enumerated().map { ($0 == 0 ? "  * " : "    ") + $1 }
      }
      if let footer = section.footer { text.append("-- \(footer)") }
    }
    return text
  }

  private static func picture(_ url: URL) -> String { "[image \(url.lastPathComponent)]" }

  private static func badges(_ badges: [Badge]) -> String? {
    badges.isEmpty ? nil : badges.map { "<\($0.text)>" }.joined(separator: " ")
  }
}
