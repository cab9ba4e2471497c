import Foundation
import ScreenKit
import Testing

/// An app that decodes `contents` into an enum moves to ScreenKit: the conversion is part of the registration,
/// and an unknown component does not affect the others.
@Suite struct ContentsMigrationTests {
  private struct TitleDTO: ViewObject {
    static let viewType = "TITLE"
    var title: String?
  }

  private struct TitleVO: Hashable, Sendable {
    var heading: String
  }

  private enum Component: Hashable, Sendable {
    case title(TitleVO)
    case unknown(viewType: String, content: JSONValue)
  }

  @Test func `an unknown component keeps its position and its JSON`() throws {
    var registry = ViewRegistry { Component.unknown(viewType: $0, content: $1) }
    registry.register(TitleDTO.self) { Component.title(TitleVO(heading: $0.title ?? "")) }
    let decoder = ScreenDecoder(format: .contents, registry: registry, unknown: .keep, failed: .drop)
    let text = #"""
      {"screenName":"Home","contents":[{"sectionComponentType":"MAP","section":{"zoom":7}},
      {"sectionComponentType":"TITLE","section":{"title":"Today"}},{"sectionComponentType":"TITLE","section":[]}]}
      """#
    let decoded = try decoder.decode(Data(text.utf8))
    #expect(
      decoded.screen.items.map { $0.content(as: Component.self) } == [
        .unknown(viewType: "MAP", content: ["zoom": 7]), .title(TitleVO(heading: "Today")),
      ])
    #expect(decoded.warnings.map(\.kind) == [.unknownViewType, .contentFailed])
  }
}
