import ScreenStoreSuite
import Synchronization
import Testing

@testable import Screens

/// How often a writer runs on a store that nodes share, and what it asks of the store.
@Suite struct WriteAttemptsTests {
  enum Writer: Sendable {
    case stores
    case storesNothing
    case refuses
  }

  enum Outcome: Sendable, Equatable {
    case done
    case refused
    case failed(StoreError)
  }

  /// A writer, the failures of the store by its calls, and what follows from them.
  struct Course: Sendable, CustomTestStringConvertible {
    let writer: Writer
    let isContended: Bool
    let failures: [String: [StoreError?]]
    let calls: String
    let outcome: Outcome

    init(
      _ writer: Writer, contended isContended: Bool = false, failing failures: [String: [StoreError?]] = [:],
      _ calls: String, _ outcome: Outcome
    ) {
      self.writer = writer
      self.isContended = isContended
      self.failures = failures
      self.calls = calls
      self.outcome = outcome
    }

    var testDescription: String { "\(writer), \(isContended ? "contended, " : "")\(failures)" }
  }

  private static let away = StoreError.unavailable("away")

  private static let courses = [
    // Other nodes rarely write, so the first run needs no lock.
    Course(.stores, "run save", .done),
    Course(.storesNothing, "run confirm", .done),
    Course(.refuses, "run confirm", .refused),
    Course(.stores, failing: ["save": [away]], "run save", .failed(away)),
    Course(
      .stores, failing: ["save": [.outdated]], "run save catchUp lock catchUp run save unlock", .done),
    Course(
      .storesNothing, failing: ["confirm": [.outdated]], "run confirm catchUp lock catchUp run unlock", .done),
    Course(
      .refuses, failing: ["confirm": [.outdated]], "run confirm catchUp lock catchUp run unlock", .refused),
    // A refusal that cannot be confirmed is still one.
    Course(.storesNothing, failing: ["confirm": [away]], "run confirm", .failed(away)),
    Course(.refuses, failing: ["confirm": [away]], "run confirm", .refused),
    Course(.stores, contended: true, "catchUp lock catchUp run save unlock", .done),
    Course(.refuses, contended: true, "catchUp lock catchUp run unlock", .refused),
    // What fails before the lock is held leaves nothing to unlock.
    Course(.stores, contended: true, failing: ["catchUp": [away]], "catchUp", .failed(away)),
    Course(.stores, contended: true, failing: ["lock": [away]], "catchUp lock", .failed(away)),
    Course(
      .stores, contended: true, failing: ["catchUp": [nil, away]], "catchUp lock catchUp unlock",
      .failed(away)),
    // A broken connection ends the lock, and is tried three times in all.
    Course(
      .stores, contended: true, failing: ["lock": [.outdated]],
      "catchUp lock catchUp lock catchUp run save unlock",
      .done),
    Course(
      .stores, contended: true, failing: ["lock": [.outdated, nil, .outdated], "save": [.outdated]],
      "catchUp lock catchUp lock catchUp run save unlock catchUp lock", .failed(.outdated)),
    Course(
      .stores, failing: ["save": [.outdated, .outdated, .outdated, .outdated]],
      "run save" + String(repeating: " catchUp lock catchUp run save unlock", count: 3), .failed(.outdated)),
  ]

  @Test(arguments: courses) func `a writer runs until it has seen the newest state`(course: Course) throws {
    let store = ScriptedStore(isContended: course.isContended)
    var problems: [FileProblem] = []
    let publisher = try Publisher(store: store, observers: [], clock: { 0 }, problems: &problems)
    store.fail(course.failures)
    let outcome: Outcome
    do throws(ScreensError) {
      let value = try publisher.writing { (_) throws(ScreensError) in
        store.note("run")
        switch course.writer {
        case .stores: try publisher.save(.publish, "home", by: Author(name: "test")) { _ in }
        case .storesNothing: break
        case .refuses: throw .preconditionFailed(current: nil)
        }
        return 1
      }
      #expect(value == 1)
      outcome = .done
    } catch {
      switch error {
      case .store(let failure): outcome = .failed(failure)
      case .preconditionFailed: outcome = .refused
      default: throw error
      }
    }
    #expect(outcome == course.outcome)
    #expect(store.calls.joined(separator: " ") == course.calls)
  }
}

/// A store in memory that records what a writer asks of it, and fails as told.
private final class ScriptedStore: SharedStore, StoreInFront {
  let base = MemoryStore()
  private let script = Mutex<(calls: [String], failures: [String: [StoreError?]])>(([], [:]))
  let isContended: Bool

  init(isContended: Bool) { self.isContended = isContended }

  var calls: [String] { script.withLock(\.calls) }

  /// - Parameter failures: those of the next calls with a name; nil for a call that succeeds.
  func fail(_ failures: [String: [StoreError?]]) { script.withLock { $0 = ([], failures) } }

  func note(_ name: String) { script.withLock { $0.calls.append(name) } }

  private func call(_ name: String) throws(StoreError) {
    note(name)
    let failure = script.withLock { script -> StoreError? in
      guard let next = script.failures[name]?.first else { return nil }
      script.failures[name]?.removeFirst()
      return next
    }
    if let failure { throw failure }
  }

  var revision: Int? { nil }
  func lock() throws(StoreError) { try call("lock") }
  func unlock() { note("unlock") }
  func confirm() throws(StoreError) { try call("confirm") }

  func catchUp() throws(StoreError) -> StoreUpdate? {
    try call("catchUp")
    return nil
  }

  func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    try call("save")
    return try base.save(changes)
  }
}
