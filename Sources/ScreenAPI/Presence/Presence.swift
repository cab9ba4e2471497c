import AdminModel
import JSONText
package import Screens
import Synchronization

/// Who looks at and edits which screen now. It lives in memory, and each entry ends some seconds after its last sign.
///
/// Nodes that share a store tell each other of their visitors with ``NodeMessages``.
package final class Presence: Sendable {
  /// How long an entry lasts after its last sign. The console gives one every two seconds.
  static let lifetime = Duration.seconds(6)
  /// The maximum number of entries, those of other nodes included. Others are left out.
  static let maximumCount = 1000
  /// The maximum number of visitors in a response.
  static let maximumListed = 20
  /// The maximum size of a message to other nodes, in bytes. PostgreSQL's limit of a notification is 8,000.
  static let maximumMessageBytes = 7000
  /// How long other nodes are not told again of what has not changed.
  private static let repetition = Duration.seconds(2)

  struct Key: Hashable, Sendable {
    /// The path of the screen, with that of its change set or session.
    let screen: String
    /// The random id of an open editor.
    let editor: String
  }

  private struct Entry {
    let visitor: Visitor
    let lastSign: ContinuousClock.Instant
    let isLocal: Bool
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var hasChanged = false
    var lastMessage: ContinuousClock.Instant?
    var notify: @Sendable () -> Void = {}

    mutating func removeOld(_ now: ContinuousClock.Instant) {
      entries = entries.filter { now - $0.value.lastSign < Presence.lifetime }
    }

    mutating func set(_ key: Key, _ entry: Entry) {
      guard entries[key] != nil || entries.count < Presence.maximumCount else { return }
      entries[key] = entry
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Notes a sign of a visitor.
  /// - Returns: the others on the same screen, sorted by name.
  func note(_ visitor: Visitor, _ key: Key, at now: ContinuousClock.Instant = .now) -> [Visitor] {
    let (others, notify) = state.withLock { state -> ([Visitor], (@Sendable () -> Void)?) in
      state.removeOld(now)
      let isNew = state.entries[key]?.visitor != visitor
      state.set(key, Entry(visitor: visitor, lastSign: now, isLocal: true))
      if isNew { state.hasChanged = true }
      let others = state.entries.filter { $0.key.screen == key.screen && $0.key.editor != key.editor }
      return (others.map(\.value.visitor), isNew ? state.notify : nil)
    }
    notify?()
    return Array(
      others.sorted { ($0.name, $0.item ?? "") < ($1.name, $1.item ?? "") }.prefix(Self.maximumListed))
  }

  // MARK: Other nodes

  /// The messages to and from other nodes.
  /// - Parameter notify: called when there is a new message.
  package func messages(notify: @escaping @Sendable () -> Void) -> NodeMessages {
    state.withLock { $0.notify = notify }
    return NodeMessages(next: { [self] in nextMessage() }, receive: { [self] in receive($0) })
  }

  /// The visitors of this node as a message; nil if there are none, or nothing is new.
  func nextMessage(at now: ContinuousClock.Instant = .now) -> String? {
    state.withLock { state in
      state.removeOld(now)
      let isDue = state.lastMessage.map { now - $0 >= Self.repetition } ?? true
      guard state.hasChanged || isDue else { return nil }
      state.hasChanged = false
      var rows: [JSONValue] = []
      var bytes = 2
      for (key, entry) in state.entries where entry.isLocal {
        let row: JSONValue = [
          .string(key.screen), .string(key.editor), .string(entry.visitor.name),
          entry.visitor.item.map { .string($0) } ?? .null, .bool(entry.visitor.isEditing),
        ]
        bytes += row.serialized().count + 1
        guard bytes <= Self.maximumMessageBytes else { break }
        rows.append(row)
      }
      guard !rows.isEmpty else { return nil }
      state.lastMessage = now
      return JSONValue.array(rows).text
    }
  }

  /// Takes the visitors of another node. Ignores what it does not know.
  func receive(_ message: String, at now: ContinuousClock.Instant = .now) {
    guard let rows = (try? JSONParser.parse(message))?.arrayValue else { return }
    state.withLock { state in
      state.removeOld(now)
      for row in rows {
        guard let values = row.arrayValue, values.count >= 5, let screen = values[0].stringValue,
          let editor = values[1].stringValue, let name = values[2].stringValue
        else { continue }
        let visitor = Visitor(
          name: name, item: values[3].stringValue, isEditing: values[4].boolValue ?? false)
        let key = Key(screen: screen, editor: editor)
        guard state.entries[key]?.isLocal != true else { continue }
        state.set(key, Entry(visitor: visitor, lastSign: now, isLocal: false))
      }
    }
  }
}
