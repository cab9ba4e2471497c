import HTTPWire
import Screens

extension ParameterDeclaration {
  /// The request field with the revision that a node must have seen before it serves the request.
  static let minRevision = ParameterDeclaration(
    "Marquee-Min-Revision", in: .header,
    "The Marquee-Revision of a write. The node waits up to a second to see that revision before it serves "
      + "the request. If the time runs out, the response is 503.", .integer(from: 0))
}

/// `Marquee-Min-Revision`: a request that only a node with that revision, or a newer one, may serve.
extension ScreenAPI {
  /// How long a request waits for a revision, in milliseconds.
  private static let waitMilliseconds = 1000
  /// The largest number of revisions by which a request may be ahead of this node. A request that is further ahead gets
  /// 503 at once: this node cannot catch up on that many changes within the time that a request waits.
  private static let longestLead = 10_000

  /// The reply to a request whose revision this node has not seen yet; nil if it has.
  func waiting(_ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot) -> Reply? {
    let text = request.field(.marqueeMinRevision).map { String(decoding: $0) } ?? ""
    guard let revision = Int(text), revision >= 0, !request.isRepeated(.marqueeMinRevision) else {
      let name = ParameterDeclaration.minRevision.name
      return counted(.badParameter(name, "\(name) must be one whole number from 0"), of: Self.nowhere)
    }
    // A session does not follow the store: it began from the server's state.
    guard serving.sessions != nil, revision > publisher.revision else { return nil }
    let owned = request.owned()
    return .deferred { responder in
      guard revision - publisher.revision <= Self.longestLead else { return refuse(responder, revision) }
      let token = publisher.whenVisible(revision) {
        // Readers have the new state before the revision is visible.
        environment.offload {
          owned.withRequest { request in
            responder.respond(handle(request, serving.snapshot(stripe: 0)))
          }
        }
      }
      guard let token else { return refuse(responder, revision) }
      _ = environment.later(Self.waitMilliseconds) {
        if publisher.stopWaiting(token) { refuse(responder, revision) }
      }
    }
  }

  private func refuse(_ responder: Responder, _ revision: Int) {
    var problem = Problem(
      .behind, "this node has seen revision \(publisher.revision), and the request asks for \(revision)")
    problem.fields = [HTTPField("Retry-After", "1")]
    serving.tally.count(Self.nowhere, status: Int(problem.status.rawValue))
    responder.respond(problem.response)
  }
}
