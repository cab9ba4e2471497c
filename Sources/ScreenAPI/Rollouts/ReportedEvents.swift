import JSONText
import Screens

/// What an app reports about one screen of one user.
struct ReportedEvents {
  /// The maximum number of reports of a request.
  static let maximumCount = 1000
  /// The maximum number of events of a report.
  private static let maximumEvents = 20
  /// The maximum length of a text, in bytes.
  private static let maximumTextBytes = 200
  /// The maximum length of a token, in bytes: that of a rollout, and of the experiments of a screen.
  private static let maximumTokenBytes = 4000
  /// The maximum number of elements of a token: a rollout, the experiments of a screen, and the name of the list.
  private static let maximumElements = 9
  /// The maximum number of elements of the tokens of a request.
  private static let maximumTotal = 2 * maximumCount

  /// The elements of the token.
  let tokens: [Substring]
  let events: Set<String>
  /// The seconds until the first draw; nil if the app does not say.
  let drawSeconds: Double?
  /// The release of the app; nil if it does not name one.
  let release: ReleaseName?

  /// Reads the body of a request.
  /// - Throws: ``ScreensError/invalidBody(_:)`` with lines and columns. One faulty report refuses all.
  static func list(in body: [UInt8]) throws(ScreensError) -> [ReportedEvents] {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a body with reports"
    let members = MemberReader(document.value, at: .root, named: noun, allowed: ["reports"], &diagnostics)
    _ = members?.required("reports", of: noun, &diagnostics)
    let values = members?.array("reports", &diagnostics) ?? []
    let location = JSONPointer(tokens: ["reports"])
    var reports: [ReportedEvents] = []
    if values.count > maximumCount {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location, "a request has at most \(maximumCount) reports, not \(values.count)",
          hint: "send the rest in another request"))
    } else {
      for (index, value) in values.enumerated() {
        if let report = ReportedEvents(value, at: location.appending(index), &diagnostics) {
          reports.append(report)
        }
      }
    }
    let total = reports.reduce(0) { $0 + $1.tokens.count }
    if total > maximumTotal {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location,
          "the tokens of a request have at most \(maximumTotal) elements, not \(total)",
          hint: "send the rest in another request"))
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return reports
  }

  private init?(_ value: JSONValue, at location: JSONPointer, _ diagnostics: inout Diagnostics) {
    let noun = "a report"
    let texts = ["id", "token", "release", "viewType"]
    guard
      let members = MemberReader(
        value, at: location, named: noun, allowed: texts + ["events", "drawMs"], &diagnostics)
    else { return nil }
    for name in ["id", "token", "events"] { _ = members.required(name, of: noun, &diagnostics) }
    for name in texts {
      guard let text = members.string(name, &diagnostics) else { continue }
      let maximum = name == "token" ? Self.maximumTokenBytes : Self.maximumTextBytes
      guard !(1...maximum).contains(text.utf8.count) else { continue }
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending(name),
          "\(quoted(name)) has 1 to \(maximum) bytes, not \(text.utf8.count)"))
    }
    let events = members.array("events", &diagnostics) ?? []
    let names = events.compactMap(\.stringValue)
    if names.count != events.count || names.count > Self.maximumEvents {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending("events"),
          "\"events\" is a list of at most \(Self.maximumEvents) names",
          hint: "the events are listed in the documentation of POST /reports"))
    }
    let milliseconds = members.number("drawMs", &diagnostics)?.doubleValue
    if let milliseconds, !(milliseconds >= 0 && milliseconds.isFinite) {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending("drawMs"), "a screen is drawn after 0 ms or more"))
    }
    guard case .string(let token)? = members.object["token"] else { return nil }
    tokens = token.split(separator: ",")
    if tokens.count > Self.maximumElements {
      diagnostics.add(
        Diagnostic(
          .tooMany, at: location.appending("token"),
          "a token has at most \(Self.maximumElements) elements, not \(tokens.count)"))
    }
    self.events = Set(names)
    release = members.object["release"]?.stringValue.flatMap { ReleaseName($0) }
    drawSeconds = milliseconds.map { $0 / 1000 }
  }
}
