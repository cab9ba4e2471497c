package import JSONText
import MessageDigest

/// Digests (SHA-256, FIPS 180-4) of the content last imported from a file. They show whether the file has changed.
package struct ImportMark: Sendable, Equatable {
  /// The digest of the content as compact JSON in member order.
  package let content: [UInt8]
  /// The digest of the file's bytes; nil if they are not known.
  package let text: [UInt8]?

  /// The length of a digest, in bytes.
  package static let digestBytes = 32

  package init(content: [UInt8], text: [UInt8]?) {
    self.content = content
    self.text = text
  }

  package init(_ document: JSONDocument) {
    content = Self.digest(document.value.serialized())
    text = Self.digest(document.text)
  }

  package static func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256Digest(of: bytes).bytes }
}
