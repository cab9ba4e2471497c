import Foundation

/// The file format of a cached screen: one line of JSON that describes it, then its body.
struct CacheFile {
  private struct Head: Codable {
    var key: String
    var etag: String?
    var version: Int?
    var experiment: String?
    var variant: String?
    var assignments: String?
    var downgraded: String?
    var language: String?
    var nextPageQuery: String?
    var reportToken: String?
    var confirmedAt: Date
    var bytes: Int
    /// The checksum of the body. After a power failure a file can have the right length and the wrong content.
    var checksum: String
  }

  let key: String
  let screen: CachedScreen

  init(key: String, screen: CachedScreen) {
    self.key = key
    self.screen = screen
  }

  /// Parses a file; nil when it is incomplete or is not a cache file.
  init?(_ data: Data) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONDecoder.screenKit.decode(Head.self, from: data[..<end])
    else { return nil }
    let body = Data(data[data.index(after: end)...])
    guard body.count == head.bytes, FNV1a64.text(body) == head.checksum else { return nil }
    key = head.key
    screen = CachedScreen(
      body: body, etag: head.etag, version: head.version, experiment: head.experiment, variant: head.variant,
      assignments: head.assignments, downgraded: head.downgraded, language: head.language,
      nextPageQuery: head.nextPageQuery, reportToken: head.reportToken, confirmedAt: head.confirmedAt)
  }

  func data() throws -> Data {
    let head = Head(
      key: key, etag: screen.etag, version: screen.version, experiment: screen.experiment,
      variant: screen.variant, assignments: screen.assignments, downgraded: screen.downgraded,
      language: screen.language, nextPageQuery: screen.nextPageQuery, reportToken: screen.reportToken,
      confirmedAt: screen.confirmedAt, bytes: screen.body.count,
      checksum: FNV1a64.text(screen.body))
    var data = try JSONEncoder.screenKit.encode(head)
    data.append(UInt8(ascii: "\n"))
    data.append(screen.body)
    return data
  }

  /// Returns the file name of a key.
  ///
  /// Two keys can share a name. The later one then replaces the file, and the comparison of `key` keeps the
  /// earlier one from reading it.
  static func name(for key: String) -> String { FNV1a64.text(key.utf8) + "." + pathExtension }

  static let pathExtension = "screen"
}
