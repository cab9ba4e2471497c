import CurlClient
import Foundation
import JSONText
import Synchronization
import Testing

/// Is waited for until so many things have happened.
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

  /// No more is to be waited for.
  func cut() { ending.finish() }

  func burnsOut() async { for await _ in end {} }
}

/// The server is killed in the middle of a storm of writes, again and again: what it has answered is there afterwards,
/// whole, and nothing else is but what was under way.
@Suite final class CrashTests: Sendable {
  /// Rounds; more of them with `CRASH_ROUNDS`.
  private static let rounds = Int(ProcessInfo.processInfo.environment["CRASH_ROUNDS"] ?? "") ?? 6
  private static let writers = 4

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  deinit { folder.remove() }

  /// What one writer was told of its screen.
  private struct Told: Sendable {
    /// The lines of each version that was answered.
    var versions: [Int: [String]] = [:]
    /// What it sent last, which may have become a version or not.
    var underWay: [String]?
    var newest: Int { versions.keys.max() ?? 0 }
  }

  /// Publishes until the server is gone.
  private static func write(
    _ route: String, _ told: Told, _ server: Server, round: Int, _ fuse: Fuse
  ) async -> Told {
    var told = told
    guard let session = try? CurlSession() else { return told }
    for number in 0... {
      // Of many sizes: a page of the database is 4 KiB.
      let lines = (0...(number * 7 % 60)).map { "r\(round)-n\(number)-\($0)" }
      told.underWay = lines
      let request = CurlRequest(
        "PUT", server.url + "/admin/screens/" + route,
        fields: [CurlField("Authorization", "Bearer \(Server.token)")],
        body: Array(Lines.definition(lines).utf8))
      guard let answer = try? await session.response(to: request), answer.status < 300,
        let version = (try? JSONParser.parse(answer.text))?["version"]?.numberValue?.intValue
      else { return told }
      told.versions[version] = lines
      told.underWay = nil
      fuse.burn()
    }
    return told
  }

  private static func check(_ route: String, _ told: Told, _ server: Server) async throws -> Told {
    var told = told
    guard told.newest > 0 || told.underWay != nil else { return told }
    let current = try await server.admin("GET", "/screens/\(route)")
    guard current.status == 200 else {
      #expect(told.versions.isEmpty)
      return told
    }
    let tag = try #require(current.value(of: "ETag"))
    let newest = try #require(Int(tag.filter(\.isNumber)))
    // What was under way is there as a whole, or not at all.
    if newest != told.newest {
      #expect(newest == told.newest + 1)
      told.versions[newest] = told.underWay ?? []
    }
    told.underWay = nil
    #expect(Set(told.versions.keys) == Set(1...newest), "no number is left out")
    // The newest ones, and some of the others.
    for version in Set((max(1, newest - 3)...newest) + [1, newest / 2].filter { $0 > 0 }) {
      let answer = try await server.get("/screens/\(route)?version=\(version)")
      #expect(answer.text == Lines.viewItems(told.versions[version] ?? []))
    }
    return told
  }

  @Test func `every version that was answered outlives a kill, and none is there by half`() async throws {
    var told = [Told](repeating: Told(), count: Self.writers)
    for round in 0..<Self.rounds {
      let server = try await Server.start(in: folder)
      // At a random moment: after so many answers, while other writes are at any step of theirs.
      let fuse = Fuse(burning: Int.random(in: 1...60))
      told = await withTaskGroup(of: (Int, Told).self) { group in
        for (number, before) in told.enumerated() {
          group.addTask {
            let after = await Self.write("storm/w\(number)", before, server, round: round, fuse)
            fuse.cut()
            return (number, after)
          }
        }
        group.addTask {
          await fuse.burnsOut()
          await server.program.end(SIGKILL)
          return (-1, Told())
        }
        var after = told
        for await (number, state) in group where number >= 0 { after[number] = state }
        return after
      }
      let restarted = try await Server.start(in: folder)
      for number in told.indices {
        told[number] = try await Self.check("storm/w\(number)", told[number], restarted)
      }
      #expect(await restarted.program.end(SIGTERM).status == 0)
    }
    let written = told.reduce(0) { $0 + $1.newest }
    #expect(written > 0)
    print("crashes: \(Self.rounds) rounds, \(written) versions")
  }
}
