/// The media type of a file: by its first bytes, else by the end of its name.
enum AssetType {
  /// All media types, the one of unknown files first.
  static let all = [
    "application/octet-stream", "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif",
    "image/heic",
    "image/svg+xml", "video/mp4", "audio/mpeg", "application/pdf", "font/woff2", "font/otf", "font/ttf",
    "application/json", "text/plain", "text/html", "text/css", "text/javascript",
  ]

  static func of(_ bytes: [UInt8], name: String) -> StaticString {
    if let type = sniffed(bytes) { return type }
    switch name.split(separator: ".").last?.lowercased() {
    case "svg": return "image/svg+xml"
    case "json": return "application/json"
    case "txt": return "text/plain; charset=utf-8"
    case "html", "htm": return "text/html; charset=utf-8"
    case "css": return "text/css; charset=utf-8"
    case "js": return "text/javascript; charset=utf-8"
    case "mp3": return "audio/mpeg"
    default: return "application/octet-stream"
    }
  }

  /// The media type by the first bytes; nil for other bytes (WHATWG MIME Sniffing §6
  /// <https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern>).
  private static func sniffed(_ bytes: [UInt8]) -> StaticString? {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: Array(text.description.utf8))
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if has("GIF87a") || has("GIF89a") { return "image/gif" }
    if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
    if has("ftypavif", at: 4) { return "image/avif" }
    if has("ftypheic", at: 4) || has("ftypmif1", at: 4) { return "image/heic" }
    if has("ftyp", at: 4) { return "video/mp4" }
    if has("%PDF-") { return "application/pdf" }
    if has("wOF2") { return "font/woff2" }
    if has("OTTO") { return "font/otf" }
    if bytes.starts(with: [0x00, 0x01, 0x00, 0x00, 0x00]) { return "font/ttf" }
    return nil
  }
}
