import JSONText
package import Screens

/// The templates, schemas and assets that the items of a screen are drawn with.
package struct PreviewSource: Sendable {
  private let catalogue: Catalogue
  /// The address of an asset by its name; nil if it has none.
  let asset: @Sendable (String) -> String?
  private let defaults: DefaultPreview
  /// The templates by view type; nil for a view type whose template depends on the content.
  private var templates: [ExactString: PreviewNode?] = [:]

  /// - Parameter asset: the address of an asset by its name; nil if it has none.
  package init(catalogue: Catalogue, asset: @escaping @Sendable (String) -> String?) {
    self.catalogue = catalogue
    self.asset = asset
    defaults = DefaultPreview(schemas: catalogue.schemas)
  }

  /// The nodes that draw an item.
  mutating func node(of item: Item) -> PreviewNode { node(of: item.viewType, content: item.sample) }

  mutating func node(of viewType: String, content: JSONValue) -> PreviewNode {
    template(of: viewType) ?? defaults.node(of: viewType, content: content)
  }

  /// The template of a view type, or the one made from its schema; nil if it depends on the content.
  private mutating func template(of viewType: String) -> PreviewNode? {
    if let known = templates[ExactString(viewType)] { return known }
    let template = catalogue.preview(of: viewType)?.node ?? defaults.node(of: viewType)
    templates[ExactString(viewType)] = .some(template)
    return template
  }
}
