import Foundation
import HTTPWire
import JSONText
import SQLiteStore
import ScreenAPI
import Screens
import Synchronization
import TestFolders

/// The API over a store in a temporary folder. Tests pass the bytes of requests to it, without a socket.
final class APIFixture {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let serving: ServingState
  let publisher: Publisher
  let api: ScreenAPI
  private var loop: ServingState.Snapshot

  static let viewType = """
    {"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}}
    """
  static let format = #"{"screen":{"all":"$items"},"item":{"id":"$id","c":"$content"}}"#

  struct Response {
    let status: Int
    let fields: [HTTPField]
    let bytes: [UInt8]
    var body: String { String(decoding: bytes, as: UTF8.self) }

    /// The value of the first field with a name, given in lower case.
    func value(of name: StaticString) -> String? { fields.first { $0.isNamed(name) }?.value }
  }

  /// - Parameters:
  ///   - definition: the definition of the screen `home`.
  ///   - files: further files of the folder of screens, by path.
  ///   - address: the address by which clients reach the server.
  ///   - journal: the journal; nil for none.
  ///   - custom: the store; by default an empty one in the folder.
  ///   - offloadAdmin: runs requests of the admin API that change nothing; by default at once.
  ///   - offloadWrite: runs requests that store a change; by default at once.
  ///   - offloadCompute: runs long computations; by default at once.
  ///   - later: runs work after a delay in milliseconds; by default it never runs.
  init(
    definition: String, files: [String: String] = [:], address: PublicAddress = PublicAddress(),
    journal: RequestJournal? = nil, store custom: (any ScreenStore)? = nil,
    observers: [any PublicationObserver] = [],
    offloadAdmin: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    offloadWrite: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    offloadCompute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    later: @escaping APIEnvironment.Later = { milliseconds, work in
      if milliseconds == 0 { work() }
      return {}
    }
  ) throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(folder: folder.path("data"))
    serving = ServingState(journal: journal, address: address)
    var problems: [FileProblem] = []
    publisher = try Publisher(
      store: custom ?? store, observers: [serving] + observers, clock: { 0 }, problems: &problems)
    for (path, text) in [
      ("_types/TEXT.json", Self.viewType), ("_formats/viewItems.json", Self.format),
      ("home.json", definition),
    ] + files.map({ ($0.key, $0.value) }) {
      try folder.write(text, to: "screens/" + path)
    }
    problems += try publisher.folder.importFiles(try FolderContents(reading: folder.path("screens"))).problems
    guard problems.isEmpty else { throw Unexpected(text: problems.flatMap(\.lines).joined(separator: "\n")) }
    api = ScreenAPI(
      publisher: publisher, serving: serving,
      environment: APIEnvironment(
        version: "0", adminToken: "secret", metrics: { _ in }, offload: { $0() },
        offloadAdmin: offloadAdmin, offloadWrite: offloadWrite, offloadCompute: offloadCompute,
        consoleHost: "127.0.0.1", later: later))
    loop = api.makeLoop()
  }

  struct Unexpected: Error { let text: String }

  /// The response to a request, given as its lines. The OpenAPI document must declare such a response.
  func send(
    _ lines: String..., host: String? = "test", isFromTrustedProxy: Bool = false, body: String = ""
  ) throws -> Response {
    try send(lines: lines, host: host, isFromTrustedProxy: isFromTrustedProxy, body: body)
  }

  func send(
    lines: [String], host: String? = "test", isFromTrustedProxy: Bool = false, body: String = ""
  ) throws -> Response {
    let response = try undocumentedResponse(
      lines, host: host, isFromTrustedProxy: isFromTrustedProxy, body: body)
    let differences = APIDocument.standard.differences(from: response, to: lines[0])
    if !differences.isEmpty {
      throw Unexpected(
        text: "\(lines[0]): /openapi.json does not declare \(differences.joined(separator: ", "))")
    }
    return response
  }

  private func undocumentedResponse(
    _ lines: [String], host: String?, isFromTrustedProxy: Bool, body: String
  ) throws -> Response {
    var head = lines
    if let host { head.append("Host: \(host)") }
    if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
    let message = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    let input = InputBuffer(capacity: message.count)
    message.withBytes { input.append($0) }
    let parser = RequestParser(limits: .api)
    guard parser.advance(input) == .request else { throw Unexpected(text: "no whole request") }
    let reply = parser.withRequest(in: input, isFromTrustedProxy: isFromTrustedProxy) {
      api.handle($0, loop: &loop)
    }
    switch reply {
    case .prepared(let response):
      return Response(response)
    case .response(let response):
      return Response(response)
    case .deferred(let work):
      let given = Mutex<Response?>(nil)
      work(
        Responder(makeWriter: { StreamWriter(number: 0, capacity: 0) { _ in } }) { response in
          given.withLock { given in
            switch response {
            case .response(let response): given = Response(response)
            case .prepared(let response): given = Response(response)
            default: given = nil
            }
          }
        })
      guard let response = given.withLock({ $0 }) else { throw Unexpected(text: "no response") }
      return response
    default:
      throw Unexpected(text: "another kind of reply")
    }
  }
}

extension APIFixture.Response {
  init(_ response: HTTPResponse) {
    self.init(status: Int(response.status.rawValue), fields: response.fields, bytes: response.body)
  }

  init(_ response: PreparedResponse) {
    self.init(
      status: Int(response.status.rawValue), fields: response.head.fields, bytes: Array(response.body))
  }
}
