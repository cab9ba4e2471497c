import HTTPWire
import Screens

/// What the server sees itself of the screen of a unit in a rollout. The names are those of the events that apps report.
enum SeenEvent: String {
  /// The screen could not be sent: a damaged version, or a rendition that fails.
  case contentFailed = "content-failed"
  /// The app cannot show an item, and nothing is in its place.
  case noCell = "no-cell"
  /// The app cannot show an item, and a fallback is in its place.
  case unknownViewType = "unknown-view-type"

  /// The events of a response.
  fileprivate static func all(in outcome: Responder.Outcome) -> [SeenEvent] {
    switch outcome {
    case .response(let response):
      all(response.status) { response.value(of: "screen-downgraded") }
    case .prepared(let response):
      all(response.status) { response.head.value(of: "screen-downgraded") }
    default: []
    }
  }

  /// The field that lists what an app cannot show, to ask responses for it.
  static let field = FieldNameFilter("screen-downgraded")

  private static func all(_ status: HTTPStatus, downgraded: () -> String?) -> [SeenEvent] {
    if status.rawValue >= 500 { return [.contentFailed] }
    // A long list is cut. Its beginning says enough.
    guard let items = downgraded()?.split(separator: ",") else { return [] }
    func has(_ effect: TailoredLayout.Downgrade.Effect) -> Bool {
      items.contains { $0.hasSuffix("=" + effect.rawValue) }
    }
    return (has(.dropped) ? [.noCell] : []) + (has(.fallback) ? [.unknownViewType] : [])
  }
}

extension ScreenAPI {
  /// A reply to a unit of a rollout. Counts what the server sees itself of it, if anything.
  // Inline, so that the reply stays in registers.
  @inline(__always)
  func counting(
    _ reply: consuming Reply, to member: OpenRollout.Member, of rolling: RollingScreen,
    _ request: borrowing HTTPRequest
  ) -> Reply {
    switch consume reply {
    case .prepared(let response):
      // The usual case: a response that is known to have none.
      response.status.rawValue < 500 && !response.mayHave(rolling.seenEventField)
        ? .prepared(response) : countingEvents(.prepared(response), to: member, of: rolling.rollout, request)
    case .response(let response):
      countingEvents(.response(response), to: member, of: rolling.rollout, request)
    case .deferred(let work): countingEvents(.deferred(work), to: member, of: rolling.rollout, request)
    case .stream(let response, let length, let work): .stream(response, length: length, work)
    }
  }

  /// The same for a reply that may have some.
  private func countingEvents(
    _ reply: Reply, to member: OpenRollout.Member, of rollout: OpenRollout, _ request: borrowing HTTPRequest
  ) -> Reply {
    guard let recorder = environment.reports?.seen, case .get = request.method else { return reply }
    let network = serving.address.client(of: request)?.subnet
    @Sendable func note(_ outcome: Responder.Outcome) {
      recorder.note(SeenEvent.all(in: outcome), of: member, in: rollout, from: network, self)
    }
    switch reply {
    case .prepared(let response): note(.prepared(response))
    case .response(let response): note(.response(response))
    case .deferred(let work):
      return .deferred { outer in
        work(
          Responder(insteadOf: outer) { outcome in
            note(outcome)
            outer.forward(outcome)
          })
      }
    case .stream: break
    }
    return reply
  }
}
