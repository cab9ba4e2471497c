import Assignment
import Foundation
import HTTPWire
import JSONText
import ScreenMock
import Screens
import TextTemplate

/// Screens whose content has placeholders for values of the request.
extension ScreenAPI {
  /// The response with a body that is filled for this request.
  func makeReply(
    _ template: DocumentTemplate, of rendition: Rendition, _ counts: RequestTally.CombinationCounts,
    _ request: borrowing HTTPRequest, stripe: Int
  ) -> Reply {
    // The body has no entity tag, so `If-Match` fails.
    if request.field(.ifMatch) != nil, Precondition.evaluate(request, tag: nil, isRead: true) == .failed {
      return refused(
        Problem(
          .preconditionFailed.titled("The screen has changed"),
          "a screen made for each request has no entity tag"),
        of: counts.route)
    }
    do throws(ParameterError) {
      let seed = try seed(of: request)
      var values = try values(of: request, seed: seed?.number)
      var response = rendition.filled(template, &values)
      response.fields += seed?.fields ?? []
      counts.full.add(stripe: stripe)
      return .response(response)
    } catch {
      return refused(.badParameter(error.name, error.detail), of: counts.route)
    }
  }

  /// The values of the placeholders.
  func values(of request: borrowing HTTPRequest, seed: UInt64?) throws(ParameterError) -> TemplateValues {
    let query = try ScreenQuery(request.query ?? .empty)
    let user = query.user ?? request.field(.screenUser).map { String(decoding: $0) }
    return TemplateValues(user: user, attributes: query.attributes, seed: seed) {
      Timestamp.text(Date().timeIntervalSince1970)
    }
  }

  /// The seed that a request asks for, and the response fields that confirm it.
  private func seed(
    of request: borrowing HTTPRequest
  ) throws(ParameterError) -> (number: UInt64, fields: [HTTPField])? {
    guard serving.mock.mayApply(request) else { return nil }
    let preferences = try preferences(of: request)
    return preferences.seed.map {
      ($0, MockOutcome.fields(applied: ["request"], preferences: preferences.applied))
    }
  }
}
