import ArgumentParser
import ScreenPreview
import ScreenReport

/// Whether and how `marquee report` measures the boxes of screens.
struct BoxOptions: ParsableArguments {
  @Flag(help: "Lay out the changed screens in Chromium, and report texts that no longer fit.")
  var boxes = false

  @Option(help: ArgumentHelp("Widths of devices, between commas.", valueName: "pixels"))
  var boxWidths = "320,390"

  @Option(help: ArgumentHelp("Text sizes, between commas.", valueName: "percent"))
  var boxTexts = "100,200"

  @Option(
    help: ArgumentHelp(
      "Directions of writing, between commas: ltr, rtl. (default: that of the language)",
      valueName: "directions"))
  var boxDirections: String?

  @Option(
    help: ArgumentHelp(
      "File of approved differences. (default: _boxes.json in the new folder)", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var approved: String?

  @Flag(help: "Approve all texts that no longer fit: add them to the file of approved differences.")
  var approve = false

  func validate() throws {
    _ = try settings(.leftToRight)
    if !boxes, approve || approved != nil { throw ValidationError("--approve and --approved need --boxes") }
  }

  /// The devices to measure on: each combination of a width, a text size and a direction.
  func settings(_ direction: PreviewOptions.Direction) throws -> [BoxSetting] {
    let widths = try Self.numbers(boxWidths, in: PreviewValues.widths, option: "--box-widths")
    let texts = try Self.numbers(boxTexts, in: PreviewValues.texts, option: "--box-texts")
    let directions = try (boxDirections ?? direction.rawValue).split(separator: ",").map { text in
      guard let direction = PreviewOptions.Direction(rawValue: String(text)) else {
        throw ValidationError("--box-directions has ltr and rtl, between commas")
      }
      return direction
    }
    let settings = directions.flatMap { direction in
      texts.flatMap { text in
        widths.map { BoxSetting(width: $0, text: text, direction: direction) }
      }
    }
    guard !settings.isEmpty, settings.count <= Self.maximumSettings else {
      throw ValidationError(
        "--box-widths, --box-texts and --box-directions make 1 to \(Self.maximumSettings) devices")
    }
    return settings
  }

  private static let maximumSettings = 64

  private static func numbers(_ list: String, in range: ClosedRange<Int>, option: String) throws -> [Int] {
    try list.split(separator: ",", omittingEmptySubsequences: false).map { text in
      guard let number = Int(text), range.contains(number) else {
        throw ValidationError(
          "\(option) has numbers from \(range.lowerBound) to \(range.upperBound), between commas")
      }
      return number
    }
  }
}
