import Foundation
import ScreenKit

/// The cells of the app. A new view type needs a content type in `Contents/` and a registration here.
@MainActor
enum TextCells {
  static func registry(onWarning: @escaping WarningSink) -> CellRegistry<AnyContent> {
    let cells = CellRegistry<AnyContent>(onWarning: onWarning)
    cells.register { TextView<OneLineText> { [$0.text1] } }
    cells.register { TextView<TwoLineText> { [$0.text1, $0.text2] } }
    cells.register { TextView<OneImage> { [picture($0.url)] } }
    cells.register { TextView<Title> { [$0.title, badges($0.badges), $0.description].compactMap { $0 } } }
    cells.register {
      TextView<PlusTitle> {
        [
          $0.firstRowImage.map { picture($0.imageUrl) }, $0.titleText?.text, badges($0.badges),
          $0.description,
        ]
        .compactMap { $0 }
      }
    }
    cells.register { TextView<AView> { [picture($0.iconUrl), $0.title] } }
    cells.register { TextView<BView> { [$0.title] } }
    cells.register {
      TextView<RichView> { rich in
        let parts = (rich.richText ?? []).compactMap { $0.text?.text ?? $0.image.map { picture($0.url) } }
        return [rich.title, parts.joined()].compactMap { $0 }
      }
    }
    cells.registerPlaceholder(content: { $0.content(as: UnknownContent.self) }) {
      TextView<UnknownContent> { ["(unknown view type \($0.viewType))"] }
    }
    return cells
  }

  private static func picture(_ url: URL) -> String { "[image \(url.lastPathComponent)]" }

  private static func badges(_ badges: [Badge]) -> String? {
    badges.isEmpty ? nil : badges.map { "<\($0.text)>" }.joined(separator: " ")
  }
}
