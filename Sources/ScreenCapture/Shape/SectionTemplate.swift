import JSONText
import Screens

/// The template of a section that can send the elements of an array which hold items.
enum SectionTemplate {
  private static let headers = ["header", "headerTitle", "sectionTitle", "title", "heading", "name", "label"]
  private static let footers = ["footer", "footerTitle", "subtitle", "description", "caption"]
  private static let ids = ["id", "uuid", "key", "identifier", "sectionId", "section_id"]

  /// The member that holds the items of each element; nil if the elements are not sections.
  static func itemsMember(of elements: [JSONValue]) -> String? {
    guard let first = elements.first?.objectValue else { return nil }
    let names = first.names.filter { name in
      elements.allSatisfy { $0[name]?.arrayValue?.allSatisfy { $0.objectValue != nil } ?? false }
    }
    return names.first { name in
      ItemDiscriminator(of: elements.flatMap { $0[name]?.arrayValue ?? [] }) != nil
    }
  }

  /// The template; nil if the elements have members that a section cannot hold.
  static func make(for elements: [JSONValue], items: String) -> JSONValue? {
    var members = JSONObject()
    for element in elements {
      for member in element.objectValue ?? [:] where members[member.name] == nil {
        members[member.name] = member.value
      }
    }
    var free: Set<Placeholder> = [.id, .header, .footer]
    var template = JSONObject()
    for member in members {
      if member.name == items {
        template[member.name] = "$items"
        continue
      }
      let values = elements.compactMap { $0[member.name] }
      let placeholder = [Placeholder.id, .header, .footer].first {
        free.contains($0) && names(of: $0).contains(member.name) && fits($0, values, of: elements.count)
      }
      if let placeholder {
        free.remove(placeholder)
        template[member.name] = .string("$" + placeholder.rawValue)
      } else if values.count == elements.count, values.allSatisfy({ $0 == member.value }) {
        template[member.name] = FormatText.literal(member.value)
      } else if let other = [Placeholder.header, .footer].first(where: free.contains),
        fits(other, values, of: elements.count)
      {
        free.remove(other)
        template[member.name] = .string("$" + other.rawValue)
      } else {
        return nil
      }
    }
    return .object(template)
  }

  private static func names(of placeholder: Placeholder) -> [String] {
    switch placeholder {
    case .id: ids
    case .header: headers
    default: footers
    }
  }

  /// Whether the placeholder can send all values. Each section must have an id of its own.
  private static func fits(_ placeholder: Placeholder, _ values: [JSONValue], of count: Int) -> Bool {
    let texts = values.compactMap(\.stringValue)
    guard texts.count == values.count else { return false }
    guard placeholder == .id else { return true }
    return texts.count == count && Set(texts).count == count && texts.allSatisfy { Name.isValid($0) }
  }
}
