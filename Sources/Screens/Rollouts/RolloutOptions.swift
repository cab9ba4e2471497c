package import JSONText

/// How a publication deals with rollouts.
package struct RolloutOptions: Sendable, Equatable {
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

  // MARK: JSON

  /// The options as a store keeps them with a schedule; nil for ``none``.
  package var json: JSONValue? {
    guard self != .none else { return nil }
    var object: JSONObject = [:]
    if let rule { object["guard"] = rule.json }
    if endsOpenRollout { object["supersede"] = true }
    return .object(object)
  }

  /// Reads stored options.
  /// - Parameter json: nil for ``none``.
  /// - Returns: nil if the guard cannot be read. Without it, the version would reach everybody at once.
  package init?(stored json: JSONValue?) {
    guard let json else {
      self = .none
      return
    }
    guard case .object(let object) = json else { return nil }
    endsOpenRollout = object["supersede"]?.boolValue ?? false
    guard let stored = object["guard"] else {
      rule = nil
      return
    }
    guard let guarded = Guard(stored: stored) else { return nil }
    rule = guarded
  }
}
