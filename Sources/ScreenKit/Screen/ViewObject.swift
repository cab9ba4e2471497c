/// A content type that belongs to one view type.
///
/// ```swift
/// struct OneLineText: ViewObject {
///   static let viewType = "ONE_LINE_TEXT"
///   var text1: String
/// }
/// ```
public protocol ViewObject: Codable, Hashable, Sendable {
  /// The name of the view type, as screens and the server's catalogue spell it.
  static var viewType: String { get }
}
