/// A colour of the content as red, green and blue.
struct HexColor: Hashable, Sendable {
  /// 24 bits: red, green, blue.
  let rgb: UInt32

  /// Reads six hexadecimal digits, with or without `#`.
  init?(_ text: String) {
    let digits = text.utf8.first == UInt8(ascii: "#") ? Substring(text.utf8.dropFirst()) : Substring(text)
    guard digits.utf8.count == 6, !digits.utf8.contains(UInt8(ascii: "+")),
      let rgb = UInt32(digits, radix: 16)
    else { return nil }
    self.rgb = rgb
  }

  /// Six hexadecimal digits in lower case.
  var digits: String {
    let text = String(rgb, radix: 16)
    return String(repeating: "0", count: max(0, 6 - text.count)) + text
  }
}
