/// A content of any type: the value of a screen whose cells know the types themselves.
///
/// Two are equal when they hold equal values of the same type.
public struct AnyContent: Hashable, Sendable {
  private let base: any Hashable & Sendable

  /// A content, with its type forgotten.
  public init(_ content: some Hashable & Sendable) { base = content }

  /// The content, when it is of that type.
  public func content<Content>(as type: Content.Type) -> Content? { base as? Content }

  /// Whether both hold equal values of the same type.
  public static func == (left: AnyContent, right: AnyContent) -> Bool { isEqual(left.base, right.base) }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  private static func isEqual<Left: Equatable>(_ left: Left, _ right: any Equatable) -> Bool {
    (right as? Left) == left
  }
}

/// What stands for an item whose view type the app does not know, or whose content could not be read.
public struct UnknownContent: Hashable, Sendable {
  /// The name that the server sent.
  public var viewType: String
  /// The content that the server sent.
  public var content: JSONValue

  /// What the server sent.
  public init(viewType: String, content: JSONValue) {
    self.viewType = viewType
    self.content = content
  }
}
