/// How a publication deals with rollouts.
package struct RolloutOptions: Sendable {
  /// The guard of the new version; nil to give it to everybody at once.
  package let rule: Guard?
  /// Whether to end a rollout of the screen that is open.
  package let endsOpenRollout: Bool

  package init(rule: Guard? = nil, endsOpenRollout: Bool = false) {
    self.rule = rule
    self.endsOpenRollout = endsOpenRollout
  }

  /// A publication for everybody that leaves open rollouts alone.
  package static let none = RolloutOptions()
}
