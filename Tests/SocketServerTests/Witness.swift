import Dispatch
import RawClient
import Synchronization

/// A well-behaved client in the background: it sends one request after another and checks each response.
final class Witness: Sendable {
  private struct Report {
    var responses = 0
    var wrong: [String] = []
    var isDone = false
  }

  /// The minimum number of responses, even in a short test.
  private static let minimum = 20

  private let report = Mutex(Report())
  private let ended = DispatchSemaphore(value: 0)

  init(_ client: sending TestClient) {
    let client = Mutex<TestClient?>(client)
    DispatchQueue(label: "witness").async { [self] in
      client.withLock { [self] client in
        if let client { sendRequests(client) }
        client = nil
      }
      ended.signal()
    }
  }

  private func sendRequests(_ client: TestClient) {
    while true {
      let response = client.get("/ready")
      let continues = report.withLock { report in
        guard let response else {
          report.wrong.append("no response: \(client.ending)")
          return false
        }
        if response.status == 200, response.body == "ready" {
          report.responses += 1
        } else {
          report.wrong.append("\(response)")
        }
        return !report.isDone || report.responses < Self.minimum
      }
      guard continues else { return }
    }
  }

  /// Stops the client and returns the wrong responses.
  func finish() -> [String] {
    report.withLock { $0.isDone = true }
    ended.wait()
    return report.withLock { $0.wrong }
  }

  var responses: Int { report.withLock { $0.responses } }
}
