/// Percent-decoding (RFC 3986 §2.1).
enum PercentDecoding {
  /// The treatment of a `%` without two hexadecimal digits after it.
  enum Malformed {
    case refuse
    /// Keep the `%`, as the WHATWG URL standard does.
    case keep
  }

  /// Decodes once. Returns nil if an encoding is malformed and `malformed` is `.refuse`.
  static func decode(_ bytes: Bytes, plusIsSpace: Bool = false, malformed: Malformed) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x2B where plusIsSpace: decoded.append(0x20)
      case 0x25:
        if index + 1 < bytes.count, let high = ByteClass.hexValue(bytes[index]),
          let low = ByteClass.hexValue(bytes[index + 1])
        {
          decoded.append(high << 4 | low)
          index += 2
        } else if malformed == .keep {
          decoded.append(byte)
        } else {
          return nil
        }
      default: decoded.append(byte)
      }
    }
    return decoded
  }
}
