import ArgumentParser
import FileSystem
import Foundation
import JSONText
import ScreenReport
import Screens

/// The folder of a report. Replaces an earlier report, and never touches other files.
struct ReportFolder {
  let path: String

  /// The machine-readable part. It names all files of the report, so that the next one can replace them.
  private static let manifest = "report.json"
  private static let junit = "junit.xml"
  private static let sarif = "report.sarif"
  private static let subfolders = ["pages", "images"]
  /// The maximum size of an earlier manifest, in bytes.
  private static let maximumManifestBytes = 64 << 20
  /// The member `generator` of a manifest. A `report.json` without it belongs to another program.
  private static let generator = JSONValue.string("marquee report")

  /// - Parameter folders: folders of screens, into which no report is written.
  /// - Throws: `ExitCode` if the folder is one of them or inside of one, or if `pages` or `images` contains one.
  init(_ path: String, apartFrom folders: [String]) throws {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    // The folder may be new, so its nearest existing parent decides. The path is not normalized before that, because
    // `link/..` is the parent of the link's target.
    var existing =
      self.path.hasPrefix("/") ? self.path : FileManager.default.currentDirectoryPath + "/" + self.path
    while FileAccess.realPath(existing) == nil, existing != "/" { existing = SystemCall.parent(of: existing) }
    for folder in folders {
      guard let real = FileAccess.realPath(existing), let screens = FileAccess.realPath(folder) else {
        continue
      }
      let holdsScreens = Self.subfolders.contains { name in
        guard let sub = FileAccess.realPath(self.path + "/" + name) else { return false }
        return sub == screens || FileAccess.isWithin(screens, folder: sub)
      }
      guard real == screens || FileAccess.isWithin(real, folder: screens) || holdsScreens else { continue }
      throw CommandError(
        "the report \(printable(path)) and the folder of screens \(printable(folder)) overlap; choose another folder"
      ).exit
    }
  }

  /// Checks that the files of a report can be written.
  /// - Throws: `ExitCode` if a path has a link, or a file that is not from an earlier report.
  func check(_ report: Report) throws {
    do throws(CommandError) {
      let earlier = Set(earlierFiles)
      let files = NewFiles(in: path)
      try files.check(known(report).filter { !earlier.contains($0) })
      try files.checkFolders(of: earlier)
    } catch {
      throw error.exit
    }
  }

  /// Writes all files. The page is complete when the command ends with success.
  func write(_ report: Report, _ comparison: FolderComparison, _ verdict: ReportVerdict) throws {
    try check(report)
    for file in earlierFiles where file != Self.manifest { SystemCall.remove(path + "/" + file) }
    SystemCall.remove(path + "/" + Self.manifest)
    var files = NewFiles(in: path)
    let known = known(report)
    var manifest = comparison.json
    manifest["generator"] = Self.generator
    manifest["files"] = .array(known.map { .string($0) })
    if let boxes = verdict.boxes { manifest["boxes"] = .array(boxes.map(\.json)) }
    do {
      // Written first, so that the next report can replace an incomplete one.
      try files.write(JSONValue.object(manifest).serialized(), to: Self.manifest)
      for change in comparison.screens {
        let page = report.page(of: change)
        try files.write(page.bytes, to: page.path)
      }
      let copies = report.assets.copies
      // The name of an image is its digest, so an existing file has the same content.
      for copy in copies where !SystemCall.exists(path + "/" + copy.path) {
        try files.check([copy.path])
        if let bytes = copy.source.bytes { try files.write(bytes, to: copy.path) }
      }
      try files.write(report.styleSheet.bytes, to: report.styleSheet.path)
      try files.write(Array(verdict.junit.text.utf8), to: Self.junit)
      try files.write(verdict.sarif.json.serialized(), to: Self.sarif)
      manifest["files"] = .array((known + copies.map(\.path)).map { .string($0) })
      try OutputFile.write(JSONValue.object(manifest).serialized(), to: path + "/" + Self.manifest)
      // Written last, so that an incomplete report has no index page.
      try files.write(report.index, to: "index.html")
    } catch let failure as CommandError {
      throw failure.exit
    }
  }

  private func known(_ report: Report) -> [String] {
    report.paths + [Self.manifest, Self.junit, Self.sarif]
  }

  /// The files of an earlier report in the folder; empty if there is none.
  private var earlierFiles: [String] {
    guard
      case .success(let bytes) = FileAccess.bytes(
        of: path + "/" + Self.manifest, limit: Self.maximumManifestBytes),
      let manifest = try? JSONDocument(bytes).value, manifest["generator"] == Self.generator,
      let files = manifest["files"]?.arrayValue
    else { return [] }
    return files.compactMap(\.stringValue).filter(Self.isReportFile) + [Self.manifest]
  }

  /// Whether a report could have a file with this path. A manifest is not trusted: it could name any file to
  /// delete.
  private static func isReportFile(_ file: String) -> Bool {
    if ["index.html", "report.css", manifest, junit, sarif].contains(where: { $0.hasSameScalars(as: file) }) {
      return true
    }
    let names = file.split(separator: "/", omittingEmptySubsequences: false)
    return names.count == 2 && subfolders.contains(String(names[0]))
      && names[1].utf8.first != UInt8(ascii: ".")
      && names[1].utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && names[1].utf8.count < 256
  }
}
