import JSONSchema
package import JSONText
package import SchemaCompatibility

/// Compares a new schema of a view type with other schemas of it.
package struct ViewTypeComparison {
  private let name: String
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
    return releases.filter(\.isSupported).sorted { $0.name < $1.name }.compactMap { release in
      guard let schema = release.schema(of: name), let old = version(schema, among: [:]) else { return nil }
      let report = SchemaComparison(old: old, new: new).report(for: .apps)
      return report.verdict == .breaking ? BrokenRelease(release: release.name, report: report) : nil
    }
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
