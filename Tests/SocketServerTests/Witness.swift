import Dispatch
import RawClient
import Synchronization

/// A client that behaves well, all the while that others don't: one request after the other on one connection, each
/// answer compared with what it has to be.
final class Witness: Sendable {
  private struct Report {
    var answers = 0
    var wrong: [String] = []
    var isDone = false
  }

  /// So many answers at least, however short the test is.
  private static let least = 20

  private let report = Mutex(Report())
  private let ended = DispatchSemaphore(value: 0)

  init(_ client: sending TestClient) {
    let client = Mutex<TestClient?>(client)
    DispatchQueue(label: "witness").async { [self] in
      client.withLock { [self] client in
        if let client { watch(client) }
        client = nil
      }
      ended.signal()
    }
  }

  private func watch(_ client: TestClient) {
    while true {
      let response = client.get("/ready")
      let goesOn = report.withLock { report in
        guard let response else {
          report.wrong.append("no answer: \(client.ending)")
          return false
        }
        if response.status == 200, response.body == "ready" {
          report.answers += 1
        } else {
          report.wrong.append("\(response)")
        }
        return !report.isDone || report.answers < Self.least
      }
      guard goesOn else { return }
    }
  }

  /// The answers that were not right, once no more are asked for.
  func finish() -> [String] {
    report.withLock { $0.isDone = true }
    ended.wait()
    return report.withLock { $0.wrong }
  }

  var answers: Int { report.withLock { $0.answers } }
}
