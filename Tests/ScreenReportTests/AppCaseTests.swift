import Screens
import Testing

@testable import ScreenReport

/// The words for variants and releases in a report.
@Suite struct AppCaseTests {
  private func cases(_ variants: [String?]) -> [AppCase] {
    variants.map { AppCase(variant: $0, release: nil) }
  }

  @Test(.bug(id: "F1")) func `a comma stands between combinations only`() {
    let all = cases([nil, "order=a, banner=on", "order=b, banner=on", "order=b, banner=off"])
    #expect(AppCase.text(Array(all[1...2]), of: all) == "order=a + banner=on, order=b + banner=on")
    #expect(AppCase.text(Array(all[0...0]), of: all) == "without variants")
    #expect(AppCase.text(all, of: all) == "all variants")
  }
}
