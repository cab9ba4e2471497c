/// A message to a webhook, and what became of it.
package struct DeliveryDetails: APIObject {
  package let id: Int
  package let message: String
  package let event: String
  package let at: String
  package let state: String
  package let attempts: Int
  package let nextAttempt: String?
  package let status: Int?
  package let failure: String?

  package init(
    id: Int, message: String, event: String, at: String, state: String, attempts: Int, nextAttempt: String?,
    status: Int?, failure: String?
  ) {
    self.id = id
    self.message = message
    self.event = event
    self.at = at
    self.state = state
    self.attempts = attempts
    self.nextAttempt = nextAttempt
    self.status = status
    self.failure = failure
  }

  package static let members = MemberList(
    named: "WebhookDelivery", Self.init, Member("id", \Self.id),
    Member("message", \Self.message, "The id that the receiver sees."), Member("event", \Self.event),
    Member("at", \Self.at, as: .time),
    Member("state", \Self.state, as: .choice(["pending", "delivered", "failed"])),
    Member("attempts", \Self.attempts), Member(optional: "nextAttempt", \Self.nextAttempt, as: .time),
    Member(optional: "status", \Self.status, "The status of the last response."),
    Member(optional: "failure", \Self.failure, "Why the last attempt failed."))
}
