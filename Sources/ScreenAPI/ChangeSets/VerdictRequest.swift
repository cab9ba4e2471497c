import JSONText
import Screens

/// The body of a verdict: `{"verdict": "approved", "message": "…"}`.
struct VerdictRequest {
  let decision: ChangeSetVerdict.Decision
  let message: String?

  private static let decisions = ChangeSetVerdict.Decision.allCases.map(\.rawValue)

  static let schema = Schema.named(
    "ReviewRequest",
    .closedObject(
      .required("verdict", .choice(decisions)),
      .optional(
        "message", .string(maximumLength: ChangeSetVerdict.maximumMessageLength),
        "What is good, or what should change.")))

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a review"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["verdict", "message"], &diagnostics)
    _ = members?.required("verdict", of: noun, &diagnostics)
    let decision = members?.choice("verdict", of: Self.decisions, &diagnostics)
      .flatMap { ChangeSetVerdict.Decision(rawValue: $0) }
    message = members?.string("message", &diagnostics)
    if let length = message?.unicodeScalars.count, length > ChangeSetVerdict.maximumMessageLength {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["message"]),
          "the message has \(length) characters, and a review has at most "
            + "\(ChangeSetVerdict.maximumMessageLength)", hint: "comment on items instead"))
    }
    guard let decision, diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.decision = decision
  }
}
