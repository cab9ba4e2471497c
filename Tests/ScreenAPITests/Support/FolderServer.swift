import Foundation
import HTTPWire
import JSONText
import SQLiteStore
import ScreenAPI
import ScreenMock
import Screens
import Synchronization
import TestFolders
import Testing

/// The API over a folder of screens and a data folder, composed like `marquee serve` and called as a
/// function: no process, no socket, no waiting.
///
/// Delayed work runs at once, in the order of its times, while a request waits for its response.
final class FolderServer {
  static let token = "test-token"

  /// The settings of `marquee serve`.
  struct Options {
    var keepVersions: Int?
    var gate: Definition.Gate?
    var recordsExposures = true
    var exposureSalt: String?
    var journal = 1000
    var keepsJournalBodies = false
    var disablesMock = false
    var delay: String?
    var publicURL: String?
    /// Whether as many previews wait as can wait.
    var previewsAreFull = false
    var clock: @Sendable () -> Double = { Date().timeIntervalSince1970 }
  }

  typealias Field = (name: String, value: String)

  struct Response: Equatable {
    let status: Int
    let fields: [HTTPField]
    let body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first field with a name.
    func value(of name: String) -> String? {
      fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The seconds that ``pass(seconds:)`` has added to the clock of the options.
  private final class PassedTime: Sendable {
    let seconds = Atomic<Int>(0)
  }

  struct Session {
    let id: String
    /// `/s/ID`.
    let path: String
  }

  /// The address by which clients reach the server.
  let url = "http://127.0.0.1:8080"
  /// The delay of the last response, in milliseconds.
  private(set) var waited = 0
  /// The problems of files and stored documents at the start, as `marquee serve` prints them.
  let problems: [String]
  private let passed: PassedTime
  private let work = DelayedWork()
  private let store: SQLiteStore
  private let exposures: SQLiteExposureStore?
  private let deliveries: SQLiteDeliveryStore
  /// What apps have reported.
  let reports: SQLiteReportStore
  private let serving: ServingState
  private let publisher: Publisher
  private let api: ScreenAPI
  private var loop: ServingState.Snapshot

  private init(_ folder: ScreensFolder, _ options: Options) throws {
    let data = folder.path("data")
    let passed = PassedTime()
    self.passed = passed
    let clock: @Sendable () -> Double = { options.clock() + Double(passed.seconds.load(ordering: .relaxed)) }
    store = try SQLiteStore(folder: data)
    exposures = options.recordsExposures ? SQLiteExposureStore(folder: data) : nil
    deliveries = SQLiteDeliveryStore(folder: data)
    reports = SQLiteReportStore(folder: data)
    serving = ServingState(
      exposures: exposures.map {
        ExposureRecorder(store: $0, salt: options.exposureSalt, clock: clock) { _, _ in }
      },
      mock: Mock(delay: options.delay.flatMap { MockDelay($0) }, isOff: options.disablesMock),
      journal: options.journal > 0
        ? RequestJournal(capacity: options.journal, keepsBodies: options.keepsJournalBodies, clock: clock)
        : nil, address: PublicAddress(options.publicURL))
    var problems: [FileProblem] = []
    publisher = try Publisher(
      store: store, observers: [serving], clock: clock, gate: options.gate,
      keepVersions: options.keepVersions,
      problems: &problems)
    let report = try publisher.folder.importFiles(try FolderContents(reading: folder.path("screens")))
    let read = ScenarioFiles.read(
      report.scenarios, catalogue: publisher.catalogue, screens: publisher.screens.all, skipsPatterns: true)
    try #require(serving.mock.set(read.scenarios).isEmpty)
    let endpoints = EndpointFiles.read(
      report.endpoints, catalogue: publisher.catalogue, screens: publisher.screens.all)
    try #require(serving.mock.backend.set(endpoints.endpoints) { _ in false }.isEmpty)
    self.problems = (problems + report.problems + read.problems + endpoints.problems).flatMap(\.lines)
    api = ScreenAPI(
      publisher: publisher, serving: serving,
      environment: APIEnvironment(
        version: "0", adminToken: Self.token, metrics: { _ in }, offload: { $0() },
        offloadPreview: { [isFull = options.previewsAreFull] in
          guard !isFull else { return false }
          $0()
          return true
        }, deliveries: deliveries, reports: ReportRecorder(store: reports), consoleHost: "127.0.0.1",
        later: { [work] in
          work.add(after: $0, $1)
          return {}
        }))
    serving.address.set(host: "127.0.0.1", port: 8080)
    loop = api.makeLoop()
  }

  /// Runs a test with a server, and closes its stores afterwards.
  static func run(
    in folder: ScreensFolder, _ options: Options = Options(), _ work: (FolderServer) throws -> Void
  ) throws {
    let server = try FolderServer(folder, options)
    defer { server.close() }
    try work(server)
  }

  /// Lets time pass, and publishes what is due then.
  func pass(seconds: Int) {
    passed.seconds.add(seconds, ordering: .relaxed)
    _ = publisher.schedules.publishDue()
  }

  /// Deletes the reports that nothing needs any more.
  func deleteObsoleteReports() throws {
    for obsolete in try publisher.rollouts.obsoleteReports(in: reports) {
      while try publisher.rollouts.delete(obsolete, from: reports) {}
    }
  }

  /// Says that the server has no screens yet, like a node that has not reached its store.
  func loseScreens() { serving.setReady(false) }

  /// Takes no new requests.
  func drain() { serving.drain() }

  private func close() {
    serving.drain()
    serving.exposures?.flush()
    exposures?.close()
    deliveries.close()
    reports.close()
    store.close()
  }

  // MARK: Requests

  func request(
    _ method: String, _ path: String, fields: [Field] = [], body: String? = nil
  ) throws -> Response {
    var head = ["\(method) \(path) HTTP/1.1"]
    if !fields.contains(where: { $0.name == "Host" }) { head.append("Host: 127.0.0.1:8080") }
    head += fields.map { "\($0.name): \($0.value)" }
    if let body { head.append("Content-Length: \(body.utf8.count)") }
    return try response(to: Array((head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8))
  }

  func get(_ path: String, fields: [Field] = []) throws -> Response {
    try request("GET", path, fields: fields)
  }

  func head(_ path: String) throws -> Response { try request("HEAD", path) }

  /// Sends a request with a token, to the server or to one of its sessions.
  func admin(
    _ method: String, _ path: String, fields: [Field] = [], body: String? = nil, token: String = token,
    in session: Session? = nil
  ) throws -> Response {
    var fields = fields + [("Authorization", "Bearer \(token)")]
    if !fields.contains(where: { $0.name == "Content-Type" }) {
      fields.append(("Content-Type", "application/json"))
    }
    return try request(method, (session?.path ?? "") + "/admin" + path, fields: fields, body: body)
  }

  func session() throws -> Session {
    let json = try JSONParser.parse(try admin("POST", "/sessions").text)
    return Session(
      id: try #require(json["id"]?.stringValue), path: try #require(json["path"]?.stringValue))
  }

  /// Expects a screen with these lines of text, in this version.
  func expect(
    _ route: String, shows lines: [String], version: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let response = try get("/screens/\(route)")
    #expect(response.status == 200, sourceLocation: sourceLocation)
    #expect(response.text == Lines.viewItems(lines), sourceLocation: sourceLocation)
    #expect(response.value(of: "Screen-Version") == "\(version)", sourceLocation: sourceLocation)
  }

  /// The response to the bytes of a request, which can be malformed.
  func response(to message: [UInt8]) throws -> Response {
    let input = InputBuffer(capacity: message.count)
    message.withBytes { input.append($0) }
    let parser = RequestParser(limits: .api)
    let start = work.now
    defer { waited = work.now - start }
    let receiver = ResponseReceiver()
    switch parser.advance(input) {
    case .request: break
    case .failed(let error):
      receiver.receive(.response(api.malformed(error)))
      return try receiver.response()
    default: throw Failure(description: "no complete request")
    }
    let reply = parser.withRequest(in: input, isFromTrustedProxy: false) { api.handle($0, loop: &loop) }
    switch reply {
    case .prepared(let response): receiver.receive(.prepared(response))
    case .response(let response): receiver.receive(.response(response))
    case .deferred(let begin):
      begin(Responder(makeWriter: { receiver.makeWriter() }, deliver: { receiver.receive($0) }))
      while !receiver.isComplete {
        guard work.runNext() else { throw Failure(description: "no response") }
      }
    default: throw Failure(description: "another kind of reply")
    }
    return try receiver.response()
  }
}
