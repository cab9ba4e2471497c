import CurlClient
import JSONText

/// A response with expectations that checks use.
struct CheckedResponse: Sendable {
  /// The request, for messages: "GET /health".
  let about: String
  let raw: CurlResponse

  var status: Int { raw.status }
  var body: [UInt8] { raw.body }

  /// Status and body, for messages.
  var summary: String { "\(status) \(raw.text)" }

  func field(_ name: String) -> String? { raw.value(of: name) }

  func require(_ name: String) throws(CheckFailure) -> String {
    try SelfTest.require("\(name) of \(about)", field(name), "the field", got: "no such field")
  }

  /// The elements of a list field (RFC 9110 §5.6.1), in lower case and sorted.
  func list(_ name: String) -> [String] {
    raw.values(of: name).flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }.sorted()
  }

  func expecting(_ status: Int) throws(CheckFailure) -> CheckedResponse {
    try expect("status of \(about)", self.status == status, "\(status)", got: summary)
    return self
  }

  func json() throws(CheckFailure) -> JSONValue {
    do {
      return try JSONParser.parse(body, profile: .strict)
    } catch {
      throw CheckFailure(what: "body of \(about)", expected: "JSON", got: "\(error) in \(raw.text)")
    }
  }

  /// The value in the body at a JSON Pointer.
  func member(_ pointer: String) throws(CheckFailure) -> JSONValue {
    let document = try json()
    return try SelfTest.require(
      "\(pointer) of \(about)", JSONPointer(pointer)?.value(in: document), "a value", got: document.text)
  }

  func expectMember(_ pointer: String, is expected: JSONValue) throws(CheckFailure) {
    let got = try member(pointer)
    try expect("\(pointer) of \(about)", got == expected, expected.text, got: got.text)
  }

  func expectBody(_ expected: JSONValue) throws(CheckFailure) {
    let got = try json()
    try expect("body of \(about)", got == expected, expected.text, got: got.text)
  }

  /// The version in the body of a write. Expects the same version in the ETag.
  func version() throws(CheckFailure) -> Int {
    let number = try SelfTest.require(
      "version of \(about)", try member("/version").numberValue?.intValue, "an integer", got: summary)
    try expect("ETag of \(about)", field("ETag"), is: "\"\(number)\"")
    return number
  }

  /// The version in the field `Screen-Version`.
  func screenVersion() throws(CheckFailure) -> Int {
    try SelfTest.require(
      "Screen-Version of \(about)", Int(try require("Screen-Version")), "an integer",
      got: field("Screen-Version") ?? "none")
  }

  /// Expects problem details (RFC 9457) with a status.
  /// - Returns: the problem.
  @discardableResult
  func problem(_ status: Int) throws(CheckFailure) -> JSONValue {
    _ = try expecting(status)
    let mediaType = try require("Content-Type").split(separator: ";").first.map(String.init) ?? ""
    try expect("media type of \(about)", mediaType.lowercased(), is: "application/problem+json")
    let problem = try json()
    try expect("status in the problem of \(about)", problem["status"]?.numberValue?.intValue, is: status)
    for name in ["type", "title", "detail"] {
      let text = problem[name]?.stringValue ?? ""
      try expect("\(name) of the problem of \(about)", !text.isEmpty, "a text", got: problem.text)
    }
    return problem
  }

  /// Expects problem details with a status and texts that contain each of `names`.
  func problem(_ status: Int, naming names: [String]) throws(CheckFailure) {
    let problem = try problem(status)
    var texts: [String] = []
    for member in problem.objectValue ?? [:] where member.name != "instance" {
      texts.append(member.value.text)
    }
    let text = texts.joined(separator: " ")
    for name in names {
      try expect(
        "problem of \(about)", text.contains(name), "one that names \(name)", got: problem.text)
    }
  }
}
