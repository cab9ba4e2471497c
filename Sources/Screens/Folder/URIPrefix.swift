extension StringProtocol {
  /// Whether a URI begins with a scheme, compared without the case of ASCII letters (RFC 3986 §3.1).
  /// - Parameter prefix: the scheme and what follows it, in lower case, such as `https://`.
  package func hasURIPrefix(_ prefix: String) -> Bool {
    var bytes = utf8.makeIterator()
    return prefix.utf8.allSatisfy { wanted in
      guard let byte = bytes.next() else { return false }
      return byte == wanted || (0x41...0x5A).contains(byte) && byte | 0x20 == wanted
    }
  }
}
