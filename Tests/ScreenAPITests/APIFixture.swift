import Foundation
import HTTPWire
import JSONText
import SQLiteStore
import ScreenAPI
import Screens
import Synchronization

/// The API over a store in a temporary folder, asked with the bytes of requests; no socket is opened.
final class APIFixture {
  let folder: String
  let publisher: Publisher
  let api: ScreenAPI
  private var loop: ServingState.Snapshot

  static let viewType = """
    {"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}}
    """
  static let format = #"{"screen":{"all":"$items"},"item":{"id":"$id","c":"$content"}}"#

  struct Answer {
    let status: Int
    let body: String
  }

  init(definition: String) throws {
    folder = NSTemporaryDirectory() + "marquee-api-" + UUID().uuidString
    let serving = ServingState()
    var problems: [FileProblem] = []
    publisher = try Publisher(
      store: try SQLiteStore(folder: folder + "/data"), observer: serving, clock: { 0 }, problems: &problems)
    for (path, text) in [
      ("_types/TEXT.json", Self.viewType), ("_formats/viewItems.json", Self.format),
      ("home.json", definition),
    ] {
      let file = URL(fileURLWithPath: folder + "/screens/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    problems += try publisher.importFiles(try FolderContents(reading: folder + "/screens")).problems
    guard problems.isEmpty else { throw Unexpected(text: problems.flatMap(\.lines).joined(separator: "\n")) }
    api = ScreenAPI(
      publisher: publisher, serving: serving,
      environment: APIEnvironment(
        version: "0", adminToken: "secret", metrics: { _ in }, offload: { $0() },
        later: { $1() }))
    loop = api.makeLoop()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  struct Unexpected: Error { let text: String }

  /// The answer to one request, given as its lines.
  func answer(_ lines: String..., body: String = "") throws -> Answer {
    var head = lines + ["Host: test"]
    if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
    let message = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    let input = InputBuffer(capacity: message.count)
    message.withBytes { input.append($0) }
    let parser = RequestParser(limits: WireLimits())
    guard parser.advance(input) == .request else { throw Unexpected(text: "no whole request") }
    // A request is a view of its buffer.
    defer { withExtendedLifetime(input) {} }
    switch api.handle(parser.request(in: input), loop: &loop) {
    case .prepared(let response):
      return Answer(
        status: Int(response.status.rawValue), body: String(decoding: response.body, as: UTF8.self))
    case .response(let response):
      return Answer(response)
    case .deferred(let work):
      let given = Mutex<Answer?>(nil)
      work(
        Responder(makeWriter: { StreamWriter(number: 0, capacity: 0) { _ in } }) { answer in
          given.withLock { given in
            switch answer {
            case .response(let response): given = Answer(response)
            case .prepared(let response):
              given = Answer(
                status: Int(response.status.rawValue), body: String(decoding: response.body, as: UTF8.self))
            default: given = nil
            }
          }
        })
      guard let answer = given.withLock({ $0 }) else { throw Unexpected(text: "no answer") }
      return answer
    default:
      throw Unexpected(text: "another kind of reply")
    }
  }
}

extension APIFixture.Answer {
  init(_ response: HTTPResponse) {
    self.init(status: Int(response.status.rawValue), body: String(decoding: response.body, as: UTF8.self))
  }
}
