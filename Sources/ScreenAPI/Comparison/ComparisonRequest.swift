import JSONText
import Screens

/// The body of a comparison: `{"from": {…}, "to": {…}}`.
struct ComparisonRequest {
  let from: JSONValue
  let to: JSONValue

  static let schema = Schema.named(
    "ComparisonRequest",
    .closedObject(
      .required("from", .any, "A definition, which may have errors; an empty object for none."),
      .required("to", .any, "The other definition.")))

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a comparison"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["from", "to"], &diagnostics)
    let from = members?.required("from", of: noun, &diagnostics)
    let to = members?.required("to", of: noun, &diagnostics)
    guard diagnostics.isEmpty, let from, let to else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.from = from
    self.to = to
  }
}
