/// A webhook without its secret.
package struct WebhookSummary: APIObject {
  package let name: String
  package let url: String
  package let events: [String]

  package init(name: String, url: String, events: [String]) {
    self.name = name
    self.url = url
    self.events = events
  }

  package static let members = MemberList(
    named: "Webhook", Self.init, Member("name", \Self.name),
    Member("url", \Self.url, "For a token that cannot change webhooks, only the scheme, host and port."),
    Member("events", \Self.events, as: .array(.choice(reportedEvents))))

  /// The kinds of changes that webhooks report.
  package static let reportedEvents = [
    "published", "rolled-back", "deleted", "scheduled", "schedule-cancelled", "schedule-failed",
    "view-type-changed", "format-changed", "preview-template-changed", "group-changed", "release-changed",
    "client-key-changed", "rollout-started", "rollout-advanced", "rollout-held", "rollout-resumed",
    "rollout-finished", "rollout-rolled-back", "rollout-superseded", "mock-changed",
  ]
}

/// The webhooks of a server.
package struct WebhookPage: APIObject {
  package let webhooks: [WebhookSummary]

  package init(webhooks: [WebhookSummary]) { self.webhooks = webhooks }

  package static let members = MemberList(
    Self.init, Member("webhooks", \Self.webhooks))
}
