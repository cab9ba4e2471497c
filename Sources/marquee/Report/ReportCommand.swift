import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import ScreenPreview
import ScreenReport
import Screens

/// `marquee report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Compare two folders of screens and write what changes as a page with pictures.",
    discussion: """
      Writes a folder of static HTML: a summary, and for each changed screen its pictures before and after, in each \
      variant and on each supported release, with the difference as text. The folder also contains report.json, \
      report.sarif and junit.xml for CI. Needs no server.

      Exits with 1 if the new folder is invalid, or if something changes that --fail-on names.

      EXAMPLES:
        marquee report old/screens screens --output report
        marquee report old/screens screens --output report --releases releases.json --fail-on drop
        marquee report old/screens screens --output report --boxes --locale de --fail-on boxes
      """)

  /// What makes the command fail.
  enum FailureCondition: String, ExpressibleByArgument, CaseIterable {
    case drop, breaking, boxes, untranslated, change
  }

  @Argument(help: "Folder of screens before the change.", completion: .directory)
  var old: String

  @Argument(help: "Folder of screens after the change.", completion: .directory)
  var new: String

  @Option(help: ArgumentHelp("Folder to write.", valueName: "folder"), completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "File of app releases, {\"ios/1.3.0\": {\"viewTypes\": […]}}. Shows what each supported release loses.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var releases: String?

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      """
      Exit with 1 for: drop (a supported release does not show an item that it showed, or a new one), breaking (a view \
      type is not compatible), boxes (a text no longer fits), untranslated (a text is left without a translation), change (any difference). Can be repeated.
      """, valueName: "what"))
  var failOn: [FailureCondition] = []

  @Option(
    help: ArgumentHelp(
      "Language of the pictures and boxes; en-XA and ar-XB are made from any text. (default: the source's)",
      valueName: "tag"))
  var locale: String?

  @OptionGroup(title: "Pictures") var device: DeviceOptions
  @OptionGroup(title: "Boxes") var boxes: BoxOptions

  func validate() throws {
    guard locale.map({ LanguageTag($0) != nil }) ?? true else {
      throw ValidationError("a locale is \(LanguageTag.rule) (--locale)")
    }
    if failOn.contains(.boxes), !boxes.boxes { throw ValidationError("--fail-on boxes needs --boxes") }
  }

  func run() throws {
    let releases = try self.releases.map { try ReleasesFile.read($0, .text) } ?? []
    let comparison: FolderComparison
    do {
      comparison = try FolderComparison(
        from: try FolderComparison.Folder(reading: old),
        to: try FolderComparison.Folder(reading: new), releases: releases, locale: locale)
    } catch let error as FolderError {
      throw CommandError(error).exit
    }
    let folder = try ReportFolder(output, apartFrom: [old, new])
    var options = device.options
    options.language = locale.flatMap { LanguageTag($0) }
    // Checked before the browser starts, which takes seconds.
    try folder.check(Report(comparison, options: options))
    var probe =
      boxes.boxes ? try BoxProbe(comparison, boxes, direction: options.shownDirection) : nil
    let differences = try probe?.differences(approves: boxes.approve)
    let verdict = ReportVerdict(comparison, boxes: differences, failOn: Set(failOn))
    try folder.write(
      Report(comparison, options: options, boxes: differences), comparison, verdict)
    try probe?.writeApproved()
    for line in verdict.lines { StandardOutput.write(line) }
    StandardOutput.write("report: \(printable(folder.path))/index.html")
    if verdict.isFailure { throw ExitCode(1) }
  }
}
