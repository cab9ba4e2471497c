import Foundation
import ScreenKit
import Testing

/// An app whose shim owns the table moves to ScreenKit: headers, footers and cells are one model, with and
/// without a server.
@MainActor
@Suite struct SectionsMigrationTests {
  private func show(_ model: TableModel<AnyContent>) -> SimulatedTable {
    let cells = CellRegistry<AnyContent>()
    cells.register { LineView() }
    let table = SimulatedTable(windowSize: 10)
    table.driver = TableDriver(registry: cells, surface: table)
    table.driver?.apply(model)
    return table
  }

  @Test func `a model built by hand equals the one that the server sends`() throws {
    let byHand = TableModel(sections: [
      TableSection(
        id: "section-1", header: "Account", footer: "AppContent on orders.",
        cells: [TableCell(id: "ONE_LINE_TEXT-1", OneLineText(text1: "Name"))])
    ])
    let cells = CellRegistry<AnyContent>()
    cells.register { LineView() }
    let text = #"""
      {"screenName":"Settings","sections":[{"header":"Account","footer":"AppContent on orders.",
      "cells":[{"cellIdentifier":"ONE_LINE_TEXT","customData":{"text1":"Name"}}]}]}
      """#
    let sent = try ScreenDecoder(format: .sections, registry: cells.views).decode(Data(text.utf8)).value
    #expect(TableModel(sent) == byHand)
    #expect(byHand[.cell(0, inSection: 0)]?.value.content(as: OneLineText.self)?.text1 == "Name")
    let table = show(byHand)
    #expect(table.driver?.header(ofSection: 0) == "Account")
    #expect(table.driver?.footer(ofSection: 0) == "AppContent on orders.")
    #expect((table.visible.values.first?.hostedView as? LineView)?.text == "Name")
  }
}
