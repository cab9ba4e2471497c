package import Assignment
import JSONSchema
package import JSONText

/// The view types, wire formats, preview templates, releases, condition groups and assets that definitions are
/// validated against.
package struct Catalogue: Sendable {
  package private(set) var viewTypes: [String: ViewType] = [:] { didSet { content = CatalogueContent() } }
  /// The schemas of the view types.
  package private(set) var schemas = ViewTypeSchemas([:])
  package private(set) var formats: [String: WireFormat] = [:] { didSet { content = CatalogueContent() } }
  /// By name of the view type.
  package private(set) var previews: [String: PreviewTemplate] = [:]
  package private(set) var releases: [ReleaseName: Release] = [:]

  /// The value lists that conditions refer to.
  package private(set) var groups = ConditionGroups.none { didSet { content = CatalogueContent() } }

  private var settings = ScreenSettings() { didSet { content = CatalogueContent() } }
  /// The languages of the screens; nil if they have one.
  package var languages: Languages? { settings.languages }
  /// The app's own routes, which links may name beside screens.
  package var links: LinkRules { settings.links }

  /// The folder of assets that content may refer to.
  package private(set) var assets = AssetFolder.none { didSet { content = CatalogueContent() } }

  /// The uploaded pictures that content may refer to. A new one makes no definition invalid and changes no rendition.
  package private(set) var uploads = UploadedAssets()

  /// The documents that are missing because the files of a folder are invalid.
  var refused = RefusedFiles()

  /// Identifies everything that decides whether a definition is valid and how it is rendered. Copies have the same, and
  /// each change gives another.
  private(set) var content = CatalogueContent()

  /// The maximum number of releases.
  package static let maximumReleases = 1000

  package init() {}

  /// The view type of a name. Compares scalars, because strings are equal if they are canonically equivalent: U+212A
  /// equals K.
  package func viewType(_ name: String) -> ViewType? {
    viewTypes[name].flatMap { $0.name.hasSameScalars(as: name) ? $0 : nil }
  }

  /// Whether content of a view type has places for items.
  var hasItemPlaces: Bool { viewTypes.values.contains { $0.itemPlaces != nil } }

  /// The wire format of a name. Compares scalars.
  package func format(_ name: String) -> WireFormat? {
    formats[name].flatMap { $0.name.hasSameScalars(as: name) ? $0 : nil }
  }

  /// The preview template of a view type. Compares scalars.
  package func preview(of viewType: String) -> PreviewTemplate? {
    previews[viewType].flatMap { $0.viewType.hasSameScalars(as: viewType) ? $0 : nil }
  }

  /// The effects of a screen on supported releases.
  /// - Parameter gate: the gate for a definition that does not set one.
  func impact(of screen: PublishedScreen, gate: Definition.Gate?) -> Impact {
    Impact(
      of: screen, in: releases.values, refusesDrops: (screen.definition.gate ?? gate) == .refuse)
  }

  /// Replaces the view types. They may refer to each other.
  /// - Returns: the errors of invalid view types, which are left out.
  package mutating func setViewTypes(_ schemas: [String: JSONValue]) -> [String: InvalidDocument] {
    let all = ViewTypeSchemas(schemas)
    var problems: [String: InvalidDocument] = [:]
    viewTypes = [:]
    for (name, schema) in schemas {
      do throws(InvalidDocument) {
        viewTypes[name] = try ViewType(name: name, schema: schema, registry: all.registry)
      } catch {
        problems[name] = error
      }
    }
    self.schemas = problems.isEmpty ? all : ViewTypeSchemas(viewTypes.mapValues(\.schema))
    return problems
  }

  mutating func setAssets(_ folder: AssetFolder) { assets = folder }

  mutating func setUpload(_ asset: UploadedAsset) { uploads.set(asset) }

  mutating func removeUpload(_ name: String) {
    uploads.remove(name)
    // A definition that was validated before may refer to it.
    content = CatalogueContent()
  }

  /// The catalogue with one more view type, whose items may have any content.
  func taking(_ name: String) -> Catalogue {
    var catalogue = self
    catalogue.viewTypes[name] = try? ViewType(name: name, schema: .bool(true), registry: SchemaRegistry())
    return catalogue
  }

  /// Validates the content of an item: its schema, its templates and its references to assets.
  /// - Parameters:
  ///   - location: the content's place in the document.
  ///   - original: the item before changes; what was wrong with it already is not reported.
  func validate(
    _ item: Item, as viewType: ViewType, at location: JSONPointer, besides original: Item? = nil,
    within budget: ValidationBudget, _ diagnostics: inout Diagnostics
  ) {
    // The items inside have findings of their own.
    if item.isTemplate {
      let found = ContentTemplate.diagnostics(of: item.ownContent, at: location)
      if !found.isEmpty {
        let before = original.map { ContentTemplate.diagnostics(of: $0.ownContent, at: location) }
        if found.kept != before?.kept { diagnostics.add(found) }
        return
      }
    }
    viewType.validate(
      item.sample, at: location, besides: original?.sample, within: budget, &diagnostics)
    AssetReference.validate(
      item.sample(of: item.ownContent), at: location, besides: original.map { $0.sample(of: $0.ownContent) },
      assets: assets, uploads: uploads, within: budget, &diagnostics)
  }

  mutating func setGroups(_ groups: ConditionGroups) { self.groups = groups }

  mutating func setLanguages(_ languages: Languages?) {
    settings = ScreenSettings(languages: languages, links: links)
  }

  mutating func setLinks(_ links: LinkRules?) {
    settings = ScreenSettings(languages: languages, links: links ?? .screensAlone)
  }

  /// Replaces the condition groups.
  mutating func setGroups(_ lists: [String: JSONValue]) {
    groups = ConditionGroups(lists.map { (name: $0.key, values: $0.value.arrayValue ?? []) })
  }

  /// Adds a release or replaces the one of the same name.
  package mutating func setRelease(_ release: Release) { releases[release.name] = release }

  package mutating func removeRelease(_ name: ReleaseName) { releases[name] = nil }

  /// Adds a preview template or replaces the one of the same view type.
  package mutating func setPreview(_ template: PreviewTemplate) { previews[template.viewType] = template }

  mutating func removePreview(of viewType: String) { previews[viewType] = nil }

  mutating func removeFormat(_ name: String) { formats[name] = nil }

  /// Adds a wire format or replaces the one of the same name.
  package mutating func setFormat(_ format: WireFormat) { formats[format.name] = format }
}
