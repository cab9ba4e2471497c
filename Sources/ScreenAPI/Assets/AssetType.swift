import HTTPWire
import Screens

/// The media type of a file: by its first bytes, else by the end of its name.
struct AssetType {
  let mediaType: StaticString
  /// Whether a browser that opens the file runs nothing in it.
  let isInert: Bool

  private init(_ mediaType: StaticString, isInert: Bool = true) {
    self.mediaType = mediaType
    self.isInert = isInert
  }

  /// All media types, the one of unknown files first.
  static let all = [
    "application/octet-stream", "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif",
    "image/heic",
    "image/svg+xml", "video/mp4", "audio/mpeg", "application/pdf", "font/woff2", "font/otf", "font/ttf",
    "application/json", "text/plain", "text/html", "text/css", "text/javascript",
  ]

  static func of(_ bytes: [UInt8], name: String) -> AssetType {
    if let type = sniffed(bytes) { return AssetType(type) }
    return switch name.split(separator: ".").last?.lowercased() {
    case "json": AssetType("application/json")
    case "txt": AssetType("text/plain; charset=utf-8")
    case "mp3": AssetType("audio/mpeg")
    case "svg": AssetType("image/svg+xml", isInert: false)
    case "html", "htm": AssetType("text/html; charset=utf-8", isInert: false)
    case "css": AssetType("text/css; charset=utf-8", isInert: false)
    case "js": AssetType("text/javascript; charset=utf-8", isInert: false)
    default: AssetType("application/octet-stream", isInert: false)
    }
  }

  /// The fields of a response with such a file. Assets and the console have one origin. A browser therefore opens an
  /// asset that is not inert in a sandbox, where scripts do not run, and which has an origin of its own.
  var fields: [HTTPField] {
    let type = HTTPField("Content-Type", mediaType)
    return isInert ? [type] : [type, HTTPField("Content-Security-Policy", Self.sandbox)]
  }

  static let sandbox: StaticString =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  /// The media type by the first bytes, which is inert; nil for other bytes (WHATWG MIME Sniffing §6
  /// <https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern>).
  private static func sniffed(_ bytes: [UInt8]) -> StaticString? {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: Array(text.description.utf8))
    }
    switch Picture.Format(signatureOf: bytes) {
    case .jpeg: return "image/jpeg"
    case .png: return "image/png"
    case .gif: return "image/gif"
    case .webp: return "image/webp"
    case .avif: return "image/avif"
    case .svg, nil: break
    }
    if has("ftypheic", at: 4) || has("ftypmif1", at: 4) { return "image/heic" }
    if has("ftyp", at: 4) { return "video/mp4" }
    if has("%PDF-") { return "application/pdf" }
    if has("wOF2") { return "font/woff2" }
    if has("OTTO") { return "font/otf" }
    if bytes.starts(with: [0x00, 0x01, 0x00, 0x00, 0x00]) { return "font/ttf" }
    return nil
  }
}
