package import JSONText

/// The box of an item, and those of its texts, as a browser has laid them out.
package struct MeasuredItem: Sendable, Equatable {
  package struct Text: Sendable, Equatable {
    /// The beginning of the text.
    let text: String
    /// Whether a part of the text is cut off.
    let isCutOff: Bool
    /// Whether the text's box extends beyond a side of the device.
    let isOutside: Bool
    /// Whether the text's box overlaps the box of another text.
    let overlaps: Bool
  }

  let id: String
  /// In CSS pixels.
  let height: Int
  let texts: [Text]

  /// A script that measures the items in the page of a screen (``PreviewPage``) on several devices. Its argument is a
  /// list of ``BoxSetting``, its result a list of items for each.
  ///
  /// Boxes are compared with a tolerance of a pixel, since browsers place them at fractions of pixels. An element that
  /// hides its overflow cuts off the text only if more than half a line is hidden: the glyphs of some fonts are higher
  /// than a line.
  package static let script = """
    const root = document.documentElement, device = document.querySelector('main.device'), slack = 1
    const inside = (inner, outer) => inner.left >= outer.left - slack && inner.right <= outer.right + slack &&
      inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack
    const isCut = (element, cell) => {
      const style = getComputedStyle(element)
      const line = parseFloat(style.lineHeight) || 1.2 * parseFloat(style.fontSize)
      if (style.overflow !== 'visible' && (element.scrollHeight > element.clientHeight + line / 2 ||
        element.scrollWidth > element.clientWidth + slack)) return true
      const box = element.getBoundingClientRect()
      for (let parent = element.parentElement; parent && parent !== cell; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflow === 'hidden' && !inside(box, parent.getBoundingClientRect())) return true
      }
      return false
    }
    const overlap = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 * slack &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2 * slack
    return arguments[0].map((setting) => {
      root.dir = setting.direction
      root.style.fontSize = 16 * setting.text / 100 + 'px'
      device.style.inlineSize = setting.width + 'px'
      device.style.maxInlineSize = 'none'
      const frame = device.getBoundingClientRect()
      return [...device.querySelectorAll('.cell')].map((cell) => {
        const elements = [...cell.querySelectorAll('.text, .badge')].filter((element) =>
          !element.parentElement.closest('.text, .badge') && element.textContent.trim() !== '')
        const boxes = elements.map((element) => element.getBoundingClientRect())
        return {
          id: cell.dataset.item,
          height: Math.round(cell.getBoundingClientRect().height),
          texts: elements.map((element, index) => ({
            text: [...element.textContent.trim()].slice(0, 80).join(''),
            isCutOff: isCut(element, cell),
            isOutside: boxes[index].left < frame.left - slack || boxes[index].right > frame.right + slack,
            overlaps: boxes.some((box, other) => other !== index && overlap(boxes[index], box)),
          })),
        }
      })
    })
    """

  /// Reads an item of the script's result; nil for anything else.
  package init?(_ json: JSONValue) {
    guard let id = json["id"]?.stringValue, let height = json["height"]?.numberValue?.intValue,
      let texts = json["texts"]?.arrayValue
    else { return nil }
    self.init(
      id: id, height: height,
      texts: texts.map { text in
        Text(
          text: text["text"]?.stringValue ?? "", isCutOff: text["isCutOff"] == true,
          isOutside: text["isOutside"] == true, overlaps: text["overlaps"] == true)
      })
  }

  package init(id: String, height: Int, texts: [Text]) {
    self.id = id
    self.height = height
    self.texts = texts
  }
}
