import JSONText
import Screens

/// The body of a rollback: `{"version": 3}`.
struct RollbackRequest {
  let version: Int

  /// - Throws: ``ScreensError`` for anything else.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    if case .object(let members) = document.value, members.count == 1,
      let number = members["version"]?.numberValue?.intValue
    {
      version = number
      return
    }
    var diagnostics = Diagnostics()
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: .root, "a rollback names the version to go back to", hint: "{\"version\": 3}",
        position: document.position(of: .root)))
    throw .invalidBody(diagnostics)
  }
}
