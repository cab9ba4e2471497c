import Dispatch
import HTTPWire

@testable import SocketServer

extension Connection {
  /// As if all that happened to it had happened that much earlier.
  func age(by nanoseconds: UInt64) {
    active -= min(active, nanoseconds)
    if headSince > 0 { headSince -= min(headSince - 1, nanoseconds) }
    if bodySince > 0 { bodySince -= min(bodySince - 1, nanoseconds) }
    if shutSince > 0 { shutSince -= min(shutSince - 1, nanoseconds) }
    pace.since -= min(pace.since, nanoseconds)
    pace.tookAt -= min(pace.tookAt, nanoseconds)
    if askedAt > 0 { askedAt -= min(askedAt - 1, nanoseconds) }
  }
}

extension TestServer {
  /// Makes all connections older, then looks at their times: no test has to wait for a time to pass.
  func age(by time: Duration) {
    for loop in server.loops {
      loop.queue.sync {
        loop.forEachConnection { $0.age(by: time.nanoseconds) }
        loop.sweep()
      }
    }
  }

  /// Waits until no connection has output that waits.
  var isAllTaken: Bool {
    waits {
      server.loops.allSatisfy { loop in
        loop.queue.sync {
          var backlog = 0
          loop.forEachConnection { backlog += $0.backlog }
          return backlog == 0
        }
      }
    }
  }

  /// Waits until the server has read so many bytes in all.
  func hasRead(_ count: Int) -> Bool { waits { server.metrics.bytesRead == UInt64(count) } }

  /// What there still is, for those who wonder why.
  var remaining: [String] {
    server.loops.flatMap { loop in
      loop.queue.sync {
        var texts: [String] = []
        loop.forEachConnection { connection in
          texts.append(
            "\(connection.state), watched for \(connection.interest.rawValue), resumes \(connection.resumes), "
              + "input \(connection.input?.count ?? -1), backlog \(connection.backlog), "
              + "written \(connection.written), hung up \(Socket.hungUp(among: [connection.descriptor]))")
        }
        return texts
      }
    }
  }
}
