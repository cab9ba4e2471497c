/// A change set with the effects of publishing it, and what prevents that.
package struct ChangeSetDetails: APIObject {
  package let summary: ChangeSetSummary
  package let serial: Int
  package let screens: [Screen]
  package let documents: [Document]
  package let conflicts: [ChangeSetClash]
  package let problems: [InvalidSubject]
  package let isPublishable: Bool
  package let reviews: [Verdict]

  package init(
    summary: ChangeSetSummary, serial: Int, screens: [Screen], documents: [Document],
    conflicts: [ChangeSetClash], problems: [InvalidSubject], isPublishable: Bool,
    reviews: [Verdict]
  ) {
    self.summary = summary
    self.serial = serial
    self.screens = screens
    self.documents = documents
    self.conflicts = conflicts
    self.problems = problems
    self.isPublishable = isPublishable
    self.reviews = reviews
  }

  package static let members = MemberList(
    named: "ChangeSet", Self.init, Member(flattening: \Self.summary),
    Member(
      "serial", \Self.serial, "The number of the set's last change. Each write of the set makes a new one."),
    Member("screens", \Self.screens), Member("documents", \Self.documents),
    Member("conflicts", \Self.conflicts), Member("problems", \Self.problems),
    Member("isPublishable", \Self.isPublishable),
    Member("reviews", \Self.reviews, "The last verdict of each person, oldest first."))

  /// What a publication does to a screen or a document.
  private static let effects = ["created", "updated", "deleted", "unchanged"]

  /// A screen that the set changes.
  package struct Screen: APIObject {
    package let route: String
    package let effect: String
    package let current: Int
    package let difference: Difference
    package let effects: PublicationEffects

    package init(
      route: String, effect: String, current: Int, difference: Difference, effects: PublicationEffects
    ) {
      self.route = route
      self.effect = effect
      self.current = current
      self.difference = difference
      self.effects = effects
    }

    package static let members = MemberList(
      named: "ChangedScreen", Self.init, Member("route", \Self.route),
      Member("effect", \Self.effect, as: .choice(ChangeSetDetails.effects)),
      Member("current", \Self.current, "The published version; 0 for none."),
      Member("difference", \Self.difference), Member(flattening: \Self.effects))
  }

  /// Another document that the set changes.
  package struct Document: APIObject {
    package let subject: String
    package let effect: String
    package let compatibility: [Compatibility]?

    package init(subject: String, effect: String, compatibility: [Compatibility]?) {
      self.subject = subject
      self.effect = effect
      self.compatibility = compatibility
    }

    package static let members = MemberList(
      named: "ChangedDocument", Self.init, Member("subject", \Self.subject),
      Member("effect", \Self.effect, as: .choice(ChangeSetDetails.effects)),
      Member(optional: "compatibility", \Self.compatibility))
  }
}
