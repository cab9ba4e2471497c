import ArgumentParser
import ScreenPreview

/// The device for which a command renders screens.
struct DeviceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Width of the device, 240 to 1280.", valueName: "pixels"))
  var width = PreviewValues.defaultWidth

  @Option(
    help: "Appearance: \(PreviewOptions.Theme.allCases.map(\.rawValue).joined(separator: " or ")).",
    completion: .list(PreviewOptions.Theme.allCases.map(\.rawValue)))
  var theme = PreviewOptions.Theme.light

  @Option(help: ArgumentHelp("Text size, 50 to 310.", valueName: "percent"))
  var text = PreviewValues.defaultText

  @Option(
    name: .customLong("dir"),
    help:
      """
      Direction of writing: \(PreviewOptions.Direction.allCases.map(\.rawValue).joined(separator: " or ")). \
      (default: that of the language)
      """,
    completion: .list(PreviewOptions.Direction.allCases.map(\.rawValue)))
  var direction: PreviewOptions.Direction?

  func validate() throws {
    guard PreviewValues.widths.contains(width) else {
      throw ValidationError("a width is a number from 240 to 1280 (--width)")
    }
    guard PreviewValues.texts.contains(text) else {
      throw ValidationError("a text size is a number from 50 to 310 (--text)")
    }
  }

  var options: PreviewOptions {
    var options = PreviewOptions()
    (options.width, options.text, options.theme, options.direction) = (width, text, theme, direction)
    return options
  }
}

extension PreviewOptions.Theme: ExpressibleByArgument {}
extension PreviewOptions.Direction: ExpressibleByArgument {}
