import Testing

@testable import ScreenCapture

@Suite struct DistinctNamesTests {
  @Test func `a taken name gets the next free number`() {
    var names = DistinctNames(taken: ["banner-2"])
    let made = ["banner", "banner", "banner", "banner-2", "Banner"].map { names.next($0) }
    #expect(made == ["banner", "banner-3", "banner-4", "banner-2-2", "Banner"])
    let taken = ["banner-4", "banner-5"].map { names.take($0) }
    #expect(taken == [false, true])
  }

  @Test func `names of files differ in more than case`() {
    var names = DistinctNames(taken: ["BANNER"], ignoresCase: true)
    let made = ["banner", "Banner", "teaser"].map { names.next($0) }
    #expect(made == ["banner-2", "Banner-3", "teaser"])
  }

  /// If each name counted from 1, this would take about five thousand million steps.
  @Test(.bug(id: "F52")) func `many items of one name are numbered in linear time`() {
    var names = DistinctNames()
    for _ in 1..<100_000 { _ = names.next("item") }
    let last = names.next("item")
    #expect(last == "item-100000")
  }
}
