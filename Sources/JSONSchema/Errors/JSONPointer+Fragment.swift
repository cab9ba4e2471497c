import JSONText

extension JSONPointer {
  /// The pointer as the fragment of a URI (RFC 6901 §6), with percent-encoding of the characters that RFC 3986 §3.5
  /// does not allow.
  var fragment: String {
    var text = ""
    for byte in description.utf8 {
      if byte.isASCIILetter || byte.isASCIIDigit || "-._~!$&'()*+,;=:@/?".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 0x10 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
