import Dispatch
import Eventually
import HTTPWire

@testable import SocketServer

extension TestServer {
  /// Sets the loops' clocks forward and checks all timeouts, so that no test waits for a timeout.
  func age(by time: Duration) {
    for loop in server.loops {
      loop.queue.sync {
        loop.clock.offset += time.nanoseconds
        loop.checkTimeouts()
      }
    }
  }

  /// Waits until no connection has pending output. False after a minute.
  var isOutputDrained: Bool {
    eventually {
      server.loops.allSatisfy { loop in
        loop.queue.sync {
          var backlog = 0
          loop.forEachConnection { backlog += $0.backlog }
          return backlog == 0
        }
      }
    }
  }

  /// Waits until the server has read `count` bytes in total. False after a minute.
  func hasRead(_ count: Int) -> Bool { eventually { server.metrics.bytesRead == UInt64(count) } }

  /// The open connections, for the messages of failed expectations.
  var openConnections: [String] {
    server.loops.flatMap { loop in
      loop.queue.sync {
        var texts: [String] = []
        loop.forEachConnection { connection in
          texts.append(
            "\(connection.state), interest \(connection.interest.rawValue), "
              + "resume scheduled \(connection.isResumeScheduled), "
              + "input \(connection.input?.count ?? -1), backlog \(connection.backlog), "
              + "written \(connection.bytesWritten), hung up \(Socket.hungUp(among: [connection.descriptor]))"
          )
        }
        return texts
      }
    }
  }
}
