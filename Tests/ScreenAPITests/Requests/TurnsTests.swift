import Synchronization
import Testing

@testable import ScreenAPI

/// Work with the same key runs one after the other, and what waits occupies no thread.
@Suite struct TurnsTests {
  /// A queue that the test runs, and the names of the work that has run.
  private final class Queue: Sendable {
    private let state = Mutex<(work: [@Sendable () -> Void], names: [String])>(([], []))

    var names: [String] { state.withLock(\.names) }
    func add(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.work.append(work) } }
    func note(_ name: String) { state.withLock { $0.names.append(name) } }

    /// Runs the work that was added first. Returns false if there is none.
    func runNext() -> Bool {
      let work = state.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
      work?()
      return work != nil
    }
  }

  private let turns = Turns()
  private let queue = Queue()

  private func run(_ name: String, _ keys: [Turns.Key], during work: @escaping @Sendable () -> Void = {})
    -> Turns.Waiting?
  {
    turns.run(keys, on: { [queue] in queue.add($0) }) { [queue] in
      queue.note(name)
      work()
    }
  }

  @Test func `work runs at once when its keys are free, and otherwise after the work that has them`() {
    let key = Turns.Key.request(id: "1")
    let first = run("first", [key]) { [self] in
      #expect(run("second", [key]) != nil)
      #expect(run("third", [key]) != nil)
      #expect(run("other", [.request(id: "2")]) == nil)
      #expect(run("without", []) == nil)
      #expect(queue.names == ["first", "other", "without"])
    }
    #expect(first == nil)
    #expect(queue.runNext() && queue.runNext() && !queue.runNext())
    #expect(queue.names == ["first", "other", "without", "second", "third"])
    #expect(run("again", [key]) == nil)
  }

  @Test func `work that gives up does not run, and holds up nobody`() throws {
    let key = Turns.Key.request(id: "1")
    let waiting = Mutex<Turns.Waiting?>(nil)
    let late = Mutex<Turns.Waiting?>(nil)
    _ = run("first", [key]) { [self] in
      waiting.withLock { $0 = run("second", [key]) }
      late.withLock { $0 = run("third", [key]) }
      if let second = waiting.withLock({ $0 }) { #expect(turns.giveUp(second)) }
    }
    #expect(queue.runNext() && !queue.runNext())
    #expect(queue.names == ["first", "third"])
    #expect(!turns.giveUp(try #require(late.withLock { $0 })), "its turn has come")
  }

  @Test func `a key is held while its work waits for the next one`() {
    let (request, set) = (Turns.Key.request(id: "1"), Turns.Key.changeSet("spring"))
    _ = run("first", [set]) { [self] in
      // It has its first key, so it is not one that can give up.
      #expect(run("second", [request, set]) == nil)
      #expect(run("repetition", [request, set]) != nil)
      #expect(run("other", [.request(id: "2")]) == nil)
    }
    while queue.runNext() {}
    #expect(queue.names == ["first", "other", "second", "repetition"])
  }
}
