import Foundation
import ScreenKit
import SeededRandom
import Testing

@MainActor
final class LineView: ConfigurableView {
  private(set) var text: String?
  private(set) var forgotten = 0

  func configure(with content: OneLineText) { text = content.text1 }

  func prepareForReuse() {
    text = nil
    forgotten += 1
  }
}

@MainActor
protocol LinesViewDelegate: AnyObject {
  func linesViewWasTapped(_ text: String)
}

@MainActor
final class LinesView: ConfigurableView {
  struct Content: Hashable, Sendable {
    let joined: String
  }

  weak var delegate: (any LinesViewDelegate)?
  private(set) var text: String?

  func configure(with content: Content) { text = content.joined }

  func tap() { delegate?.linesViewWasTapped(text ?? "") }
}

@MainActor
final class TapCounter: LinesViewDelegate {
  private(set) var taps: [String] = []

  func linesViewWasTapped(_ text: String) { taps.append(text) }
}

@MainActor
final class UnknownView: ConfigurableView {
  private(set) var viewType: String?

  func configure(with content: UnknownContent) { viewType = content.viewType }
}

/// Collects warnings from any thread.
final class Warnings: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [ScreenWarning] = []

  var sink: WarningSink { { warning in self.lock.withLock { self.collected.append(warning) } } }

  var kinds: [ScreenWarning.Kind] { lock.withLock { collected.map(\.kind) } }
}

@MainActor
@Suite struct TableDriverTests {
  let warnings = Warnings()
  let table = SimulatedTable(windowSize: 4)

  private func makeDriver(_ registry: CellRegistry<AnyContent>) -> TableDriver<AnyContent, SimulatedTable> {
    let driver = TableDriver(registry: registry, surface: table)
    table.driver = driver
    return driver
  }

  private func lines(_ texts: [String]) -> TableModel<AnyContent> {
    TableModel(sections: [
      TableSection(
        id: "s", header: "H", footer: "F", cells: texts.map { TableCell(id: $0, OneLineText(text1: $0)) })
    ])
  }

  private var shown: [String?] {
    table.visible.sorted { $0.key < $1.key }.map { ($0.value.hostedView as? LineView)?.text }
  }

  @Test func `cells are registered on first use and reused`() {
    let registry = CellRegistry<AnyContent>(onWarning: warnings.sink)
    registry.register { LineView() }
    let driver = makeDriver(registry)
    #expect(table.registered.isEmpty)
    driver.apply(lines((0..<100).map(String.init)), animated: false)
    #expect(table.registered == ["ONE_LINE_TEXT"])
    #expect(shown == ["0", "1", "2", "3"])
    for first in 1...96 { table.scroll(to: first) }
    #expect(shown == ["96", "97", "98", "99"])
    #expect(table.cellsMade <= 5)
    #expect(
      table.visible.values.allSatisfy {
        ($0.hostedView as? LineView)?.forgotten == $0.reuses && $0.reuses > 0
      })
    #expect(driver.header(ofSection: 0) == "H" && driver.footer(ofSection: 0) == "F")
    #expect(driver.header(ofSection: 1) == nil && driver.cellCount(inSection: -1) == 0)
    #expect(warnings.kinds.isEmpty)
  }

  @Test func `a reused cell does not show its last item in place of one that its view does not accept`() {
    let registry = CellRegistry<AnyContent>(onWarning: warnings.sink)
    registry.register { LineView() }
    let driver = makeDriver(registry)
    driver.apply(lines(["a"]), animated: false)
    #expect(shown == ["a"])
    let unknown = AnyContent(UnknownContent(viewType: "ONE_LINE_TEXT", content: .null))
    let cells = [TableCell(id: "b", viewType: "ONE_LINE_TEXT", value: unknown)]
    driver.apply(TableModel(sections: [TableSection(id: "s", cells: cells)]), animated: false)
    #expect(table.cellsMade == 1)
    #expect(table.visible[.cell(0, inSection: 0)]?.hostedView == nil)
    driver.apply(lines(["c"]), animated: false)
    #expect(shown == ["c"])
    #expect(table.cellsMade == 1)
    #expect(warnings.kinds == [.valueNotShown])
  }

  @Test func `a reorder is one batch of moves`() {
    let registry = CellRegistry<AnyContent>()
    registry.register { LineView() }
    let driver = makeDriver(registry)
    driver.apply(lines(["a", "b", "c"]), animated: false)
    let changeset = driver.apply(lines(["c", "a", "b"]))
    #expect(changeset.description == "move 0:2 to 0:0")
    #expect(table.batches.count == 1 && table.reloads == 1)
    #expect(shown == ["c", "a", "b"])
  }

  @Test(arguments: 0..<10) func `a table shows each of a series of random models`(seed: UInt64) {
    let registry = CellRegistry<AnyContent>()
    registry.register { LineView() }
    let driver = makeDriver(registry)
    driver.apply(lines([]), animated: false)
    var generator = SplitMix64(seed: seed)
    for round in 0..<50 {
      let model = TableModel(
        sections: (0..<3).shuffled(using: &generator).prefix(2).map { section in
          let ids = (0..<4).map { "\(section)-\($0)" }.shuffled(using: &generator).prefix(3)
          return TableSection(
            id: "\(section)", header: "\(round % 3)",
            cells: ids.map { TableCell(id: $0, OneLineText(text1: $0 + "\(round % 2)")) })
        })
      driver.apply(model)
      #expect(
        shown
          == model.sections.flatMap(\.cells).prefix(4).map { $0.value.content(as: OneLineText.self)?.text1 })
    }
  }

  @Test func `a view notifies its delegate and does not keep it alive`() throws {
    let registry = CellRegistry<AnyContent>(onWarning: warnings.sink)
    var counter: TapCounter? = TapCounter()
    try registry.register("LINES", delegate: #require(counter)) { value in
      value.content(as: LinesView.Content.self)
    } view: {
      LinesView()
    }
    let driver = makeDriver(registry)
    let cell = TableCell(id: "x", viewType: "LINES", value: AnyContent(LinesView.Content(joined: "a b")))
    driver.apply(TableModel(sections: [TableSection(id: "s", cells: [cell])]), animated: false)
    (table.visible.first?.value.hostedView as? LinesView)?.tap()
    #expect(counter?.taps == ["a b"])
    #expect(warnings.kinds.isEmpty)
    counter = nil
    table.reloadAll()
    #expect(warnings.kinds == [.delegateGone])
    #expect((table.visible.first?.value.hostedView as? LinesView)?.delegate == nil)
  }

  @Test func `a delegate that is not an object is refused at registration`() {
    @MainActor final class StructDelegateView: ConfigurableView {
      var delegate: Int?
      func configure(with content: OneLineText) {}
    }
    let registry = CellRegistry<AnyContent>()
    #expect(throws: CellRegistryError.delegateIsNotAnObject("Int")) {
      try registry.register(delegate: 7) { StructDelegateView() }
    }
    #expect(registry.viewTypes.isEmpty)
  }

  @Test func `a view type without a cell gets the placeholder or an empty cell, and a warning`() {
    let registry = CellRegistry<AnyContent>(onWarning: warnings.sink)
    registry.register("ONE_LINE_TEXT") { LineView() }
    let driver = makeDriver(registry)
    let unknown = AnyContent(UnknownContent(viewType: "MAP", content: .null))
    let model = TableModel(sections: [
      TableSection(
        id: "s",
        cells: [
          TableCell(id: "a", viewType: "MAP", value: unknown),
          TableCell(id: "b", viewType: "ONE_LINE_TEXT", value: unknown),
        ])
    ])
    driver.apply(model, animated: false)
    #expect(warnings.kinds == [.noCell, .valueNotShown])
    #expect(table.visible[.cell(0, inSection: 0)]?.hostedView == nil)
    registry.registerPlaceholder(content: { $0.content(as: UnknownContent.self) }, view: { UnknownView() })
    table.reloadAll()
    #expect((table.visible[.cell(0, inSection: 0)]?.hostedView as? UnknownView)?.viewType == "MAP")
  }

  @Test func `one registration serves the decoder and the cells`() throws {
    let registry = CellRegistry<AnyContent>(onWarning: warnings.sink)
    registry.register { LineView() }
    registry.register(TwoLineText.self, as: { LinesView.Content(joined: $0.text1 + " " + $0.text2) }) {
      LinesView()
    }
    #expect(registry.viewTypes == registry.views.viewTypes)
    let text =
      #"{"viewItems":[{"viewType":"TWO_LINE_TEXT","viewObject":{"text1":"a","text2":"b"}},{"viewType":"X","viewObject":1}]}"#
    let decoded = try ScreenDecoder(format: .viewItems, registry: registry.views).decode(Data(text.utf8))
    let driver = makeDriver(registry)
    driver.apply(decoded.value, animated: false)
    #expect((table.visible[.cell(0, inSection: 0)]?.hostedView as? LinesView)?.text == "a b")
    #expect(
      driver.model[.cell(1, inSection: 0)]?.value == AnyContent(UnknownContent(viewType: "X", content: 1)))
    registry.register { LineView() }
    #expect(warnings.kinds == [.noCell, .replacedRegistration])
  }

  @Test func `a view is configured outside of a table`() throws {
    let view = LinesView()
    let counter = TapCounter()
    let configurator = try CellConfigurator(LinesView.self, content: .init(joined: "x"), delegate: counter)
    configurator.configure(view)
    view.tap()
    #expect(counter.taps == ["x"])
    let plain = LineView()
    CellConfigurator(content: OneLineText(text1: "y")).configure(plain)
    #expect(plain.text == "y")
  }

  @Test func `contents are equal when their types and values are equal`() {
    #expect(AnyContent(OneLineText(text1: "a")) == AnyContent(OneLineText(text1: "a")))
    #expect(AnyContent(OneLineText(text1: "a")) != AnyContent(OneLineText(text1: "b")))
    #expect(AnyContent(1) != AnyContent("1"))
    #expect(AnyContent(1).hashValue == AnyContent(1).hashValue)
  }
}
