import AdminModel
import HTTPWire
import JSONText
import Screens

/// Differences and merges of definitions that need not be stored: `/admin/diff` and `/admin/merge`.
enum ComparisonEndpoints {
  static let all: [Endpoint] = [compare, merge]

  static let compare = Endpoint(
    .post, "/admin/diff", "compareDefinitions", .history,
    "Compares two definitions, saved or not, by item and with the values of both", access: .token(.read),
    effect: .computes,
    reading: .body(ComparisonRequest.schema, "The definitions."),
    responses: [.json("The difference", Comparison.self)]
  ) { (api, body) throws(ScreensError) in
    let request = try ComparisonRequest(body)
    return .json(Comparison(api.publisher.definitions.comparison(from: request.from, to: request.to)))
  }

  static let merge = Endpoint(
    .post, "/admin/merge", "mergeDefinitions", .drafts,
    "Merges two changes of a definition, saved or not, and says what both sides changed in different ways",
    access: .token(.read), effect: .computes,
    reading: .body(MergeRequest.schema, "The definitions, and what was decided."),
    responses: [.json("The merge", MergedDefinition.self)]
  ) { (api, body) throws(ScreensError) in
    let request = try MergeRequest(body)
    let outcome = api.publisher.definitions.merge(
      base: request.base, ours: request.ours, theirs: request.theirs, at: request.route,
      choices: request.choices)
    return .json(
      MergedDefinition(
        changes: outcome.changes.map { .init(place: $0.place, effect: $0.effect.rawValue) },
        ours: Comparison(outcome.ours), theirs: Comparison(outcome.theirs), merged: outcome.merged))
  }
}
