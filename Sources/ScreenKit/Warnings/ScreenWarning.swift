#if canImport(os)
  import os
#endif

/// A problem that ScreenKit worked around, so that the screen is still shown.
///
/// Clients pass warnings to ``ScreenClient/Options/log``. With the policy ``ItemPolicy/throw`` a warning is an error
/// instead.
public struct ScreenWarning: Error, Hashable, Sendable {
  /// The kinds of problems.
  public enum Kind: String, Hashable, Sendable {
    /// The view type is not registered.
    case unknownViewType
    /// The content could not be decoded, or the conversion to the app's value threw an error.
    case contentFailed
    /// An element of the list of items is not an item: it has another shape or no view type. Or an item refers to
    /// another one that cannot be put there.
    case itemUnreadable
    /// An id is used twice; the later item or section got a derived id.
    case repeatedID
    /// A patch could not be applied; the client fetches the whole screen.
    case deltaRefused
    /// A request failed; the client uses the cached screen or tries again later.
    case requestFailed
    /// The cache could not be read or written.
    case cacheFailed
  }

  /// The kind of problem.
  public var kind: Kind
  /// The view type concerned; nil when there is none.
  public var viewType: String?
  /// The id of the item concerned; nil when there is none.
  public var itemID: String?
  /// The location: a JSON Pointer (RFC 6901) into the response, or the route of the screen when a request or
  /// the cache failed.
  public var path: String?
  /// A description of the problem, for a log.
  public var message: String

  /// Creates a warning.
  public init(
    _ kind: Kind, viewType: String? = nil, itemID: String? = nil, path: String? = nil, message: String
  ) {
    self.kind = kind
    self.viewType = viewType
    self.itemID = itemID
    self.path = path
    self.message = message
  }
}

extension ScreenWarning: CustomStringConvertible {
  /// One line for a log: kind, message, location.
  public var description: String {
    let details = [path.map { "at \($0)" }, itemID.map { "item \($0)" }, viewType].compactMap { $0 }
    return "\(kind.rawValue): \(message)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}

extension ScreenWarning {
  /// Writes a warning to the system's log where there is one.
  static func log(_ warning: ScreenWarning) {
    #if canImport(os)
      Logger(subsystem: "ScreenKit", category: warning.kind.rawValue)
        .warning("\(warning.description, privacy: .public)")
    #endif
  }
}
