import Foundation
import ScreenKit
import Testing

/// An app that decodes `viewItems` moves to ScreenKit: a new view type needs one registration and no other
/// change.
@MainActor
@Suite struct ViewItemsMigrationTests {
  private final class ImageView: ConfigurableView {
    private(set) var url: URL?
    func configure(with content: OneImage) { url = content.url }
  }

  private static let screen = #"""
    {"viewItems":[{"viewType":"ONE_LINE_TEXT","viewObject":{"text1":"noodles"}},
    {"viewType":"ONE_IMAGE","viewObject":{"url":"https://example.com/a.png"}}]}
    """#

  private func show(_ cells: CellRegistry<AnyContent>) throws -> [AnyObject?] {
    let table = SimulatedTable(windowSize: 10)
    let driver = TableDriver(registry: cells, surface: table)
    table.driver = driver
    let decoder = ScreenDecoder(format: .viewItems, registry: cells.views)
    driver.apply(try decoder.decode(Data(Self.screen.utf8)).value)
    return table.visible.sorted { $0.key < $1.key }.map(\.value.hostedView)
  }

  @Test func `a new view type needs one more registration`() throws {
    let cells = CellRegistry<AnyContent>()
    cells.register { LineView() }
    let before = try show(cells)
    #expect((before.first as? LineView)?.text == "noodles" && before[1] == nil)
    cells.register { ImageView() }
    let after = try show(cells)
    #expect((after[1] as? ImageView)?.url?.absoluteString == "https://example.com/a.png")
    #expect(cells.views.manifest.viewTypes == ["ONE_IMAGE", "ONE_LINE_TEXT"])
  }
}
