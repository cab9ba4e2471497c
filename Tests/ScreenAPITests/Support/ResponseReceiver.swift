import HTTPWire
import Synchronization

/// The client's side of one response. It accepts every piece of a body at once.
final class ResponseReceiver: Sendable {
  private struct State {
    var head: HTTPResponse?
    var body: [UInt8] = []
    var isComplete = false
    /// The outcome in words, if it is not a response.
    var fault: String?
  }

  /// Larger than any body, because pieces are not counted as sent.
  private static let capacity = 1 << 40

  private let state = Mutex(State())

  var isComplete: Bool { state.withLock(\.isComplete) }

  func makeWriter() -> StreamWriter {
    StreamWriter(number: 0, capacity: Self.capacity) { [weak self] event in self?.receive(event) }
  }

  func receive(_ outcome: Responder.Outcome) {
    state.withLock { state in
      state.isComplete = true
      switch outcome {
      case .response(let response): (state.head, state.body) = (response, response.body)
      case .prepared(let response): (state.head, state.body) = (response.head, response.body)
      case .stream(let response, _, _):
        (state.head, state.body) = (response, response.body)
        state.isComplete = false
      case .none: state.fault = "no response"
      case .reset: state.fault = "a reset"
      case .raw: state.fault = "bytes that are not a response"
      }
    }
  }

  private func receive(_ event: StreamWriter.Event) {
    switch event {
    case .piece(let piece): state.withLock { $0.body += piece }
    case .finish: state.withLock { $0.isComplete = true }
    case .reset:
      state.withLock { state in
        state.isComplete = true
        state.fault = "a reset"
      }
    }
  }

  func response() throws -> FolderServer.Response {
    let state = state.withLock(\.self)
    guard let head = state.head, state.fault == nil else {
      throw FolderServer.Failure(description: state.fault ?? "no response")
    }
    return FolderServer.Response(status: Int(head.status.rawValue), fields: head.fields, body: state.body)
  }
}

/// Delayed work. The virtual time advances by running it, without waiting.
final class DelayedWork: Sendable {
  private struct State {
    var now = 0
    var items: [(time: Int, work: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  /// The virtual time, in milliseconds.
  var now: Int { state.withLock(\.now) }

  func add(after milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      let time = state.now + max(milliseconds, 0)
      let place = state.items.firstIndex { $0.time > time } ?? state.items.endIndex
      state.items.insert((time, work), at: place)
    }
  }

  /// Runs the work that is due next.
  /// - Returns: false if there is none.
  func runNext() -> Bool {
    let work: (@Sendable () -> Void)? = state.withLock { state in
      guard !state.items.isEmpty else { return nil }
      let first = state.items.removeFirst()
      state.now = first.time
      return first.work
    }
    work?()
    return work != nil
  }
}
