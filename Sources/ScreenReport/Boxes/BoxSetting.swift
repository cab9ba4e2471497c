package import JSONText
package import ScreenPreview

/// A device on which the boxes of a screen are measured.
package struct BoxSetting: Sendable, Hashable {
  /// The width of the device, in CSS pixels.
  package let width: Int
  /// The text size, in per cent.
  package let text: Int
  package let direction: PreviewOptions.Direction

  package init(width: Int, text: Int, direction: PreviewOptions.Direction) {
    self.width = width
    self.text = text
    self.direction = direction
  }

  /// `200 % text on 320 px`
  package var words: String {
    "\(text) % text on \(width) px" + (direction == .rightToLeft ? ", right to left" : "")
  }

  package var json: JSONValue {
    [
      "width": .number(JSONNumber(width)), "text": .number(JSONNumber(text)),
      "direction": .string(direction.rawValue),
    ]
  }
}
