package import JSONText

/// The path of a member within the content of an item: `$title`, `$titleText.text`; `$` is the whole content, or the
/// whole element within `each`.
package struct PreviewMember: Sendable, Equatable {
  package let names: [String]

  package init(names: [String]) { self.names = names }

  /// - Parameter text: begins with a dollar sign.
  init(_ text: String) {
    // By scalars, because a combining character would be part of a `Character`.
    names = text.unicodeScalars.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }.filter { !$0.isEmpty }
  }

  /// The member's value; nil if the content does not have it.
  package func value(in content: JSONValue) -> JSONValue? {
    names.reduce(JSONValue?.some(content)) { value, name in value?[name] }
  }

  var text: String { "$" + names.joined(separator: ".") }
}
