import Foundation

/// A stored screen as a file: a line of JSON that describes it, and its body.
struct CacheFile {
  private struct Head: Codable {
    var key: String
    var etag: String?
    var version: Int?
    var experiment: String?
    var variant: String?
    var assignments: String?
    var downgraded: String?
    var confirmedAt: Date
    var bytes: Int
    /// Of the body: a power cut may leave a file of the right length without its content.
    var checksum: String
  }

  let key: String
  let screen: StoredScreen

  init(key: String, screen: StoredScreen) {
    self.key = key
    self.screen = screen
  }

  /// Reads a file; nil for one that was not written to its end, or is none of ours.
  init?(_ data: Data) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONDecoder.screenKit.decode(Head.self, from: data[..<end])
    else { return nil }
    let body = Data(data[data.index(after: end)...])
    guard body.count == head.bytes, FNV1a64.text(body) == head.checksum else { return nil }
    key = head.key
    screen = StoredScreen(
      body: body, etag: head.etag, version: head.version, experiment: head.experiment, variant: head.variant,
      assignments: head.assignments,
      downgraded: head.downgraded,
      confirmedAt: head.confirmedAt)
  }

  func data() throws -> Data {
    let head = Head(
      key: key, etag: screen.etag, version: screen.version, experiment: screen.experiment,
      variant: screen.variant, assignments: screen.assignments, downgraded: screen.downgraded,
      confirmedAt: screen.confirmedAt,
      bytes: screen.body.count,
      checksum: FNV1a64.text(screen.body))
    var data = try JSONEncoder.screenKit.encode(head)
    data.append(UInt8(ascii: "\n"))
    data.append(screen.body)
    return data
  }

  /// The file's name. Two keys may share one; then the later takes its place, and the other is not found by its key.
  static func name(for key: String) -> String { FNV1a64.text(key.utf8) + "." + pathExtension }

  static let pathExtension = "screen"
}
