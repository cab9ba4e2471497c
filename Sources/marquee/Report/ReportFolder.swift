import ArgumentParser
import FileSystem
import Foundation
import JSONText
import ScreenReport
import Screens

/// The folder of a report. A report that is there is replaced; other files are left alone.
struct ReportFolder {
  let path: String

  /// The machine-readable part. It names all files of the report, so that the next one can replace them.
  private static let manifest = "report.json"
  private static let junit = "junit.xml"
  private static let sarif = "report.sarif"
  /// The greatest size of an earlier manifest, in bytes.
  private static let maximumManifestBytes = 256 << 20

  /// - Parameter folders: folders of screens, into which no report is written.
  /// - Throws: `ExitCode` if the folder is in one of them.
  init(_ path: String, apartFrom folders: [String]) throws {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    // The folder may be new, so its nearest parent that exists decides.
    var existing = URL(fileURLWithPath: path).standardizedFileURL.path
    while FileAccess.realPath(existing) == nil, existing != "/" { existing = SystemCall.parent(of: existing) }
    for folder in folders {
      guard let real = FileAccess.realPath(existing), let screens = FileAccess.realPath(folder),
        real == screens || FileAccess.isWithin(real, folder: screens)
      else { continue }
      throw CommandFailure(
        "\(printable(path)) is in the folder \(printable(folder)), whose files are screens; choose another folder"
      ).exit
    }
  }

  /// Writes all files. The page is complete when the command ends with success.
  func write(_ report: Report, _ comparison: FolderComparison, _ verdict: ReportVerdict) throws {
    for file in earlierFiles { SystemCall.remove(path + "/" + file) }
    var files = NewFiles(in: path)
    let known = report.paths + [Self.manifest, Self.junit, Self.sarif]
    do {
      try files.check(known)
      for change in comparison.screens {
        let page = report.page(of: change)
        try files.write(page.bytes, to: page.path)
      }
      let copies = report.assets.copies
      try files.check(copies.map(\.path))
      for copy in copies { if let bytes = copy.source.bytes { try files.write(bytes, to: copy.path) } }
      try files.write(report.styleSheet.bytes, to: report.styleSheet.path)
      try files.write(Array(verdict.junit.text.utf8), to: Self.junit)
      try files.write(verdict.sarif.json.serialized(), to: Self.sarif)
      var manifest = comparison.json
      if let boxes = verdict.boxes { manifest["boxes"] = .array(boxes.map(\.json)) }
      manifest["files"] = .array((known + copies.map(\.path)).map { .string($0) })
      try files.write(JSONValue.object(manifest).serialized(), to: Self.manifest)
      // Last, so that a report that was broken off is seen to be none.
      try files.write(report.index, to: "index.html")
    } catch let failure as CommandFailure {
      throw failure.exit
    }
  }

  /// The files of the report that the folder holds; empty if it holds none.
  private var earlierFiles: [String] {
    guard
      case .success(let bytes) = FileAccess.bytes(
        of: path + "/" + Self.manifest, limit: Self.maximumManifestBytes),
      let manifest = try? JSONDocument(bytes).value, manifest["summary"] != nil,
      let files = manifest["files"]?.arrayValue
    else { return [] }
    return files.compactMap(\.stringValue).filter { file in
      let names = file.split(separator: "/", omittingEmptySubsequences: false)
      return file.utf8.count < 1000 && !file.utf8.contains(0)
        && names.allSatisfy { !["", ".", ".."].contains($0) }
    }
  }
}
