public import Foundation

/// Screens that ship with the app, for the first start without a network.
///
/// `marquee export --seed` writes the file: `{"screens":[{"route","format","etag","version","body"}]}`, where
/// `body` is the screen as JSON, or its JSON text as a string.
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

  private var screens: [Key: CachedScreen] = [:]

  /// Creates a seed from the content of a seed file.
  /// - Throws: `DecodingError` when the data is not a seed.
  public init(_ data: Data) throws { try add(data) }

  /// Creates a seed from a file, or from all `.json` files of a folder.
  /// - Throws: The file system's error; `DecodingError` when a file is not a seed.
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
      screens[Key(route: entry.route, format: entry.format)] = CachedScreen(
        body: body, etag: entry.etag, version: entry.version, confirmedAt: .distantPast)
    }
  }

  /// Returns the screen of a route in a wire format; nil when the seed has none.
  package func screen(_ route: String, format: String) -> CachedScreen? {
    screens[Key(route: route, format: format)]
  }

  /// The routes of the seed, sorted.
  public var routes: [String] { Set(screens.keys.map(\.route)).sorted() }
}
