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

  /// - Parameter catalogue: all view types after the change, which the new schema may refer to.
  package init(_ name: String, new document: JSONDocument, in catalogue: Catalogue) {
    self.name = name
    new = Self.version(document.value, of: name, in: catalogue)
  }

  /// The compatibility of the new schema with an old one, for screens and for apps.
  package func reports(
    comparedWith old: JSONValue, in catalogue: Catalogue
  ) -> [CompatibilityReport] {
    guard let new, let old = Self.version(old, of: name, in: catalogue) else { return [] }
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
      guard let old = Self.version(group.schema, of: name, in: Catalogue()) else { continue }
      limits.steps = max(remaining, Self.minimumSteps)
      let report = SchemaComparison(old: old, new: new, limits: limits)
        .report(for: .apps, spending: &remaining)
      guard report.verdict == .breaking else { continue }
      broken += group.releases.map { BrokenRelease(release: $0, report: report) }
    }
    return broken.sorted { $0.release < $1.release }
  }

  private static func version(
    _ schema: JSONValue, of name: String, in catalogue: Catalogue
  ) -> SchemaVersion? {
    var documents = [ViewType.itemURI: ViewType.itemSchema]
    for (other, viewType) in catalogue.viewTypes { documents[ViewType.uri(of: other)] = viewType.schema }
    let uri = ViewType.uri(of: name)
    documents[uri] = schema
    // Compiling a large schema takes longer than most comparisons.
    if let viewType = catalogue.viewType(name), viewType.schema == schema {
      return SchemaVersion(viewType.compiled, uri: uri, documents: documents)
    }
    return try? SchemaVersion(value: schema, uri: uri, others: documents)
  }
}
