/// The items inside another item: a place in a content where the server puts items.
///
/// Declare a property of this type in a content whose schema refers to `marquee:item`, for a list of items and for a
/// single one. Each item is decoded as those of the screen are: into its registered type, and if the app does not know
/// it, into an ``UnknownContent``, with its JSON and a ``ScreenWarning``.
///
/// ```swift
/// struct Row: ViewObject {
///   static let viewType = "ROW"
///   var title: String
///   var children: ScreenItems
///   var lead: ScreenItems?
/// }
/// ```
///
/// Decode such a content with a ``ScreenDecoder`` or a ``ScreenClient``.
public struct ScreenItems: Sendable {
  private let items: [ScreenItem]
  /// Whether they are sent as an array; false for a single item, or null.
  private let isList: Bool

  /// Creates a list of items without a server, such as one for a preview.
  public init(_ items: [ScreenItem]) {
    self.items = items
    isList = true
  }
}

extension ScreenItems: RandomAccessCollection {
  /// The index of the first item.
  public var startIndex: Int { items.startIndex }

  /// The index after the last item.
  public var endIndex: Int { items.endIndex }

  /// The item at an index.
  public subscript(index: Int) -> ScreenItem { items[index] }
}

extension ScreenItems: ExpressibleByArrayLiteral {
  /// Creates a list of items.
  public init(arrayLiteral items: ScreenItem...) { self.init(items) }
}

extension ScreenItems: Hashable {
  /// Returns whether both have equal items.
  public static func == (left: ScreenItems, right: ScreenItems) -> Bool { left.items == right.items }
  /// Hashes the items.
  public func hash(into hasher: inout Hasher) { items.hash(into: &hasher) }
}

extension ScreenItems: Codable {
  /// Decodes the items in the wire format of the screen that they are part of.
  /// - Throws: `DecodingError` when the value is not a list of items, an item or null, and without a ``ScreenDecoder``.
  public init(from decoder: any Decoder) throws {
    guard let key = CodingUserInfoKey.itemReader, let reader = decoder.userInfo[key] as? ItemReader
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "items inside an item need a ScreenDecoder"))
    }
    (items, isList) = try reader.innerItems(from: decoder)
  }

  /// Encodes the items, each as `{"id", "viewType", "content"}`. An item that the app does not know is encoded as the
  /// server sent it.
  /// - Throws: `EncodingError` when the content of an item is not `Encodable`.
  public func encode(to encoder: any Encoder) throws {
    guard !isList else {
      var list = encoder.unkeyedContainer()
      for item in items { try encode(item, to: list.superEncoder()) }
      return
    }
    if let item = items.first { return try encode(item, to: encoder) }
    var value = encoder.singleValueContainer()
    try value.encodeNil()
  }

  private func encode(_ item: ScreenItem, to encoder: any Encoder) throws {
    if let rawItem = item.rawItem { return try rawItem.encode(to: encoder) }
    var members = encoder.container(keyedBy: MemberName.self)
    try members.encode(item.id, forKey: MemberName("id"))
    try members.encode(item.viewType, forKey: MemberName("viewType"))
    try members.encode(item.content, forKey: MemberName("content"))
  }
}
