import JSONText
import TextTemplate

/// Content whose strings contain placeholders `{{…}}` for values of a request.
enum ContentTemplate {
  /// The content with sample values filled in. Strings that are not templates stay unchanged.
  static func sample(of content: JSONValue) -> JSONValue {
    switch content {
    case .string(let text):
      guard let template = try? TextTemplate(text) else { return content }
      var values = TemplateValues(user: "user", seed: 0) { "2026-01-01T00:00:00.000Z" }
      return .string(template.text(with: &values))
    case .array(let elements): return .array(elements.map { sample(of: $0) })
    case .object(let object):
      var sampled = JSONObject()
      for member in object { sampled[member.name] = sample(of: member.value) }
      return .object(sampled)
    case .null, .bool, .number: return content
    }
  }

  /// Finds the strings that are not valid templates.
  static func diagnostics(of content: JSONValue, at location: JSONPointer) -> Diagnostics {
    var diagnostics = Diagnostics()
    do throws(TemplateError) {
      _ = try DocumentTemplate(content)
    } catch {
      diagnostics.add(
        Diagnostic(
          error.code == .tooManyPlaceholders ? .tooMany : .invalidTemplate,
          at: location.appending(error.pointer),
          error.message, hint: error.hint))
    }
    return diagnostics
  }
}
