/// A `"$name"` that stands for a value in a wire format.
enum Placeholder: String, Sendable, CaseIterable {
  case items, sections, screenName, route, version, experiment, variant, header, footer, id, viewType, content
}
