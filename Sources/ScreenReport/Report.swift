import JSONText
package import ScreenPreview
import Screens
import Synchronization

/// The files of a report about two folders of screens.
package struct Report: Sendable {
  private let comparison: FolderComparison
  private let options: PreviewOptions
  package let assets = ReportAssets()

  package init(_ comparison: FolderComparison, options: PreviewOptions) {
    self.comparison = comparison
    self.options = options
  }

  /// The paths of all files that are known before pictures are drawn.
  package var paths: [String] {
    ["index.html", ReportPage.styleSheet] + comparison.screens.map { ScreenChangePage.path(of: $0.route) }
  }

  package var index: [UInt8] { ReportIndex(comparison, options: options).bytes }

  package var styleSheet: (path: String, bytes: [UInt8]) {
    (ReportPage.styleSheet, Array(ReportStyleSheet(options).text.utf8))
  }

  /// The page of a changed screen.
  package func page(of change: ScreenChange) -> (path: String, bytes: [UInt8]) {
    let page = ScreenChangePage(change, in: comparison, options: options, assets: assets)
    return (ScreenChangePage.path(of: change.route), page.bytes)
  }
}
