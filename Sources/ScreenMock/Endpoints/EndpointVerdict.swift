package import Assignment
import JSONText
import Screens

/// Why an endpoint answers a request, or does not.
package struct EndpointVerdict: Sendable {
  package enum Outcome: String, Sendable, CaseIterable {
    /// It answers.
    case answers
    /// It would, but a more specific endpoint answers.
    case later
    /// Its `when` does not hold.
    case condition
    /// The body does not fit its schema.
    case body
    /// It is the first one, and no `when` of its responses holds.
    case response
    /// It has another method.
    case method
    /// Its path is only similar.
    case path
  }

  package let endpoint: MockEndpoint
  package let outcome: Outcome
  /// A sentence for people.
  package let reason: String
}

/// How the endpoints judge a request, without answering it.
package struct BackendExplanation: Sendable {
  /// The endpoint that answers; nil if none does.
  package let answering: MockEndpoint?
  /// The status of the answer; nil if a collection, a screen or the real backend decides it.
  package let status: Int?
  /// The endpoints that have the path, in the order in which they are tried, or else the one with the nearest path.
  package let verdicts: [EndpointVerdict]
}

extension MockBackend {
  /// Judges a request as ``answer(_:_:)`` does, and changes nothing.
  /// - Parameter hasUpstream: whether a real backend answers what no endpoint does.
  package func explain(
    _ request: BackendRequest, groups: ConditionGroups, hasUpstream: Bool
  ) -> BackendExplanation {
    let (table, object) = snapshot
    let matches = table.matches(request.path)
    guard !matches.isEmpty else {
      let nearest = table.nearest(to: request.path).map {
        EndpointVerdict(endpoint: $0, outcome: .path, reason: "Its path is \($0.path).")
      }
      return BackendExplanation(
        answering: nil, status: hasUpstream ? nil : 404, verdicts: nearest.map { [$0] } ?? [])
    }
    var values = request.values
    values.setState(object)
    var judge = EndpointJudge(request: request, groups: groups, hasUpstream: hasUpstream)
    let verdicts = SchemaOperator.withBudget {
      matches.map { match in
        values.setPath(match.placeholders)
        return judge.verdict(match, values)
      }
    }
    let hasMethod = matches.contains { $0.entry.method == request.method }
    return BackendExplanation(
      answering: judge.answering,
      status: hasMethod ? judge.status : request.method == "OPTIONS" ? 204 : 405, verdicts: verdicts)
  }
}

/// Judges the endpoints that match a path, one after another.
private struct EndpointJudge {
  let request: BackendRequest
  let groups: ConditionGroups
  let hasUpstream: Bool
  private(set) var answering: MockEndpoint?
  /// The status of the answer; nil if a collection, a screen or the real backend decides it.
  private(set) var status: Int? = 404
  /// Whether an endpoint without a response for the request has ended the search.
  private var hasEnded = false

  init(request: BackendRequest, groups: ConditionGroups, hasUpstream: Bool) {
    self.request = request
    self.groups = groups
    self.hasUpstream = hasUpstream
  }

  mutating func verdict(_ match: MockEndpointTable.Match, _ values: EndpointValues) -> EndpointVerdict {
    let endpoint = match.entry.endpoint
    func verdict(_ outcome: EndpointVerdict.Outcome, _ reason: String) -> EndpointVerdict {
      EndpointVerdict(endpoint: endpoint, outcome: outcome, reason: reason)
    }
    guard match.entry.method == request.method else {
      return verdict(.method, "It is for \(match.entry.method).")
    }
    if let reason = endpoint.condition?.unmet(values, groups: groups) {
      return verdict(.condition, "Its condition does not hold: \(reason).")
    }
    if let schema = endpoint.bodySchema {
      let findings = MockBackend.findings(schema, request.document)
      if !findings.isEmpty {
        if answering == nil, !hasEnded { status = 422 }
        let texts = findings.kept.prefix(3).map(\.text).joined(separator: "; ")
        return verdict(.body, "The body does not fit its schema: \(texts).")
      }
    }
    if answering != nil || hasEnded {
      return verdict(.later, "It matches, too, and is tried later.")
    }
    guard case .responses(let responses, let isForwarded) = endpoint.action else {
      (answering, status) = (endpoint, nil)
      if case .screen(let address) = endpoint.action {
        return verdict(.answers, "It answers with the screen \(address.route).")
      }
      return verdict(.answers, "It answers with its collection.")
    }
    guard let index = responses.firstIndex(where: { $0.condition?.holds(values) ?? true }) else {
      if isForwarded {
        (answering, status) = (endpoint, hasUpstream ? nil : 502)
        return verdict(
          .answers,
          hasUpstream
            ? "No condition of its responses holds, so the real backend answers."
            : "It is for the real backend, and this server has none.")
      }
      (hasEnded, status) = (true, 404)
      let reasons = responses.prefix(5).enumerated().compactMap { index, response in
        response.condition?.unmet(values, groups: groups).map { "response \(index + 1): \($0)" }
      }
      return verdict(
        .response, "No condition of its responses holds: \(reasons.joined(separator: "; ")).")
    }
    (answering, status) = (endpoint, responses[index].status)
    return verdict(
      .answers,
      responses.count == 1 ? "It answers." : "It answers with response \(index + 1) of \(responses.count).")
  }
}

extension EndpointCondition {
  /// What of the condition does not hold; nil if it holds.
  fileprivate func unmet(_ values: EndpointValues, groups: ConditionGroups) -> String? {
    guard !holds(values) else { return nil }
    let members = source.objectValue ?? [:]
    let failing = members.first { member in
      EndpointCondition([member.name: member.value], groups: groups).map { !$0.holds(values) } ?? false
    }
    guard let failing else { return Self.shortened(source) }
    guard let path = try? ValuePath(failing.name, placeholders: values.placeholders) else {
      return Self.shortened([failing.name: failing.value])
    }
    let found = values[path].map { "\(path) is \(Self.shortened($0))" } ?? "there is no \(path)"
    return "\(found), and \(Self.shortened(failing.value)) is asked for"
  }

  private static func shortened(_ value: JSONValue) -> String {
    let text = value.text
    return text.count > 200 ? text.prefix(200) + "…" : text
  }
}
