/// Compares two texts by UTF-16 code units, as ECMAScript does (ECMA-262 §7.2.12 IsLessThan): negative, zero or
/// positive.
///
/// The arguments are UTF-8. Its byte order differs from UTF-16's in one point: scalars from U+10000 (first byte
/// F0 and up) are surrogates in UTF-16, and so come before U+E000…U+FFFF (first byte EE and EF).
@inline(__always)
func compareUTF16(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Int {
  var theirs = other.makeIterator()
  for a in one {
    guard let b = theirs.next() else { return 1 }
    if a != b { return compareUTF16(a, b) }
  }
  return theirs.next() == nil ? 0 : -1
}

/// Compares two texts by the first bytes in which they differ.
@inline(__always)
func compareUTF16(_ one: UInt8, _ other: UInt8) -> Int {
  one == other ? 0 : utf16Rank(one) < utf16Rank(other) ? -1 : 1
}

@inline(__always)
private func utf16Rank(_ byte: UInt8) -> Int { byte == 0xEE || byte == 0xEF ? Int(byte) + 0x100 : Int(byte) }

extension String {
  /// The text in lower case, as `toLowerCase` of ECMA-262 §22.1.3.28: Unicode's full mapping with the final
  /// sigma of Greek (the Unicode Standard §3.13, SpecialCasing.txt), which Swift's `lowercased()` leaves out.
  func lowercasedAsECMA() -> String {
    if utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A).contains($0) }) { return self }
    guard unicodeScalars.contains("\u{3A3}") else { return mappedToLowercase(unicodeScalars) }
    let scalars = Array(unicodeScalars)
    var text = ""
    for (place, scalar) in scalars.enumerated() {
      if scalar == "\u{3A3}" {
        text += isFinalSigma(at: place, in: scalars) ? "\u{3C2}" : "\u{3C3}"
      } else {
        text += scalar.properties.lowercaseMapping
      }
    }
    return text
  }

  private func mappedToLowercase(_ scalars: UnicodeScalarView) -> String {
    var text = ""
    for scalar in scalars { text += scalar.properties.lowercaseMapping }
    return text
  }
}

/// Final_Sigma: a cased letter precedes it and none follows it, ignoring case-ignorable characters.
private func isFinalSigma(at place: Int, in scalars: [Unicode.Scalar]) -> Bool {
  func isSkipped(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isCaseIgnorable }
  let before = scalars[..<place].last { !isSkipped($0) }
  let after = scalars[(place + 1)...].first { !isSkipped($0) }
  return before.map(\.properties.isCased) == true && after.map(\.properties.isCased) != true
}
