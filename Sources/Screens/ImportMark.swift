import Crypto
package import JSONText

/// What was last imported from a file, by digests (SHA-256, FIPS 180-4): enough to see that a file has changed
/// without keeping a second copy of it.
package struct ImportMark: Sendable, Equatable {
  /// Of the content as JSON: members in their order, no white space.
  package let content: [UInt8]
  /// Of the bytes of the file; nil when they are not known.
  package let text: [UInt8]?

  /// Bytes of a digest.
  package static let digestBytes = 32

  package init(content: [UInt8], text: [UInt8]?) {
    self.content = content
    self.text = text
  }

  package init(_ document: JSONDocument) {
    content = Self.digest(document.value.serialized())
    text = Self.digest(document.text)
  }

  package static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
