import Synchronization

/// Who makes a change, and why.
package struct Author: Sendable {
  package let name: String
  /// The reason for the change.
  package let message: String?
  /// The request that makes the change; nil for a file or a schedule.
  package let request: WriteRequest?
  /// The trace that the change belongs to, as `traceparent`; nil without one.
  package let trace: String?

  package init(
    name: String, message: String? = nil, request: WriteRequest? = nil, trace: String? = nil
  ) {
    self.trace = trace
    self.name = name
    self.message = message
    self.request = request
  }

  /// The same author with another message, for what the audit says of a change.
  package func saying(_ message: String) -> Author {
    Author(name: name, message: message, request: request, trace: trace)
  }
}

/// One request that writes: its identity if it may be repeated, and the revision of its changes.
package final class WriteRequest: Sendable {
  /// Nil without an `Idempotency-Key`.
  package let identity: RequestIdentity?

  /// 0 until something is stored.
  private let stored = Atomic<Int>(0)

  package init(identity: RequestIdentity?) { self.identity = identity }

  /// The revision of the request's changes; nil if it has stored nothing.
  package var revision: Int? {
    let revision = stored.load(ordering: .acquiring)
    return revision > 0 ? revision : nil
  }

  func didStore(_ revision: Int) { stored.store(revision, ordering: .releasing) }
}
