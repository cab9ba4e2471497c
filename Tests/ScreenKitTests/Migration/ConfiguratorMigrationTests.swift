import ScreenKit
import Testing

/// An app with generic configurators moves to ScreenKit: one view, with content and delegate, in two tables and
/// alone.
@MainActor
@Suite struct ConfiguratorMigrationTests {
  @Test func `one view serves two tables and is shown alone`() throws {
    let counter = TapCounter()
    let cells = CellRegistry<AnyContent>()
    try cells.register("LINES", delegate: counter, content: { $0.content(as: LinesView.Content.self) }) {
      LinesView()
    }
    let cell = TableCell(
      id: "a", viewType: "LINES", value: AnyContent(LinesView.Content(joined: "in a cell")))
    let model = TableModel(sections: [TableSection(id: "s", cells: [cell])])
    let tables = [SimulatedTable(windowSize: 1), SimulatedTable(windowSize: 1)]
    for table in tables {
      table.driver = TableDriver(registry: cells, surface: table)
      table.driver?.apply(model)
      (table.visible.values.first?.hostedView as? LinesView)?.tap()
    }
    let alone = LinesView()
    try CellConfigurator(content: LinesView.Content(joined: "alone"), delegate: counter).configure(alone)
    alone.tap()
    #expect(counter.taps == ["in a cell", "in a cell", "alone"])
  }
}
