import JSONText

/// Names of assets: paths below `_assets/`, such as `menu/noodles.jpg`.
package enum AssetName {
  static let maximumBytes = 1000
  /// The longest name of a file that common file systems store.
  private static let maximumFileBytes = 255

  /// Whether a file below `_assets/` can have this name.
  static func isValid(_ name: String) -> Bool {
    // By bytes, as the file system does: a slash and a combining character after it are one `Character`.
    name.utf8.count <= maximumBytes
      && name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { isFile($0) }
  }

  private static func isFile(_ name: Substring.UTF8View) -> Bool {
    !name.isEmpty && name.count <= maximumFileBytes && !name.elementsEqual(".".utf8)
      && !name.elementsEqual("..".utf8) && name.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether one of the names in a path begins with a dot. Such files are hidden, and are not served.
  static func isHidden(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }

  /// The name in a URI: percent-encoded, with its slashes.
  package static func encoded(_ name: String) -> String { PercentEncoding.encoded(name, keeping: "/") }

  /// The name that a text stands for in a URI; nil for a text that is no path of a URI (RFC 3986 §3.3), and for one that
  /// no file can have as its name.
  static func decoded(_ text: Substring) -> String? {
    guard text.utf8.allSatisfy({ isPathCharacter($0) }) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map {
      PercentEncoding.decoded($0)
    }
    let names = parts.compactMap(\.self)
    // An encoded slash is part of a name, and no file has such a name.
    guard names.count == parts.count, !names.contains(where: { $0.utf8.contains(UInt8(ascii: "/")) }) else {
      return nil
    }
    let name = names.joined(separator: "/")
    return isValid(name) ? name : nil
  }

  /// `pchar`, a slash, or a part of a percent-encoded byte.
  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~!$&'()*+,;=:@/%".utf8.contains(byte)
    }
  }
}
