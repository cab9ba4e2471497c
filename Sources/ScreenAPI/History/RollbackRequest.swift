import JSONText
import Screens

/// The body of a rollback: `{"version": 3}`.
struct RollbackRequest {
  let version: Int

  static let schema = Schema.named("Rollback", .closedObject(.required("version", .integer(from: 1))))

  /// - Throws: ``ScreensError`` with places in the text.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    let noun = "a rollback"
    var diagnostics = Diagnostics()
    let members = MemberReader(document.value, at: .root, named: noun, allowed: ["version"], &diagnostics)
    _ = members?.required("version", of: noun, &diagnostics)
    let number = members?.integer("version", in: Int.min...Int.max, &diagnostics)
    guard let number, diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    version = number
  }
}
