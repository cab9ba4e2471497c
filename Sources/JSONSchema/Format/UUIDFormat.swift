/// `uuid`: RFC 4122 §3.
enum UUIDFormat {
  static func matches(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { place, byte in
      switch place {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: byte.isASCIIHexDigit
      }
    }
  }
}
