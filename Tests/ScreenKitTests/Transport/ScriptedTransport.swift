import Foundation
import ScreenKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport whose responses come from a closure.
final class ScriptedTransport: Transport, @unchecked Sendable {
  typealias Respond = @Sendable (URLRequest, Int) async throws -> TransportResponse

  private let lock = NSLock()
  private var sent: [URLRequest] = []
  private let respond: Respond

  /// Creates a transport.
  /// - Parameter respond: Returns the response to a request. Its second parameter counts the requests from 0.
  init(_ respond: @escaping Respond) { self.respond = respond }

  var requests: [URLRequest] { lock.withLock { sent } }

  /// Counts from 0 again.
  func forget() { lock.withLock { sent = [] } }

  func send(_ request: URLRequest) async throws -> (
    HTTPURLResponse, AsyncThrowingStream<Data, any Error>
  ) {
    let number = lock.withLock {
      sent.append(request)
      return sent.count - 1
    }
    let response = try await respond(request, number)
    let chunks = AsyncThrowingStream<Data, any Error> { continuation in
      // Two chunks, because networks split bodies too.
      let half = response.body.count / 2
      continuation.yield(Data(response.body.prefix(half)))
      continuation.yield(Data(response.body.dropFirst(half)))
      continuation.finish()
    }
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
        headerFields: response.fields.dictionary)
    else { throw URLError(.badURL) }
    return (head, chunks)
  }
}

extension URLRequest {
  var fields: HeaderFields { HeaderFields(allHTTPHeaderFields ?? [:]) }

  var path: String { url?.path ?? "" }
}

/// A clock that does not wait and records the requested delays.
final class RecordingClock: ScreenClock, @unchecked Sendable {
  private let lock = NSLock()
  private var time = Date(timeIntervalSince1970: 1_000_000)
  private var slept: [Double] = []

  var now: Date { lock.withLock { time } }

  var sleeps: [Double] { lock.withLock { slept } }

  func sleep(seconds: Double) async throws {
    try Task.checkCancellation()
    lock.withLock {
      slept.append(seconds)
      time += seconds
    }
    await Task.yield()
  }

  func advance(_ seconds: Double) { lock.withLock { time += seconds } }
}

/// Waits until the task is cancelled.
func waitUntilCancelled() async {
  let (never, source) = AsyncStream.makeStream(of: Void.self)
  for await _ in never {}
  source.finish()
}

/// A gate that opens once and stays open.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }
}

/// Returns a screen with one line of text per item, in the format `screen`.
func body(_ texts: [String], version: Int = 1) -> Data {
  let items = texts.map { #"{"id":"\#($0)","viewType":"ONE_LINE_TEXT","content":{"text1":"\#($0)"}}"# }
  return Data(
    #"{"route":"home","version":\#(version),"sections":[{"items":[\#(items.joined(separator: ","))]}]}"#.utf8)
}

/// Returns a response with one line of text per item.
func response(_ texts: [String], version: Int = 1) -> TransportResponse {
  TransportResponse(
    status: 200, fields: ["etag": "\"v\(version)\"", "screen-version": "\(version)"],
    body: body(texts, version: version))
}

extension ScreenSnapshot {
  var texts: [String] { screen.appContents.map { if case .line(let text) = $0 { text } else { "?" } } }
}

/// Collects warnings from any thread.
final class Warnings: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [ScreenWarning] = []

  var log: @Sendable (ScreenWarning) -> Void {
    { warning in self.lock.withLock { self.collected.append(warning) } }
  }

  var kinds: [ScreenWarning.Kind] { lock.withLock { collected.map(\.kind) } }
}
