import JSONText
import ScreenAPI
import Screens
import Testing

/// Publishers forked from another one, as in sessions.
@Suite struct OverlayTests {
  private let author = Author(name: "test")
  private let home: Route

  init() throws { home = try Route("home") }

  private func definition(_ text: String) -> [UInt8] {
    Array(#"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"\#(text)"}}]}"#.utf8)
  }

  /// Publishes until the memory is full.
  /// - Returns: the number of publications that succeeded.
  private func fill(_ publisher: Publisher) throws -> Int {
    let text = String(repeating: "x", count: 1000)
    for count in 0..<100 {
      do throws(ScreensError) {
        _ = try publisher.screens.publish(definition("\(count)" + text), at: home, by: author)
      } catch {
        guard case .store(.full) = error else { throw error }
        return count
      }
    }
    Issue.record("there is room for everything")
    return 100
  }

  @Test func `each fork and all forks together have a limit, and a removed fork frees its memory`() throws {
    let fixture = try APIFixture(definition: String(decoding: definition("base"), as: UTF8.self))
    let budget = OverlayBudget(maximumBytesPerOverlay: 30_000, maximumBytes: 70_000)
    func fork() -> Publisher {
      Publisher(forking: fixture.publisher, budget: budget) { ServingState() }
    }
    var forks = [fork(), fork(), fork()]
    let counts = try forks.map { try fill($0) }
    #expect(counts[0] >= 4 && counts[0] == counts[1])
    #expect(counts[2] < counts[0])
    forks.removeFirst()
    forks.removeFirst()
    let later = fork()
    #expect(try fill(later) == counts[0])
    // The base does not see the changes of the fork.
    #expect(try fixture.publisher.screens.current(home).version == 1)
    #expect(forks.count == 1)
  }

  @Test func `a fork keeps a limited number of versions, and those of the base stay`() throws {
    let fixture = try APIFixture(definition: String(decoding: definition("base"), as: UTF8.self))
    let fork = Publisher(forking: fixture.publisher, budget: OverlayBudget()) { ServingState() }
    for text in ["b", "c", "d"] { _ = try fork.screens.publish(definition(text), at: home, by: author) }
    #expect(try fork.screens.versions(of: home, before: nil, limit: 10).map(\.number) == [4, 3, 2, 1])
    #expect(try fork.screens.versions(of: home, before: 4, limit: 2).map(\.number) == [3, 2])
    #expect(try fork.screens.versions(of: home, before: 3, limit: 1).map(\.number) == [2])
    #expect(try fork.screens.versions(of: home, before: 2, limit: 5).map(\.number) == [1])
    // A later publication in the base is a different version 2.
    _ = try fixture.publisher.screens.publish(definition("below"), at: home, by: author)
    #expect(try fork.screens.version(2, of: home).definition?.text.contains("\"b\"") == true)
    #expect(try fixture.publisher.screens.version(2, of: home).definition?.text.contains("below") == true)
    // Two forks of one base do not see each other.
    let second = Publisher(forking: fork, budget: OverlayBudget()) { ServingState() }
    _ = try second.screens.publish(definition("e"), at: home, by: author)
    #expect(try second.screens.versions(of: home, before: nil, limit: 10).map(\.number) == [5, 4, 3, 2, 1])
    #expect(try fork.screens.current(home).version == 4)
  }
}
