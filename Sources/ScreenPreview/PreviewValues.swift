/// The values of a preview that its style sheet depends on: the device, and the colours of the content.
///
/// The Content-Security-Policy of a preview forbids inline styles, so the page links to a style sheet and passes these
/// values in its URL. They are numbers, so no text of the content gets into the style sheet.
package struct PreviewValues: Sendable, Equatable {
  /// The width of the device, in CSS pixels.
  package let width: Int
  /// The text size, in per cent.
  package let text: Int
  private(set) var colors: [HexColor] = []
  private var known: Set<HexColor> = []

  package static let widths = 240...1280
  package static let texts = 50...310
  package static let defaultWidth = 390
  package static let defaultText = 100
  /// The largest number of colours, so that the URL fits into the head of a request.
  package static let maximumColors = 256

  /// Clamps the values to their ranges.
  package init(width: Int = defaultWidth, text: Int = defaultText) {
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    self.text = min(max(text, Self.texts.lowerBound), Self.texts.upperBound)
  }

  /// Reads the values from the query of the style sheet's address. Ignores invalid colours.
  package init(width: Int, text: Int, colors list: String) {
    self.init(width: width, text: text)
    for color in list.split(separator: ".").prefix(Self.maximumColors) {
      if let color = HexColor(String(color)) { add(color) }
    }
  }

  /// Adds a colour of the content.
  /// - Returns: whether the style sheet has it; false if there are too many.
  @discardableResult
  mutating func add(_ color: HexColor) -> Bool {
    if known.contains(color) { return true }
    guard colors.count < Self.maximumColors else { return false }
    known.insert(color)
    colors.append(color)
    return true
  }

  /// The query of the style sheet's address.
  package var query: String {
    "width=\(width)&text=\(text)"
      + (colors.isEmpty ? "" : "&colors=" + colors.map(\.digits).joined(separator: "."))
  }
}
