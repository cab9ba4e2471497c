import CurlClient
import JSONText

/// An error that a response to an invalid definition must contain.
struct ExpectedProblem {
  var code: String
  /// The error's pointer; nil if the body cannot be parsed.
  var pointer: String?
  /// The text at the position of the error: its first occurrence in the body.
  var at: String
  /// A text that the hint must contain; nil for any hint.
  var hint: String?

  /// Expects this error in the response.
  func find(in response: CheckedResponse, to body: String) throws(CheckFailure) {
    let place = try require("place of \(at) in the body sent", TextPosition(of: at, in: body))
    let errors = try response.elements("/errors")
    let error = try require(
      "error at \(pointer ?? at)",
      errors.first {
        (pointer == nil || $0["pointer"]?.stringValue == pointer) && $0["code"]?.stringValue == code
      },
      "one of code \(code)", got: JSONValue.array(errors).text)
    let got = TextPosition(
      line: error["line"]?.numberValue?.intValue ?? 0, column: error["column"]?.numberValue?.intValue ?? 0)
    try expect("place of \(code) at \(pointer ?? at)", got, is: place)
    let message = error["message"]?.stringValue ?? ""
    try expect("message of \(code) at \(pointer ?? at)", !message.isEmpty, "a text", got: error.text)
    if let hint {
      let text = error["hint"]?.stringValue ?? ""
      try expect(
        "hint of \(code) at \(pointer ?? at)", text.contains(hint), "one with \(hint)", got: error.text)
    }
  }
}

extension Subject {
  /// Sends an invalid body. Expects exactly these errors, and that the served screen does not change.
  func expectRefusal(
    _ body: String, at route: String, status: Int = 422, _ expected: [ExpectedProblem]
  ) async throws {
    let before = try await fetch("/screens/\(route)")
    let response = try await admin("PUT", "/admin/screens/\(route)", body: Array(body.utf8))
    try response.problem(status)
    for problem in expected { try problem.find(in: response, to: body) }
    try expect(
      "number of errors", try response.elements("/errors").count == expected.count, "\(expected.count)",
      got: response.summary)
    let after = try await fetch("/screens/\(route)")
    try expectSame("what is served after a refused PUT", after.raw, as: before.raw)
  }

  /// Expects equal responses, apart from the field `Date`.
  private func expectSame(
    _ what: String, _ got: CurlResponse, as expected: CurlResponse
  ) throws(CheckFailure) {
    func undated(_ response: CurlResponse) -> CurlResponse {
      var rest = response
      rest.fields.removeAll { $0.isNamed("Date") }
      return rest
    }
    let isSame = undated(got) == undated(expected)
    try expect(what, isSame, "\(expected.fields) \(expected.text)", got: "\(got.fields) \(got.text)")
  }
}
