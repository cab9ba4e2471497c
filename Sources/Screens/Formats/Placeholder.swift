/// A `"$name"` in a wire format that is replaced by a value.
package enum Placeholder: String, Sendable, CaseIterable {
  case items, sections, screenName, route, version, experiment, variant, header, footer, id, viewType, content
}
