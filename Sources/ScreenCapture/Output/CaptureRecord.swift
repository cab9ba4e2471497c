package import JSONText
import Screens

/// What captures have written to a folder, so that a later one recognizes what a person has changed since.
///
/// Definitions and wire formats allow no members of others, so the record is a file of its own.
package struct CaptureRecord: Sendable, Equatable {
  /// The name of the file in the folder. Marquee reads no screen from a name that begins with `_`.
  package static let path = "_capture.json"

  /// The digests of the files as they were written, by path.
  private var digests: [String: String] = [:]
  /// The recorded queries of each screen, by path.
  private var queries: [String: [CapturedQuery]] = [:]

  /// What the author has said about responses. Later captures read other responses of this form likewise.
  private(set) var hints: [ElementHints] = []

  private static let description =
    "marquee capture has written these files. A later capture changes them only while they are as listed here."

  package init() {}

  /// Nil if the document is no record.
  package init?(_ json: JSONValue) {
    guard let files = json["files"]?.objectValue else { return nil }
    for file in files {
      guard let digest = file.value["digest"]?.stringValue else { return nil }
      digests[file.name] = digest
      if let list = file.value["queries"]?.arrayValue { queries[file.name] = list.map { CapturedQuery($0) } }
    }
    hints = (json["hints"]?.arrayValue ?? []).map { ElementHints($0) }
  }

  package var isEmpty: Bool { digests.isEmpty }

  package var json: JSONValue {
    var files = JSONObject()
    for (path, digest) in digests.sorted(by: { ExactString($0.key) < ExactString($1.key) }) {
      var file: JSONObject = ["digest": .string(digest)]
      if let list = queries[path] { file["queries"] = .array(list.map(\.json)) }
      files[path] = .object(file)
    }
    var json: JSONObject = ["description": .string(Self.description), "files": .object(files)]
    if !hints.isEmpty { json["hints"] = .array(hints.map(\.json)) }
    return .object(json)
  }

  /// Whether a capture has written a file with this content; nil if it has written no such file.
  func hasWritten(_ json: JSONValue, to path: String) -> Bool? {
    digests[path].map { $0 == Self.digest(of: json) }
  }

  /// The queries to which the screen of a path has the recorded responses.
  func queries(of path: String) -> [CapturedQuery] { queries[path] ?? [] }

  mutating func add(_ file: CapturedFile, queries list: [CapturedQuery]? = nil) {
    digests[file.path] = Self.digest(of: file.json)
    queries[file.path] = list?.isEmpty ?? true ? nil : list
  }

  /// Adds hints that name lists. Others fit any response, so they hold for one capture.
  mutating func add(_ hints: ElementHints) {
    if !hints.items.isEmpty, !self.hints.contains(hints) { self.hints.append(hints) }
  }

  /// Adds queries to which a screen has the recorded responses already.
  mutating func add(_ list: [CapturedScreen.Expectation], of path: String) {
    guard digests[path] != nil else { return }
    var known = Set(queries(of: path).map(\.key))
    // The queries of later pages follow that of the first.
    queries[path, default: []] += list.filter { known.insert($0.query.key).inserted }.flatMap(\.queries)
  }

  /// A digest that white space does not change.
  private static func digest(of json: JSONValue) -> String {
    ImportMark.digest(json.serialized()).map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }.joined()
  }
}
