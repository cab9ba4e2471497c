/// A content type that belongs to one view type.
public protocol ViewObject: Codable, Hashable, Sendable {
  /// The name by which screens and the server's catalogue know it.
  static var viewType: String { get }
}
