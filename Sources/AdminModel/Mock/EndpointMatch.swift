/// How the endpoints of the mock judge a request.
package struct EndpointMatch: APIObject {
  package let answers: String?
  package let status: Int?
  package let note: String?
  package let candidates: [Candidate]

  package init(answers: String?, status: Int?, note: String?, candidates: [Candidate]) {
    self.answers = answers
    self.status = status
    self.note = note
    self.candidates = candidates
  }

  package static let members = MemberList(
    named: "EndpointMatch", Self.init,
    Member("answers", \Self.answers, "The endpoint that answers; null if there is none."),
    Member(
      "status", \Self.status,
      "The status of the answer; null if a collection, a screen or the real backend decides it."),
    Member(optional: "note", \Self.note, "Why no endpoint sees the request, a sentence for people."),
    Member(
      "candidates", \Self.candidates,
      "The endpoints with this path in the order in which they are tried, or else the one with the nearest path."
    ))

  package struct Candidate: APIObject {
    package let name: String
    package let methods: [String]
    package let path: String
    package let verdict: String
    package let reason: String

    package init(name: String, methods: [String], path: String, verdict: String, reason: String) {
      self.name = name
      self.methods = methods
      self.path = path
      self.verdict = verdict
      self.reason = reason
    }

    package static let members = MemberList(
      named: "EndpointVerdict", Self.init, Member("name", \Self.name), Member("methods", \Self.methods),
      Member("path", \Self.path),
      Member(
        "verdict", \Self.verdict,
        as: .choice(["answers", "later", "condition", "body", "response", "method", "path"])),
      Member("reason", \Self.reason, "A sentence for people."))
  }
}
