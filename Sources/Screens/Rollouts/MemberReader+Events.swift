import Assignment
import JSONText

/// Reads the member `events` of a guard or an experiment: names of built-in events, and events of one's own.
extension MemberReader {
  /// - Parameters:
  ///   - noun: what has the events.
  ///   - refused: built-in events that cannot be compared there.
  /// - Returns: nil if there is no such list.
  func events(
    of noun: String, refusing refused: [String] = [], _ diagnostics: inout Diagnostics
  ) -> [GuardEvent]? {
    guard let values = array("events", &diagnostics) else { return nil }
    let list = pointer.appending("events")
    var events: [GuardEvent] = []
    func refuse(_ place: JSONPointer, _ message: String, _ hint: String) {
      diagnostics.add(Diagnostic(.invalidValue, at: place, message, hint: hint))
    }
    for (index, value) in values.enumerated() {
      let place = list.appending(index)
      let event: GuardEvent
      if case .string(let name) = value {
        guard let known = GuardEvent.builtIn(named: name) else {
          refuse(
            place, "there is no built-in event \(quoted(name))",
            "an event of your own is an object with its name and its kind, good or bad")
          continue
        }
        guard !refused.contains(name) else {
          refuse(place, "\(noun) cannot have the event \(quoted(name))", "a guard can")
          continue
        }
        event = known
      } else {
        guard let own = ownEvent(value, at: place, &diagnostics) else { continue }
        guard GuardEvent.builtIn(named: own.name) == nil else {
          refuse(
            place.appending("name"), "\(quoted(own.name)) is a built-in event",
            "write the name alone: its kind is fixed")
          continue
        }
        event = own
      }
      guard !events.contains(where: { $0.name == event.name }) else {
        refuse(place, "the event \(quoted(event.name)) is named twice", "name each event once")
        continue
      }
      events.append(event)
    }
    let own = events.count { GuardEvent.builtIn(named: $0.name) == nil }
    if own > GuardEvent.maximumOwnCount || values.isEmpty {
      refuse(
        list, values.isEmpty ? "\(noun) without events sees nothing" : "there are \(own) events of your own",
        "name at least one event, and at most \(GuardEvent.maximumOwnCount) of your own")
    }
    return events
  }

  private func ownEvent(
    _ value: JSONValue, at place: JSONPointer, _ diagnostics: inout Diagnostics
  ) -> GuardEvent? {
    let noun = "an event"
    guard let own = MemberReader(value, at: place, named: noun, allowed: ["name", "kind"], &diagnostics)
    else { return nil }
    _ = own.required("name", of: noun, &diagnostics)
    _ = own.required("kind", of: noun, &diagnostics)
    guard let name = own.name("name", &diagnostics),
      let kind = own.choice("kind", of: [EventKind.good, .bad].map(\.rawValue), &diagnostics)
        .flatMap(EventKind.init(rawValue:))
    else { return nil }
    return GuardEvent(name: name, kind: kind)
  }
}
