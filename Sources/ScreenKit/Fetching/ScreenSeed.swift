public import Foundation

/// Screens that come with the app, for the first start without a network: what `marquee export --seed` writes.
///
/// `{"screens":[{"route","format","etag","version","body"}]}`; `body` is the screen's JSON, or its text as a string.
public struct ScreenSeed: Sendable {
  private struct Document: Decodable {
    var screens: [Entry]
  }

  private struct Entry: Decodable {
    var route: String
    var format: String
    var etag: String?
    var version: Int?
    var body: JSONValue
  }

  private struct Key: Hashable {
    let route: String
    let format: String
  }

  private var screens: [Key: StoredScreen] = [:]

  /// - Throws: `DecodingError` when it is no seed.
  public init(_ data: Data) throws { try add(data) }

  /// Reads a file, or all files of a folder whose names end in `.json`.
  public init(contentsOf url: URL) throws {
    let values = try url.resourceValues(forKeys: [.isDirectoryKey])
    guard values.isDirectory == true else {
      try add(Data(contentsOf: url))
      return
    }
    let files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent })
    where file.pathExtension == "json" { try add(Data(contentsOf: file)) }
  }

  private mutating func add(_ data: Data) throws {
    for entry in try JSONDecoder.screenKit.decode(Document.self, from: data).screens {
      let body = try entry.body.stringValue.map { Data($0.utf8) } ?? JSONEncoder.screenKit.encode(entry.body)
      screens[Key(route: entry.route, format: entry.format)] = StoredScreen(
        body: body, etag: entry.etag, version: entry.version, confirmedAt: .distantPast)
    }
  }

  /// The screen of a route in a wire format.
  public func screen(_ route: String, format: String) -> StoredScreen? {
    screens[Key(route: route, format: format)]
  }

  /// The routes that it has, sorted.
  public var routes: [String] { Set(screens.keys.map(\.route)).sorted() }
}
