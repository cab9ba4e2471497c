internal import Synchronization

/// Ends a long computation whose client has gone.
///
/// A cancelled computation ends early, as if its limit of steps were reached. Whoever set ``current`` discards the
/// result. What others may use too, such as an entry of a cache, is made ``completely(_:)``.
package final class Cancellation: Sendable {
  /// The cancellation of the computation that runs on this thread; nil for one that always runs to its end.
  @TaskLocal package static var current: Cancellation?

  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  package func request() { flag.store(true, ordering: .relaxed) }

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
