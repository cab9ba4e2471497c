package import JSONText

/// One cell of a screen: an id, a view type and its content.
package struct Item: Sendable, Equatable {
  package let id: String
  package let viewType: String
  package var content: JSONValue
  /// Whether strings of the content are templates.
  let isTemplate: Bool
  /// The condition for showing the item; nil to show it always.
  package let requires: Requirement?
  /// The replacement for apps that cannot show the item; nil to leave it out.
  package let fallback: Fallback?
  /// The item's place in the definition.
  package let origin: JSONPointer

  package init(
    id: String, viewType: String, content: JSONValue, isTemplate: Bool = false,
    requires: Requirement? = nil, fallback: Fallback? = nil, origin: JSONPointer
  ) {
    self.id = id
    self.viewType = viewType
    self.content = content
    self.isTemplate = isTemplate
    self.requires = requires
    self.fallback = fallback
    self.origin = origin
  }

  /// The content as an app may receive it. Templates have sample values filled in.
  package var sample: JSONValue { isTemplate ? ContentTemplate.sample(of: content) : content }

  /// The item as in a definition.
  package var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "viewType": .string(viewType), "content": content]
    if let requires { object["requires"] = requires.json }
    if let fallback { object["fallback"] = fallback.json }
    return .object(object)
  }

  /// The item and those of its fallbacks that have an id of their own.
  var named: [Item] {
    fallback == nil ? [self] : [self] + chain.dropFirst().filter { !$0.id.hasSameScalars(as: id) }
  }

  /// The item, its fallback, the fallback of that, and so on.
  package var chain: [Item] {
    var chain = [self]
    var next = fallback
    while case .item(let item)? = next {
      chain.append(item)
      next = item.fallback
    }
    return chain
  }
}
