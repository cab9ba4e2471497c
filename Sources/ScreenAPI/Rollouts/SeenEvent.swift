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
  static func all(in outcome: Responder.Outcome) -> [SeenEvent] {
    switch outcome {
    case .response(let response):
      all(response.status) { response.value(of: "screen-downgraded") }
    case .prepared(let response):
      all(response.status) { response.head.value(of: "screen-downgraded") }
    default: []
    }
  }

  /// Whether a reply is known to have none of them.
  static func areNone(in reply: Reply) -> Bool {
    guard case .prepared(let response) = reply else { return false }
    return response.status.rawValue < 500 && !response.mayHave("screen-downgraded")
  }

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
  /// A reply to a request for a screen with a rollout. Counts what the server sees itself of it, if anything.
  func counting(
    _ reply: consuming Reply, of rolling: RollingScreen, _ request: borrowing HTTPRequest
  ) -> Reply {
    guard serving.place == .server, let recorder = environment.reports?.seen, case .get = request.method
    else {
      return reply
    }
    switch reply {
    case .prepared(let response):
      recorder.note(SeenEvent.all(in: .prepared(response)), of: rolling, request, self)
      return reply
    case .response(let response):
      recorder.note(SeenEvent.all(in: .response(response)), of: rolling, request, self)
      return reply
    case .deferred(let work):
      let owned = request.owned()
      return .deferred { outer in
        work(
          Responder(insteadOf: outer) { outcome in
            let seen = SeenEvent.all(in: outcome)
            if !seen.isEmpty { owned.withRequest { recorder.note(seen, of: rolling, $0, self) } }
            outer.forward(outcome)
          })
      }
    case .stream: return reply
    }
  }
}
