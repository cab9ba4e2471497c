package import JSONText

/// A change of a definition, as a patch document.
package struct DefinitionPatch: Sendable {
  /// The media types of patches.
  package enum Kind: String, Sendable {
    case jsonPatch = "application/json-patch+json"
    case mergePatch = "application/merge-patch+json"
  }

  private enum Content: Sendable {
    case jsonPatch(JSONPatch)
    case mergePatch(JSONValue)
  }

  private let document: JSONDocument
  private let content: Content

  /// Reads a patch.
  /// - Throws: ``ScreensError/unparsable(_:)``, or ``ScreensError/invalidBody(_:)`` with places in the patch.
  package init(_ text: [UInt8], kind: Kind) throws(ScreensError) {
    document = try JSONDocument(body: text)
    switch kind {
    case .mergePatch:
      content = .mergePatch(document.value)
    case .jsonPatch:
      do throws(JSONPatchError) {
        content = .jsonPatch(try JSONPatch(document.value))
      } catch {
        var diagnostics = Diagnostics()
        diagnostics.add(Diagnostic(.invalidValue, at: error.pointer, error.message, hint: error.hint))
        diagnostics.locate(in: document)
        throw .invalidBody(diagnostics)
      }
    }
  }

  /// The definition after the patch.
  /// - Throws: ``ScreensError/patchDoesNotApply(_:)``.
  package func apply(to definition: JSONValue) throws(ScreensError) -> JSONValue {
    switch content {
    case .mergePatch(let patch):
      return JSONMergePatch.apply(patch, to: definition)
    case .jsonPatch(let patch):
      do throws(JSONPatchError) {
        return try patch.apply(to: definition)
      } catch {
        throw .patchDoesNotApply(
          Diagnostic(
            .invalidValue, at: error.pointer, error.message, hint: error.hint,
            position: document.position(of: error.pointer)))
      }
    }
  }
}
