internal import JSONText
internal import MessageDigest

/// A version on its way to everybody: some units get the new one, all others the old one, until it is everybody's or is
/// taken back.
package struct Rollout: Sendable, Equatable {
  package enum State: String, Sendable {
    case running, held, finished
    case rolledBack = "rolled-back"
    /// Another version was published while it ran.
    case superseded

    /// Whether both versions are served.
    package var isOpen: Bool { self == .running || self == .held }
  }

  /// The versions of a screen.
  package struct Screen: Sendable, Equatable {
    package let route: Route
    package let old: Int
    package let new: Int
    /// The old definition as JSON text. The rollout keeps it, because the version can be pruned. Nil after the end.
    var oldDefinition: String?
  }

  /// The maximum number of rollouts that are kept. The oldest ones that have ended are deleted.
  static let maximumCount = 500
  /// The maximum number of decisions that are kept: the first one and the newest others.
  private static let maximumDecisions = 200
  private static let keyBytes = 32

  /// 16 hexadecimal digits, which follow from the time and the versions.
  package let id: String
  /// Rises with each change of state, step or decisions.
  package private(set) var serial = 1
  package private(set) var state = State.running
  package private(set) var screens: [Screen]
  /// The change set that was published; nil for a screen alone.
  package let changeSet: String?
  package let rule: Guard
  package let by: String
  /// Seconds since 1970 UTC, by the store's clock.
  package let startedAt: Double
  /// The index of the step.
  package private(set) var step = 0
  package private(set) var stepStartedAt: Double
  package private(set) var decisions: [RolloutDecision] = []
  /// The seed of the hash that puts units into buckets.
  let salt: String
  /// The key of report tokens, and of the hashes of units and networks. Destroyed at the end.
  private(set) var key: [UInt8]?
  /// The evidence at the last hold by the guard. After somebody resumed, it holds again only when there is more.
  private(set) var heldEvidence: Double?

  init(
    screens: [Screen], changeSet: String? = nil, rule: Guard, by author: String, reason: String?,
    at time: Double
  ) {
    var random = SystemRandomNumberGenerator()
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in random.next() } }
    let name = screens.map { "\($0.route.name)/\($0.new)" }.joined(separator: " ")
    id = SHA256Digest(of: Array("\(Timestamp.text(time)) \(name)".utf8)).hexadecimal(prefix: 8)
    salt = Hexadecimal.text(of: bytes(16))
    key = bytes(Self.keyBytes)
    self.screens = screens
    self.changeSet = changeSet
    self.rule = rule
    by = author
    startedAt = time
    stepStartedAt = time
    decisions = [
      RolloutDecision(
        .start, at: time, by: author, step: 0, reason: reason ?? "published with a guard")
    ]
  }

  /// The step in per cent.
  package var share: Double { rule.steps.indices.contains(step) ? rule.steps[step] : 100 }
  var isLastStep: Bool { step >= rule.steps.count - 1 }
  package var threshold: Int { rule.threshold(atStep: step) }

  /// What messages call it: the routes of its screens, or the change set.
  package var subject: String {
    changeSet.map { "the change set \(quoted($0))" } ?? screens.map(\.route.name).joined(separator: ", ")
  }

  /// Seconds since 1970 UTC, by the store's clock; nil for an open rollout.
  package var endedAt: Double? { state.isOpen ? nil : decisions.last?.at ?? stepStartedAt }

  /// Whether the guard has held it. A hold by a person does not keep the guard from rolling back.
  var isHeldByGuard: Bool {
    state == .held
      && decisions.last { $0.action == .hold }.map { $0.by == RolloutDecision.byGuard } ?? false
  }

  /// Why another publication of its screens is refused.
  package var refusal: String {
    "the rollout \(id) of \(subject) is \(state.rawValue) at \(JSONValue.double(share).text) %; wait for its end, or end it"
  }

  // MARK: Changes

  mutating func advance(_ decision: RolloutDecision) {
    step += 1
    stepStartedAt = decision.at
    note(decision)
  }

  mutating func hold(_ decision: RolloutDecision) {
    state = .held
    heldEvidence = decision.evidence?.logAlarm ?? heldEvidence
    note(decision)
  }

  mutating func resume(_ decision: RolloutDecision) {
    state = .running
    note(decision)
  }

  /// Ends the rollout, and forgets the key and the old definitions.
  mutating func end(_ state: State, _ decision: RolloutDecision) {
    self.state = state
    key = nil
    for index in screens.indices { screens[index].oldDefinition = nil }
    note(decision)
  }

  private mutating func note(_ decision: RolloutDecision) {
    serial += 1
    decisions.append(decision)
    if decisions.count > Self.maximumDecisions { decisions.remove(at: 1) }
  }

  // MARK: JSON

  var json: JSONValue {
    var object: JSONObject = [
      "serial": .number(JSONNumber(serial)), "state": .string(state.rawValue), "by": .string(by),
      "startedAt": .double(startedAt), "step": .number(JSONNumber(step)),
      "stepStartedAt": .double(stepStartedAt), "salt": .string(salt), "guard": rule.json,
      "screens": .array(
        screens.map { screen in
          var object: JSONObject = [
            "route": .string(screen.route.name), "old": .number(JSONNumber(screen.old)),
            "new": .number(JSONNumber(screen.new)),
          ]
          if let text = screen.oldDefinition { object["oldDefinition"] = .string(text) }
          return .object(object)
        }), "decisions": .array(decisions.map(\.json)),
    ]
    if let changeSet { object["changeset"] = .string(changeSet) }
    if let key { object["key"] = .string(Hexadecimal.text(of: key)) }
    if let heldEvidence { object["heldEvidence"] = .double(heldEvidence) }
    return .object(object)
  }

  init?(id: String, _ json: JSONValue) {
    guard Hexadecimal.bytes(of: id.utf8)?.count == 8, let serial = json["serial"]?.numberValue?.intValue,
      let state = json["state"]?.stringValue.flatMap(State.init(rawValue:)),
      let by = json["by"]?.stringValue, let startedAt = json["startedAt"]?.numberValue?.doubleValue,
      let step = json["step"]?.numberValue?.intValue,
      let stepStartedAt = json["stepStartedAt"]?.numberValue?.doubleValue,
      let salt = json["salt"]?.stringValue, let rule = json["guard"].flatMap({ Guard(stored: $0) }),
      rule.steps.indices.contains(step), let list = json["screens"]?.arrayValue
    else { return nil }
    let screens = list.compactMap { json -> Screen? in
      guard let route = json["route"]?.stringValue.flatMap({ try? Route(stored: $0) }),
        let old = json["old"]?.numberValue?.intValue, let new = json["new"]?.numberValue?.intValue
      else { return nil }
      return Screen(route: route, old: old, new: new, oldDefinition: json["oldDefinition"]?.stringValue)
    }
    let key = json["key"]?.stringValue.flatMap { Hexadecimal.bytes(of: $0.utf8) }
    guard screens.count == list.count, !screens.isEmpty,
      !state.isOpen || key?.count == Self.keyBytes && screens.allSatisfy({ $0.oldDefinition != nil })
    else { return nil }
    self.id = id
    self.serial = serial
    self.state = state
    self.by = by
    self.startedAt = startedAt
    self.step = step
    self.stepStartedAt = stepStartedAt
    self.salt = salt
    self.rule = rule
    self.screens = screens
    self.key = key
    changeSet = json["changeset"]?.stringValue
    heldEvidence = json["heldEvidence"]?.numberValue?.doubleValue
    decisions = json["decisions"]?.arrayValue?.compactMap { RolloutDecision($0) } ?? []
  }
}
