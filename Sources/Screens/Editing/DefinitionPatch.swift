package import JSONText

/// A patch of a definition.
package struct DefinitionPatch: Sendable {
  /// The kinds of patches, by media type.
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

  /// Parses a patch.
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
        let diagnostic = Diagnostic(.invalidValue, at: error.pointer, error.message, hint: error.hint)
        throw .invalidBody(Diagnostics(diagnostic).located(in: document))
      }
    }
  }

  /// Applies the patch to a definition.
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
