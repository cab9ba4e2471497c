/// A webhook with its deliveries, newest first.
package struct WebhookDetails: APIObject {
  package let summary: WebhookSummary
  package let deliveries: [DeliveryDetails]

  package init(summary: WebhookSummary, deliveries: [DeliveryDetails]) {
    self.summary = summary
    self.deliveries = deliveries
  }

  package static let members = MemberList(
    named: "WebhookWithDeliveries", Self.init, Member(flattening: \Self.summary),
    Member("deliveries", \Self.deliveries))
}

/// A webhook with its secret.
package struct WebhookWithSecret: APIObject {
  package let summary: WebhookSummary
  package let secret: String

  package init(summary: WebhookSummary, secret: String) {
    self.summary = summary
    self.secret = secret
  }

  package static let members = MemberList(
    named: "WebhookWithSecret", Self.init, Member(flattening: \Self.summary),
    Member("secret", \Self.secret, "The key with which the receiver verifies signatures."))
}
