import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import ScreenPreview
import ScreenReport
import Screens

/// Measures the boxes of all screens that change, and compares them.
struct BoxProbe {
  private let comparison: FolderComparison
  private let settings: [BoxSetting]
  /// The path of the file of approved differences.
  private let approvedPath: String
  /// All approved differences, if some of them are new; else nil.
  private var approvals: ApprovedBoxes?

  /// - Parameter direction: that of the texts, unless the options say which to measure.
  init(
    _ comparison: FolderComparison, _ options: BoxOptions, direction: PreviewOptions.Direction
  ) throws {
    self.comparison = comparison
    settings = try options.settings(direction)
    approvedPath = options.approved ?? comparison.new.name + "/_boxes.json"
  }

  /// The differences that are not approved.
  /// - Parameter approves: whether to approve them all, for ``writeApproved()``.
  /// - Throws: `ExitCode` if there is no browser or it fails twice, or the file of approved differences is invalid.
  mutating func differences(approves: Bool) throws -> [BoxDifference] {
    var approved = try readApproved()
    let found = try measured().compactMap { $0.isRegression ? approved.remaining(of: $0) : $0 }
    guard approves else { return found }
    let regressions = found.filter(\.isRegression)
    for regression in regressions { approved.add(regression) }
    if !regressions.isEmpty { approvals = approved }
    return found.filter { !$0.isRegression }
  }

  /// Writes the file of approved differences, if there are new ones.
  func writeApproved() throws {
    guard let approvals else { return }
    let text = Array((IndentedJSON.text(approvals.json) + "\n").utf8)
    guard text.count <= ApprovedBoxes.maximumBytes else {
      throw CommandError(
        "\(printable(approvedPath)) would be larger than 16 MiB; approve by shorter entries"
      ).exit
    }
    // A branch could contain a link here, and the file would be written to another place.
    let kind = try? FileManager.default.attributesOfItem(atPath: approvedPath)[.type] as? FileAttributeType
    guard kind != .typeSymbolicLink else {
      throw CommandError(
        "\(printable(approvedPath)) is a link, and is not written; name its target with --approved"
      ).exit
    }
    try OutputFile.write(text, to: approvedPath)
  }

  private func measured() throws -> [BoxDifference] {
    guard !comparison.screens.isEmpty else { return [] }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("marquee-" + UUID().uuidString)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError("the temporary folder \(folder.path) cannot be created").exit
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let interruption = Interruption {
      ShellProcess.killAll()
      try? FileManager.default.removeItem(at: folder)
    }
    defer { interruption.end() }
    do {
      do {
        return try measured(in: folder.appendingPathComponent("1"))
      } catch let error as CommandError {
        // An interruption kills the browser, and must not start another.
        Interruption.waitForEnd()
        // A browser can crash or fail to start on a busy machine, which says nothing about the screens.
        StandardError.write("marquee: \(error.text); measuring again with a new browser")
        return try measured(in: folder.appendingPathComponent("2"))
      }
    } catch let error as CommandError {
      throw error.exit
    }
  }

  /// - Parameter folder: a new folder for the files of the browser.
  /// - Throws: ``CommandError`` if the browser fails; `ExitCode` if it is missing; ``OutputError``.
  private func measured(in folder: URL) throws -> [BoxDifference] {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw CommandError("the temporary folder \(folder.path) cannot be created").exit
    }
    let browser = try WebDriver(in: folder)
    let page = folder.appendingPathComponent("page.html")
    var all: [BoxDifference] = []
    for change in comparison.screens where change.effect != .deleted {
      var found: [BoxDifference] = []
      for picture in Report.measuredPages(of: change, in: comparison) {
        let before =
          change.effect == .created ? settings.map { _ in [] } : try items(of: picture.before, page, browser)
        let after = try items(of: picture.after, page, browser)
        found += BoxDifference.all(
          on: change, cases: picture.cases, from: before, to: after, settings: settings)
      }
      all += BoxDifference.merged(found)
    }
    return all
  }

  /// The items of a page on each device.
  private func items(
    of html: [UInt8], _ page: URL, _ browser: WebDriver
  ) throws -> [[MeasuredItem]] {
    do {
      try Data(html).write(to: page)
    } catch {
      throw OutputError(page.path)
    }
    try browser.open(page)
    let response = try browser.run(MeasuredItem.script, [.array(settings.map(\.json))])
    guard let lists = response.arrayValue, lists.count == settings.count else {
      throw CommandError("the browser has not measured the page")
    }
    return lists.map { ($0.arrayValue ?? []).compactMap { MeasuredItem($0) } }
  }

  private func readApproved() throws -> ApprovedBoxes {
    switch FileAccess.bytes(of: approvedPath, limit: ApprovedBoxes.maximumBytes) {
    case .failure:
      guard !FileManager.default.fileExists(atPath: approvedPath) else {
        throw CommandError.unreadable(approvedPath, named: "the file ").exit
      }
      return ApprovedBoxes()
    case .success(let bytes):
      do {
        let document = try JSONDocument(bytes)
        do throws(ApprovedBoxes.FormatError) {
          return try ApprovedBoxes(document.value)
        } catch {
          let position = document.position(of: error.location, at: error.anchor)
          throw CommandError(
            "\(printable(approvedPath)):\(position.line):\(position.column): \(error.message)"
          ).exit
        }
      } catch let error as JSONSyntaxError {
        let problem = FileProblem(path: approvedPath, diagnostics: Diagnostics(error), text: bytes)
        throw CommandError(problem.lines.joined(separator: "\n")).exit
      }
    }
  }
}
