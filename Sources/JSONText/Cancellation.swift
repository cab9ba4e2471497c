#if canImport(Darwin)
  internal import Foundation
#else
  internal import Synchronization
#endif

/// Ends a long computation whose client has gone.
///
/// A cancelled computation ends early, as if its limit of steps were reached. Whoever set ``current`` discards the
/// result. What others may use too, such as an entry of a cache, is made ``completely(_:)``.
package final class Cancellation: Sendable {
  /// The cancellation of the computation that runs on this thread; nil for one that always runs to its end.
  @TaskLocal package static var current: Cancellation?

  private let flag = Flag()

  package init() {}

  package var isRequested: Bool { flag.isSet }

  package func request() { flag.set() }

  /// Whether the computation that runs on this thread is cancelled.
  package static var isRequested: Bool { current?.isRequested ?? false }

  /// Runs work to its end, whether or not the computation around it is cancelled.
  package static func completely<Value, Failure: Error>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // `withValue` has no typed errors.
    try $current.withValue(nil) { () -> Result<Value, Failure> in
      do throws(Failure) {
        return .success(try work())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

/// A flag that threads share, and that is never cleared.
private struct Flag: ~Copyable, Sendable {
  #if canImport(Darwin)
    // `Atomic` needs iOS 18. ScreenKitExperiments, which has this module in it, needs less.
    private final class Storage: @unchecked Sendable {
      private let lock = NSLock()
      private var isSet = false

      func get() -> Bool { lock.withLock { isSet } }
      func set() { lock.withLock { isSet = true } }
    }

    private let storage = Storage()

    var isSet: Bool { storage.get() }
    func set() { storage.set() }
  #else
    private let storage = Atomic(false)

    var isSet: Bool { storage.load(ordering: .relaxed) }
    func set() { storage.store(true, ordering: .relaxed) }
  #endif
}
