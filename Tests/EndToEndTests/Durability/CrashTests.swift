import CurlClient
import Foundation
import JSONText
import Synchronization
import TestFolders
import Testing

/// A counter of events that a test can wait for.
private final class Fuse: Sendable {
  private let left: Atomic<Int>
  private let end: AsyncStream<Void>
  private let ending: AsyncStream<Void>.Continuation

  init(burning count: Int) {
    left = Atomic(count)
    (end, ending) = AsyncStream.makeStream()
  }

  func burn() {
    if left.subtract(1, ordering: .relaxed).newValue == 0 { ending.finish() }
  }

  /// Ends the waiting.
  func cut() { ending.finish() }

  func burnsOut() async { for await _ in end {} }
}

/// The server is killed repeatedly during many writes. Afterwards, every confirmed version exists and is complete, and
/// other versions exist only for writes in progress.
@Suite final class CrashTests: Sendable {
  /// The number of rounds; `CRASH_ROUNDS` sets another one.
  private static let rounds = Int(ProcessInfo.processInfo.environment["CRASH_ROUNDS"] ?? "") ?? 6
  private static let writers = 4

  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  /// The confirmed versions of one writer's screen.
  private struct Confirmed: Sendable {
    /// The lines of each confirmed version.
    var versions: [Int: [String]] = [:]
    /// The last definition that it sent, which may have become a version or not.
    var inProgress: [String]?
    var newest: Int { versions.keys.max() ?? 0 }
  }

  /// Publishes until the server ends.
  private static func write(
    _ route: String, _ confirmed: Confirmed, _ server: Server, round: Int, _ fuse: Fuse
  ) async -> Confirmed {
    var confirmed = confirmed
    guard let session = try? CurlSession() else { return confirmed }
    for number in 0... {
      // Of many sizes: a page of the database is 4 KiB.
      let lines = (0...(number * 7 % 60)).map { "r\(round)-n\(number)-\($0)" }
      confirmed.inProgress = lines
      let request = CurlRequest(
        "PUT", server.url + "/admin/screens/" + route,
        fields: [CurlField("Authorization", "Bearer \(Server.token)")],
        body: Array(Lines.definition(lines).utf8))
      guard let answer = try? await session.response(to: request), answer.status < 300,
        let version = (try? JSONParser.parse(answer.text))?["version"]?.numberValue?.intValue
      else { return confirmed }
      confirmed.versions[version] = lines
      confirmed.inProgress = nil
      fuse.burn()
    }
    return confirmed
  }

  private static func check(_ route: String, _ confirmed: Confirmed, _ server: Server) async throws
    -> Confirmed
  {
    var confirmed = confirmed
    guard confirmed.newest > 0 || confirmed.inProgress != nil else { return confirmed }
    let current = try await server.admin("GET", "/screens/\(route)")
    guard current.status == 200 else {
      #expect(confirmed.versions.isEmpty)
      return confirmed
    }
    let tag = try #require(current.value(of: "ETag"))
    let newest = try #require(Int(tag.filter(\.isNumber)))
    // What was under way is there as a whole, or not at all.
    if newest != confirmed.newest {
      #expect(newest == confirmed.newest + 1)
      confirmed.versions[newest] = confirmed.inProgress ?? []
    }
    confirmed.inProgress = nil
    #expect(Set(confirmed.versions.keys) == Set(1...newest), "no number is left out")
    // The newest ones, and some of the others.
    for version in Set((max(1, newest - 3)...newest) + [1, newest / 2].filter { $0 > 0 }) {
      let answer = try await server.get("/screens/\(route)?version=\(version)")
      #expect(answer.text == Lines.viewItems(confirmed.versions[version] ?? []))
    }
    return confirmed
  }

  @Test func `every confirmed version survives a kill, and none is incomplete`() async throws {
    var confirmed = [Confirmed](repeating: Confirmed(), count: Self.writers)
    for round in 0..<Self.rounds {
      let server = try await Server.start(in: folder)
      // At a random moment: after a random number of responses, while other writes are in progress.
      let fuse = Fuse(burning: Int.random(in: 1...60))
      confirmed = await withTaskGroup(of: (Int, Confirmed).self) { group in
        for (number, before) in confirmed.enumerated() {
          group.addTask {
            let after = await Self.write("storm/w\(number)", before, server, round: round, fuse)
            fuse.cut()
            return (number, after)
          }
        }
        group.addTask {
          await fuse.burnsOut()
          await server.program.end(SIGKILL)
          return (-1, Confirmed())
        }
        var after = confirmed
        for await (number, state) in group where number >= 0 { after[number] = state }
        return after
      }
      let restarted = try await Server.start(in: folder)
      for number in confirmed.indices {
        confirmed[number] = try await Self.check("storm/w\(number)", confirmed[number], restarted)
      }
      #expect(await restarted.program.end(SIGTERM).status == 0)
    }
    let written = confirmed.reduce(0) { $0 + $1.newest }
    #expect(written > 0)
    print("crashes: \(Self.rounds) rounds, \(written) versions")
  }
}
