import JSONText
import Synchronization

/// Views of the server with the changes of a set, and writes to the set.
extension ChangeSetService {
  /// The current state of a set and of the server; nil if there is no such set.
  package func state(of name: String) -> ChangeSetState? {
    // Read the revision first: a change in between then only creates the view once more than needed.
    let revision = publisher.revision
    return publisher.state.changeSets[name].map { ChangeSetState($0, revision: revision) }
  }

  /// Creates a publisher that shows this one's state with the changes of a set. Its own changes are stored in the set.
  /// - Parameters:
  ///   - budget: the memory that all such publishers may use together.
  ///   - makeObserver: called while no change is shown, so the observer can start with the same state.
  /// - Returns: the publisher, and the state that it shows; nil if there is no such set.
  package func view(
    of name: String, budget: OverlayBudget, makeObserver: () -> any PublicationObserver
  ) -> (publisher: Publisher, state: ChangeSetState)? {
    let found = publisher.betweenChanges { state, revision in
      state.changeSets[name].map { (state, $0, revision, makeObserver()) }
    }
    guard let (state, set, revision, observer) = found else { return nil }
    let changes = set.changes(over: state)
    let serial = Mutex(set.serial)
    let store = OverlayStore(
      base: publisher.store, state: state, budget: budget, createdAt: publisher.clock(), changes: changes
    ) { (changes) throws(StoreError) in
      try serial.withLock { (serial) throws(StoreError) in
        let saved = try self.saved(changes, in: name, serial: serial, over: state)
        serial = saved.serial
        return saved.revision
      }
    }
    var shown = state
    shown.skipVersions(removedFrom: set)
    // A set keeps only the newest content of each screen. Its reporter is its own: an unreadable version in a set is no
    // damage of the server's store.
    let view = Publisher(
      of: publisher, shown, store, observer, DamageReporter([observer]), keepVersions: 1, revision: revision,
      origin: Publisher.Origin(server: publisher, changeSet: name))
    view.take(changes, areProposed: true)
    return (view, ChangeSetState(set, revision: revision))
  }

  /// Stores changes of a view in its set. Throws what a store throws.
  /// - Parameter base: the state that the view shows with the changes of its set.
  func saved(
    _ changes: StoreChanges, in name: String, serial: Int, over base: PublishedState
  ) throws(StoreError) -> (revision: Int, serial: Int) {
    do throws(ScreensError) {
      return try save(changes, in: name, serial: serial, over: base)
    } catch {
      switch error {
      case .store(let reason): throw reason
      case .unknownChangeSet: throw .refused(.unknown(name))
      case .changeSetPublished: throw .refused(.published(name))
      default: throw .unavailable("\(error)")
      }
    }
  }
}

extension ChangeSet {
  /// The changes of the set relative to a state. Each write of a screen counts as a version after the current one.
  func changes(over state: PublishedState) -> StoreChanges {
    var changes = StoreChanges()
    guard isOpen else { return changes }
    for (subject, change) in self.changes {
      switch subject {
      case .screen(let route):
        let record = PublicationRecord(
          publishedAt: change.at, by: change.by, via: .changeSet, message: change.message)
        changes.versions.append(
          ScreenVersion(
            route: route, number: (state[route]?.version ?? 0) + change.edits,
            definition: change.contentValue, record: record))
      case .document(let kind, let name): changes.documents[kind][name] = .some(change.contentValue)
      case .draft(let route): changes.drafts[route] = change.contentValue.flatMap { Draft($0, of: route) }
      }
    }
    return changes
  }
}

extension Draft {
  /// The draft as a document of a change set.
  var json: JSONValue {
    var object: JSONObject = [
      "baseVersion": .number(JSONNumber(baseVersion)), "revision": .number(JSONNumber(revision)),
      "savedAt": .double(savedAt), "by": .string(by),
    ]
    if let message { object["message"] = .string(message) }
    object["definition"] = .string(definition.text)
    return .object(object)
  }

  init?(_ json: JSONValue, of route: Route) {
    guard let definition = json["definition"]?.stringValue.flatMap({ try? JSONParser.parse($0) }),
      let base = json["baseVersion"]?.numberValue?.intValue,
      let revision = json["revision"]?.numberValue?.intValue,
      let savedAt = json["savedAt"]?.numberValue?.doubleValue, let by = json["by"]?.stringValue
    else { return nil }
    self.init(
      route: route, definition: definition, baseVersion: base, revision: revision, savedAt: savedAt, by: by,
      message: json["message"]?.stringValue)
  }
}
