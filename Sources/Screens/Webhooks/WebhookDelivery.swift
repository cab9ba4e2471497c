/// A message to one webhook, with the state of its delivery.
package struct WebhookDelivery: Sendable, Equatable {
  package enum State: String, Sendable {
    /// It waits for its next attempt.
    case pending
    case delivered
    /// It is not tried again.
    case failed
  }

  /// A number that the store assigns.
  package let id: Int
  package let webhook: String
  package let message: WebhookMessage
  package var state: State
  package var attempts: Int
  /// When the next attempt is due, in seconds since 1970 UTC.
  package var nextAttempt: Double
  /// The status of the last response; nil if there was none.
  package var status: Int?
  /// Why the last attempt failed.
  package var failure: String?

  package init(
    id: Int, webhook: String, message: WebhookMessage, state: State = .pending, attempts: Int = 0,
    nextAttempt: Double, status: Int? = nil, failure: String? = nil
  ) {
    self.id = id
    self.webhook = webhook
    self.message = message
    self.state = state
    self.attempts = attempts
    self.nextAttempt = nextAttempt
    self.status = status
    self.failure = failure
  }
}

extension WebhookDelivery {
  /// An upper bound of the wait for an attempt, in seconds. A delivery whose time lies further in the future is due at
  /// once: the clock was set back.
  package static let maximumWait = 36_000.0
  /// The limit to which stores clamp the number of attempts that they read.
  package static let maximumAttempts = 1000
}
