extension String {
  /// Creates a text from bytes; nil when they are not valid UTF-8.
  init?(validUTF8 bytes: some Collection<UInt8>) {
    #if canImport(Darwin)
      // `String(validating:as:)` needs iOS 18. Decoding replaces what is invalid, so that the bytes differ.
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.utf8.elementsEqual(bytes) else { return nil }
      self = text
    #else
      self.init(validating: bytes, as: UTF8.self)
    #endif
  }
}
