/// `hostname` (RFC 1123 §2.1, with the A-labels of RFC 5890) and `idn-hostname` (RFC 5890 §2.3.2.3).
enum HostnameFormat {
  static func matches(_ text: String, isInternational: Bool) -> Bool {
    // A name in ASCII has at most 253 characters (255 octets with the lengths of the labels, RFC 1034 §3.1), so a name
    // in UTF-8 has at most 253 characters of four bytes.
    guard text.utf8.count <= 4 * 253 else { return false }
    let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "." || (isInternational && "\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0))
    }
    var length = labels.count - 1
    var unicodeLabels: [[Unicode.Scalar]] = []
    for label in labels {
      guard let (size, scalars) = read(Array(label), isInternational: isInternational) else { return false }
      length += size
      unicodeLabels.append(scalars)
    }
    return length <= 253 && BidiRule.allows(unicodeLabels)
  }

  /// The length of a label in ASCII (the A-label), and its Unicode characters; nil when it is invalid.
  private static func read(_ label: [Unicode.Scalar], isInternational: Bool) -> (Int, [Unicode.Scalar])? {
    guard !label.isEmpty, label.count <= 63, label.first != "-", label.last != "-" else { return nil }
    guard label.allSatisfy(\.isASCII) else {
      guard isInternational, IDNALabel.isValid(label), let encoded = Punycode.encode(label),
        encoded.count + 4 <= 63
      else { return nil }
      return (encoded.count + 4, label)
    }
    guard label.allSatisfy({ isLetterDigitHyphen($0) }) else { return nil }
    let lowercased = label.map(\.asciiLowercased)
    guard lowercased.starts(with: "xn--".unicodeScalars) else {
      // Hyphens in the third and fourth place are reserved (RFC 5890 §2.3.1).
      let isReserved = label.count >= 4 && label[2] == "-" && label[3] == "-"
      return isInternational && isReserved ? nil : (label.count, label)
    }
    // An A-label is valid if its U-label is valid and encodes to the same A-label (RFC 5891 §5.4).
    let code = Array(lowercased.dropFirst(4))
    guard let decoded = Punycode.decode(code), !decoded.allSatisfy(\.isASCII), IDNALabel.isValid(decoded),
      Punycode.encode(decoded) == code
    else { return nil }
    return (label.count, decoded)
  }

  private static func isLetterDigitHyphen(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = UInt8(exactly: scalar.value) else { return false }
    return byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
  }
}

extension Unicode.Scalar {
  var asciiLowercased: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(truncatingIfNeeded: value) | 0x20) : self
  }
}
