/// A header field of a request or a response (RFC 9110 §5).
package struct CurlField: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the name equals `other`, ignoring the case of ASCII letters (RFC 9110 §5.1).
  package func isNamed(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
  }

  /// The line for CURLOPT_HTTPHEADER. A field without a value is `Name;`, because `Name:` means "omit this field".
  /// - Throws: ``CurlError`` with the code ``CurlError/Code/invalidRequest`` if the name is not a token (RFC 9110
  ///   §5.6.2) or the value contains a control character, which could inject a line.
  func line() throws(CurlError) -> String {
    guard !name.utf8.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
      throw CurlError(.invalidRequest, "the field name \(name.debugDescription) is not a token")
    }
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw CurlError(.invalidRequest, "the value of the field \(name) contains a control character")
    }
    let isEmpty = value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return isEmpty ? "\(name);" : "\(name): \(value)"
  }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}

/// `tchar` of RFC 9110 §5.6.2.
func isTokenByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
