/// A picture that may be uploaded: bytes of a known type that run nothing in a browser.
package struct Picture: Sendable {
  /// The maximum size, in bytes.
  package static let maximumBytes = 8 << 20

  package enum Format: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp, avif, svg

    /// The end of the names of its files.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
  }

  /// Why bytes are no picture that may be uploaded.
  package struct Refusal: Error, Sendable {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  package let format: Format
  package let bytes: [UInt8]

  /// Reads the format from the first bytes. What a client says about them does not count.
  package init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= Self.maximumBytes else {
      throw Refusal("the picture has more than \(Self.maximumBytes) bytes")
    }
    if let format = Format(signatureOf: bytes) {
      self.format = format
    } else {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
      guard text.first(where: { !XMLReader.isSpace($0) }) == UInt8(ascii: "<") else {
        throw Refusal("its first bytes are not those of a PNG, JPEG, GIF, WebP, AVIF or SVG picture")
      }
      try SVGRules.check(text)
      format = .svg
    }
    self.bytes = bytes
  }

}

extension Picture.Format {
  /// The format by its first bytes (WHATWG MIME Sniffing §6, AVIF §6); nil for other bytes, and for SVG, which has no
  /// signature.
  package init?(signatureOf bytes: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) {
      self = .avif
    } else {
      return nil
    }
  }
}
