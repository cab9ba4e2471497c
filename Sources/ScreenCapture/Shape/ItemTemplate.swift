import JSONText
import Screens

/// The templates of an item that can send the elements of an array.
enum ItemTemplate {
  private static let contentNames = [
    "content", "viewObject", "customData", "section", "data", "payload", "props", "attributes", "properties",
    "model",
    "params",
  ]
  private static let idNames = ["id", "uuid", "key", "identifier", "itemId", "item_id"]

  /// The template of an item that is its content as a whole. It can send any element.
  static let whole: JSONValue = "$content"

  /// The templates, the most specific one first; ``whole`` is always the last.
  static func candidates(for elements: [JSONValue], discriminator: ItemDiscriminator?) -> [JSONValue] {
    guard let discriminator, let first = elements.first?.objectValue,
      elements.allSatisfy({
        $0.objectValue?.count == first.count && $0.objectValue?.names.allSatisfy { first[$0] != nil } ?? false
      })
    else { return [whole] }
    let others = first.names.filter { $0 != discriminator.name }
    // The content is usually an object; a single other member is the content whatever its type.
    let objects = others.filter { name in elements.allSatisfy { $0[name]?.objectValue != nil } }
    let only = others.count == 1 ? others.first : nil
    guard let content = contentNames.first(where: objects.contains) ?? objects.first ?? only else {
      return [whole]
    }
    let rest = others.filter { $0 != content }
    let id = idNames.first { rest.contains($0) && isID($0, in: elements) }
    var templates: [JSONValue] = []
    for id in id == nil ? [nil] : [id, nil] {
      var template = JSONObject()
      for member in first {
        switch member.name {
        case discriminator.name: template[member.name] = "$viewType"
        case content: template[member.name] = "$content"
        case id: template[member.name] = "$id"
        default:
          // A format sends any other member unchanged with each item, so all items must have the same value.
          guard elements.allSatisfy({ $0[member.name] == member.value }) else { continue }
          template[member.name] = FormatText.literal(member.value)
        }
      }
      if template.count == first.count { templates.append(.object(template)) }
    }
    return templates + [whole]
  }

  private static func isID(_ name: String, in elements: [JSONValue]) -> Bool {
    elements.allSatisfy { $0[name]?.stringValue.map { Name.isValid($0) } ?? false }
  }
}
