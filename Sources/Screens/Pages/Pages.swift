import JSONText

/// How a screen is divided into pages: `"pages": {"size": 20, "parameter": "after"}`.
package struct Pages: Sendable, Equatable {
  /// The number of items of a page, without those inside others.
  package let size: Int
  /// The name of the query parameter for the cursor of a page.
  package let parameter: String

  package static let sizes = 1...1000
  package static let defaultParameter = "after"

  /// The query parameters that have another meaning in requests for screens.
  package static let otherParameters = [
    "arm", "format", "release", "rendition", "user", "variant", "version",
  ]

  /// Reads the member of a definition. Nil if it is absent or wrong, with findings.
  init?(_ value: JSONValue?, at location: JSONPointer, _ diagnostics: inout Diagnostics) {
    let noun = "pages"
    guard let value,
      let members = MemberReader(
        value, at: location, named: noun, allowed: ["size", "parameter"], &diagnostics,
        meaning: { ["limit", "count", "pageSize"].contains($0) ? "did you mean size?" : nil })
    else { return nil }
    _ = members.required("size", of: noun, hint: "the number of items of a page", &diagnostics)
    let size = members.integer("size", in: Self.sizes, &diagnostics)
    let parameter = members.name("parameter", &diagnostics) ?? Self.defaultParameter
    if Self.otherParameters.contains(parameter) || parameter.hasPrefix("__") {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: location.appending("parameter"),
          "the parameter \(quoted(parameter)) has another meaning in requests for screens",
          hint: "choose another name, such as \"\(Self.defaultParameter)\""))
    }
    guard let size else { return nil }
    self.size = size
    self.parameter = parameter
  }
}
