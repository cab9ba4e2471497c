import JSONText

/// An item that was found in a response.
struct CapturedItem: Equatable {
  /// The id, if the wire format sends it.
  var id: String?
  var viewType: String
  /// The content as a definition has it, with items in place of the elements inside it.
  var content: JSONValue
  /// The content with ``SchemaDraft/item`` in place of the items inside it; nil if there are none.
  var draft: JSONValue?
  /// The items inside the content.
  var inner: [CapturedItem] = []

  /// The item and all items inside it.
  var all: [CapturedItem] { [self] + inner.flatMap(\.all) }

  /// The item of a definition.
  var json: JSONValue {
    var json = JSONObject()
    if let id { json["id"] = .string(id) }
    json["viewType"] = .string(viewType)
    json["content"] = content
    return .object(json)
  }
}

/// A section that was found in a response.
struct CapturedSection: Equatable {
  var id: String?
  var header: String?
  var footer: String?
  var values: JSONObject?
  var items: [CapturedItem]

  /// Whether a definition can hold it as `items`, without a section.
  var isPlain: Bool { id == nil && header == nil && footer == nil && values == nil }
}

/// The sections of a response; a single plain one if the wire format has no sections.
struct CapturedLayout: Equatable {
  var screenName: String?
  var values: JSONObject?
  var sections: [CapturedSection]

  /// The ids of all sections and items.
  var ids: [String] { sections.flatMap { [$0.id] + $0.items.map(\.id) }.compactMap { $0 } }

  var items: [CapturedItem] { sections.flatMap(\.items) }

  /// Whether no id is repeated. A section and an item may have the same id.
  var hasUniqueIDs: Bool {
    let (sectionIDs, itemIDs) = (sections.compactMap(\.id), items.compactMap(\.id))
    return Set(sectionIDs).count == sectionIDs.count && Set(itemIDs).count == itemIDs.count
  }
}
