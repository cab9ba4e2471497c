import JSONSchema
package import JSONText
package import SchemaCompatibility

/// Compares a new schema of a view type with other schemas of it.
package struct ViewTypeComparison {
  private let name: String
  /// The steps of every comparison with a release. Real view types take some thousands.
  private static let minimumSteps = 4_000

  /// Nil if the schema has broken references, which the compiler reports.
  private let new: SchemaVersion?

  /// - Parameter schemas: all view types after the change, which the new schema may refer to.
  package init(_ name: String, new document: JSONDocument, among schemas: [String: JSONValue]) {
    self.name = name
    new = try? SchemaVersion(
      value: document.value, uri: ViewType.uri(of: name), others: Self.others(schemas, than: name))
  }

  /// The compatibility of the new schema with an old one, for screens and for apps.
  package func reports(
    comparedWith old: JSONValue, among schemas: [String: JSONValue]
  ) -> [CompatibilityReport] {
    guard let new, let old = version(old, among: schemas) else { return [] }
    let comparison = SchemaComparison(old: old, new: new)
    return CompatibilityDirection.allCases.map { comparison.report(for: $0) }
  }

  /// The supported releases whose own schema of the view type does not accept all content of the new schema.
  package func broken(among releases: some Sequence<Release>) -> [BrokenRelease] {
    guard let new else { return [] }
    // Most releases have the same schema as the release before.
    var groups: [[UInt8]: (schema: JSONValue, newest: ReleaseName, releases: [ReleaseName])] = [:]
    for release in releases.filter(\.isSupported).sorted(by: { $0.name > $1.name }) {
      guard let schema = release.schema(of: name) else { continue }
      groups[schema.serialized(), default: (schema, release.name, [])].releases.append(release.name)
    }
    var broken: [BrokenRelease] = []
    // All comparisons share the steps of one, except some that each of them may take.
    var limits = CompatibilityLimits()
    var remaining = limits.steps
    for group in groups.values.sorted(by: { $0.newest > $1.newest }) {
      guard let old = version(group.schema, among: [:]) else { continue }
      limits.steps = max(remaining, Self.minimumSteps)
      let report = SchemaComparison(old: old, new: new, limits: limits)
        .report(for: .apps, spending: &remaining)
      guard report.verdict == .breaking else { continue }
      broken += group.releases.map { BrokenRelease(release: $0, report: report) }
    }
    return broken.sorted { $0.release < $1.release }
  }

  private func version(_ schema: JSONValue, among schemas: [String: JSONValue]) -> SchemaVersion? {
    try? SchemaVersion(value: schema, uri: ViewType.uri(of: name), others: Self.others(schemas, than: name))
  }

  private static func others(_ schemas: [String: JSONValue], than name: String) -> [String: JSONValue] {
    var others = [ViewType.itemURI: ViewType.itemSchema]
    for (other, schema) in schemas where other != name { others[ViewType.uri(of: other)] = schema }
    return others
  }
}
