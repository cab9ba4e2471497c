/// One header field, as it is sent or as it came (RFC 9110 §5).
package struct CurlField: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Field names are compared without regard to ASCII case (RFC 9110 §5.1).
  package func isNamed(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { lowered($0) == lowered($1) }
  }

  /// The line that libcurl takes for CURLOPT_HTTPHEADER; a field without a value is written `Name;` there,
  /// since `Name:` would mean "leave this one out".
  /// - Throws: ``CurlError`` of code ``CurlError/Code/invalidRequest`` when the name is no token (RFC 9110
  ///   §5.6.2), or the value holds a control character, and could so end the line.
  func line() throws(CurlError) -> String {
    guard !name.utf8.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
      throw CurlError(.invalidRequest, "a field name is no token: \(name.debugDescription)")
    }
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw CurlError(.invalidRequest, "the value of \(name) holds a control character")
    }
    let isBlank = value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return isBlank ? "\(name);" : "\(name): \(value)"
  }
}

private func lowered(_ byte: UInt8) -> UInt8 {
  (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}

/// `tchar` of RFC 9110 §5.6.2.
func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
