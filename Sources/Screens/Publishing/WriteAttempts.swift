/// The attempts of one writer on a store that nodes share: first on the state that this node has, unless other nodes write
/// at the moment; then, if that was outdated, on the newest one while no other node writes.
///
/// Nothing here is generic, so it is compiled once, and not once for the result of each writer.
struct WriteAttempts {
  /// The maximum number of attempts while no other node writes.
  private static let maximumLocked = 3

  private let publisher: Publisher
  private let shared: any SharedStore
  private var isLocked: Bool
  private var locked = 0
  /// The revision of the state that a run without the lock begins from.
  private var base = 0

  init(of publisher: Publisher, on shared: any SharedStore) {
    self.publisher = publisher
    self.shared = shared
    isLocked = shared.isContended
  }

  /// Prepares a run. Each call that does not throw must be followed by one of ``finish(_:)``.
  mutating func begin() throws(ScreensError) {
    while isLocked {
      locked += 1
      do throws(ScreensError) {
        return try lock()
      } catch {
        guard isRepeated(error) else { throw error }
      }
    }
    base = publisher.currentRevision
  }

  /// Ends a run.
  /// - Parameter failure: nil if the writer succeeded.
  /// - Returns: whether the writer must run again.
  /// - Throws: the failure of the writer or of the store.
  mutating func finish(_ failure: ScreensError?) throws(ScreensError) -> Bool {
    if isLocked {
      shared.unlock()
    } else if try isOutdatedUnnoticed(failure) {
      isLocked = true
      return true
    }
    guard let failure else { return false }
    guard isRepeated(failure) else { throw failure }
    isLocked = true
    return true
  }

  private func lock() throws(ScreensError) {
    // Before the lock, so that other nodes do not wait while many changes are taken over.
    try publisher.catchUp(shared)
    try publisher.stored { (_) throws(StoreError) in try shared.lock() }
    do throws(ScreensError) {
      try publisher.catchUp(shared)
    } catch {
      shared.unlock()
      throw error
    }
  }

  /// Whether the writer runs again after a failure: the state was old, or the connection broke and the transaction was not
  /// committed.
  private func isRepeated(_ failure: ScreensError) -> Bool {
    if case .store(.outdated) = failure { locked < Self.maximumLocked } else { false }
  }

  /// Whether a run without the lock has looked at an old state without a failure that says so. Only one that has stored
  /// nothing, or refuses, can have.
  private func isOutdatedUnnoticed(_ failure: ScreensError?) throws(ScreensError) -> Bool {
    // A failure of the store says so itself, or confirming would fail, too.
    if case .store? = failure { return false }
    guard publisher.currentRevision == base else { return false }
    do throws(StoreError) {
      try shared.confirm()
    } catch .outdated {
      return true
    } catch {
      if failure == nil { throw .store(error) }
    }
    return false
  }
}
