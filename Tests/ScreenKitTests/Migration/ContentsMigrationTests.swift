import Foundation
import ScreenKit
import Testing

/// The app that decodes `contents` into an enum: the mapping stands at the registration, and an unknown component costs
/// nothing but itself.
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

  @Test func anUnknownComponentKeepsItsPlaceAndItsJSON() throws {
    var registry = ViewRegistry<Component> { .unknown(viewType: $0, content: $1) }
    registry.register(TitleDTO.self) { .title(TitleVO(heading: $0.title ?? "")) }
    let decoder = ScreenDecoder(format: .contents, registry: registry, unknown: .keep, failed: .drop)
    let text = #"""
      {"screenName":"Home","contents":[{"sectionComponentType":"MAP","section":{"zoom":7}},
      {"sectionComponentType":"TITLE","section":{"title":"Today"}},{"sectionComponentType":"TITLE","section":[]}]}
      """#
    let decoded = try decoder.decode(Data(text.utf8))
    #expect(
      decoded.value.items.map(\.value) == [
        .unknown(viewType: "MAP", content: ["zoom": 7]), .title(TitleVO(heading: "Today")),
      ])
    #expect(decoded.warnings.map(\.kind) == [.unknownViewType, .contentFailed])
  }
}
