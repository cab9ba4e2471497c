import Dispatch
import HTTPWire
import Screens
import Synchronization

/// Counts what the server sees itself of screens with a rollout, as if the app had reported it. Requests do not wait for
/// it: events collect in a bounded buffer, and those for which there is no room are lost.
final class SeenEventRecorder: Sendable {
  /// The limit of events that wait.
  private static let maximumWaiting = 10_000
  /// The time for collecting a batch, in milliseconds.
  private static let pause = 250

  /// An event of a unit.
  private struct Note {
    let event: SeenEvent
    let rollout: String
    let step: Int
    let member: OpenRollout.Member
    let network: NumericAddress?
  }

  private struct State {
    var waiting: [Note] = []
    /// Whether a timer for storing the next batch is running.
    var isScheduled = false
  }

  private let filter = ExposureFilter()
  private let queue = DispatchQueue(label: "marquee.seen-events", qos: .utility)
  private let state = Mutex(State())

  /// Notes events of a unit. A repeated event costs a hash and a lookup.
  func note(
    _ events: [SeenEvent], of member: OpenRollout.Member, in rollout: OpenRollout,
    from network: NumericAddress?, _ api: ScreenAPI
  ) {
    for event in events {
      let hash = Self.hash(of: event, rollout.id, member.unit)
      guard filter.isNew(hash) else { continue }
      let note = Note(
        event: event, rollout: rollout.id, step: rollout.step, member: member, network: network)
      let isKept = state.withLock { state in
        guard state.waiting.count < Self.maximumWaiting else { return false }
        state.waiting.append(note)
        if !state.isScheduled {
          state.isScheduled = true
          queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { [self] in store(with: api) }
        }
        return true
      }
      if isKept { filter.remember(hash) }
    }
  }

  private static func hash(of event: SeenEvent, _ rollout: String, _ unit: UnitCode) -> UInt64 {
    let bytes = Array("\(event.rawValue) \(rollout) ".utf8) + unit.bytes
    // SAFETY: the bytes are read only within the call.
    return unsafe ExposureFilter.hash(bytes.span.bytes, 0)
  }

  private func store(with api: ScreenAPI) {
    let notes = state.withLock { state in
      let notes = state.waiting
      state.waiting = []
      state.isScheduled = false
      return notes
    }
    let open = api.publisher.rollouts.openByID
    let reports = notes.compactMap { note -> FirstReport? in
      guard let (rollout, tokens) = open[note.rollout],
        let event = rollout.rule.events.first(where: { $0.name == note.event.rawValue }),
        let code = rollout.rule.code(of: event)
      else { return nil }
      return FirstReport(
        rollout: note.rollout, event: code, unit: note.member.unit.bytes, step: note.step,
        isNew: note.member.isNew, network: tokens.hash(ofNetwork: note.network?.bytes ?? []))
    }
    do throws(StoreError) {
      try api.environment.reports?.record(reports)
    } catch {
      // Units that ask again are counted then.
      filter.removeAll()
    }
  }
}
