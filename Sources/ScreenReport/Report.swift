package import ScreenPreview
import Screens

/// The files of a report about two folders of screens.
package struct Report: Sendable {
  private let comparison: FolderComparison
  private let options: PreviewOptions
  private let boxes: [Route: [BoxDifference]]
  package let assets = ReportAssets()

  /// - Parameter boxes: the differences of boxes; nil if they were not measured.
  package init(_ comparison: FolderComparison, options: PreviewOptions, boxes: [BoxDifference]? = nil) {
    self.comparison = comparison
    self.options = options
    self.boxes = Dictionary(grouping: boxes ?? [], by: \.route)
  }

  /// The paths of all files except the images, which are known only after the pages are made.
  package var paths: [String] {
    ["index.html", ReportPage.styleSheet] + comparison.screens.map { ScreenChangePage.path(of: $0.route) }
  }

  package var index: [UInt8] { ReportIndex(comparison, options: options, boxes: boxes).bytes }

  package var styleSheet: (path: String, bytes: [UInt8]) {
    (ReportPage.styleSheet, Array(ReportStyleSheet(options).text.utf8))
  }

  /// The page of a changed screen.
  package func page(of change: ScreenChange) -> (path: String, bytes: [UInt8]) {
    let page = ScreenChangePage(
      change, in: comparison, options: options, assets: assets, boxes: boxes[change.route] ?? [])
    return (ScreenChangePage.path(of: change.route), page.bytes)
  }

  /// The pages whose boxes are measured: each picture of a screen, before and after, as the app shows it.
  package static func measuredPages(
    of change: ScreenChange, in comparison: FolderComparison
  ) -> [(cases: [AppCase], before: [UInt8], after: [UInt8])] {
    change.pictures.map { picture in
      let pages = [(picture.before, comparison.old), (picture.after, comparison.new)].map { layout, folder in
        PreviewPage(
          title: change.name, about: "",
          PreviewPage.Column(name: "", layout: picture.shown(layout)), options: PreviewOptions(),
          catalogue: folder.check.catalogue, style: .inline, asset: { _ in nil }
        ).bytes
      }
      return (picture.cases, pages[0], pages[1])
    }
  }
}
