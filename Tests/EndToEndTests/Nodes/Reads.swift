import CurlClient
import Foundation
import Testing

/// The reads that go on whatever happens to the database.
enum Reads {
  /// A user who takes part in the experiment of the screen `home`.
  static let user = "u0"
  /// Shorter than any timeout of the database, so that a read that waits for the database fails.
  private static let timeout: Duration = Program.isSanitized ? .seconds(20) : .milliseconds(2500)

  /// Runs a test while clients read from some nodes. Expects that no read fails.
  static func goOn(on servers: [Server], during work: () async throws -> Void) async throws {
    let (failures, count) = try await withThrowingTaskGroup(of: ([String], Int).self) { group in
      for server in servers {
        let tag = try await server.get("/screens/home?user=\(user)").value(of: "ETag") ?? ""
        group.addTask {
          var failures: [String] = []
          var count = 0
          let session = try CurlSession()
          while !Task.isCancelled, failures.isEmpty {
            failures += await Self.failures(of: session, on: server, tag: tag)
            count += 1
            // A pause between two rounds, so that the nodes get some of the processor. No result depends on it.
            try? await Task.sleep(for: .milliseconds(5))
          }
          return (failures, count)
        }
      }
      do {
        try await work()
      } catch {
        group.cancelAll()
        throw error
      }
      // Ends the loops, and no request.
      group.cancelAll()
      return try await group.reduce(into: ([String](), Int.max)) { $0 = ($0.0 + $1.0, min($0.1, $1.1)) }
    }
    #expect(failures == [])
    #expect(count > 0)
  }

  /// Sends each read once.
  /// - Parameter tag: the entity tag of the screen `home`.
  private static func failures(of session: CurlSession, on server: Server, tag: String) async -> [String] {
    let context = #"{"context":{"targetingKey":"\#(user)"}}"#
    let reads: [(method: String, path: String, fields: [CurlField], body: String?, status: Int)] = [
      ("GET", "/screens", [], nil, 200),
      ("GET", "/screens/lines", [], nil, 200),
      ("HEAD", "/screens/lines", [], nil, 200),
      ("GET", "/screens/home?user=\(user)", [], nil, 200),
      ("GET", "/screens/home?user=\(user)", [CurlField("If-None-Match", tag)], nil, 304),
      ("GET", "/screens/home/explain?user=\(user)", [], nil, 200),
      ("POST", "/ofrep/v1/evaluate/flags", [CurlField("Content-Type", "application/json")], context, 200),
      ("GET", "/view-types", [], nil, 200),
      ("GET", "/health", [], nil, 200),
      ("GET", "/metrics", [], nil, 200),
    ]
    var failures: [String] = []
    for read in reads {
      let request = CurlRequest(
        read.method, server.url + read.path, fields: read.fields, body: read.body.map { Array($0.utf8) },
        timeout: timeout)
      do {
        let answer = try await session.response(to: request)
        if answer.status == read.status { continue }
        failures.append("\(read.method) \(read.path): \(answer.status) \(answer.text)")
      } catch {
        failures.append("\(read.method) \(read.path): \(error)")
      }
    }
    return failures
  }
}
