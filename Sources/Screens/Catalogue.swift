package import Assignment
import JSONSchema
package import JSONText

/// What screens are made of and for: the view types and the wire formats, by name, and the releases of apps.
package struct Catalogue: Sendable {
  package private(set) var viewTypes: [String: ViewType] = [:]
  package private(set) var formats: [String: WireFormat] = [:]
  package private(set) var releases: [ReleaseName: Release] = [:]

  /// Lists of values that conditions name.
  package private(set) var groups = ConditionGroups.none

  /// The files of `_assets/` that content may name.
  package private(set) var assets = AssetFolder.none

  /// Releases that a server knows at a time.
  package static let maximumReleases = 1000

  package init() {}

  /// What a screen would mean for the releases.
  /// - Parameter gate: what counts for a definition that does not say it itself.
  func impact(of screen: PublishedScreen, gate: Definition.Gate?) -> Impact {
    Impact(
      of: screen, in: releases.values, refusesDrops: (screen.definition.gate ?? gate) == .refuse)
  }

  package func nearestRelease(to name: ReleaseName) -> String? {
    NearestName.to(name.description, among: releases.keys.map(\.description))
  }

  /// Compiles a set of view types, which may refer to each other, in place of the present ones.
  /// - Returns: what is wrong with those that can't be used; they are left out.
  package mutating func setViewTypes(_ schemas: [String: JSONValue]) -> [String: InvalidDocument] {
    var registry = SchemaRegistry()
    for (name, schema) in schemas { registry.add(uri: ViewType.uri(of: name), document: schema) }
    var problems: [String: InvalidDocument] = [:]
    viewTypes = [:]
    for (name, schema) in schemas {
      do throws(InvalidDocument) {
        viewTypes[name] = try ViewType(name: name, schema: schema, registry: registry)
      } catch {
        problems[name] = error
      }
    }
    return problems
  }

  mutating func setAssets(_ folder: AssetFolder) { assets = folder }

  /// What is wrong with the content of an item of a view type, and with what it names.
  /// - Parameter place: where the content stands.
  func diagnostics(of item: Item, as viewType: ViewType, at place: JSONPointer) -> Diagnostics {
    guard item.isTemplate else { return diagnostics(of: item.content, as: viewType, at: place) }
    let found = ContentTemplate.diagnostics(of: item.content, at: place)
    return found.isEmpty ? diagnostics(of: item.sample, as: viewType, at: place) : found
  }

  private func diagnostics(of content: JSONValue, as viewType: ViewType, at place: JSONPointer) -> Diagnostics
  {
    var diagnostics = viewType.diagnostics(of: content, at: place)
    diagnostics.add(AssetReference.diagnostics(of: content, at: place, assets: assets))
    return diagnostics
  }

  mutating func setGroups(_ groups: ConditionGroups) { self.groups = groups }

  /// Puts lists of values in place of the present ones.
  mutating func setGroups(_ lists: [String: JSONValue]) {
    groups = ConditionGroups(lists.map { (name: $0.key, values: $0.value.arrayValue ?? []) })
  }

  /// Puts a release in, in place of one of the same name.
  package mutating func setRelease(_ release: Release) { releases[release.name] = release }

  package mutating func removeRelease(_ name: ReleaseName) { releases[name] = nil }

  /// Puts a wire format in, in place of one of the same name.
  package mutating func setFormat(_ format: WireFormat) { formats[format.name] = format }
}
