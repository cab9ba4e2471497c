/// Something that went wrong without costing the screen.
public struct ScreenWarning: Error, Hashable, Sendable {
  /// What it was.
  public enum Kind: String, Hashable, Sendable {
    /// The registry does not know the view type.
    case unknownViewType
    /// A content that its type could not read, or its mapping refused.
    case contentFailed
    /// An element that is no item: it has no view type, or is of another shape.
    case itemUnreadable
    /// An id that was there before; the later one got another.
    case repeatedID
    /// A view type that was registered before, and is replaced.
    case replacedRegistration
    /// A delegate that is gone, so that its view is configured without one.
    case delegateGone
    /// No cell is registered for a view type, so that the cell stays empty.
    case noCell
    /// A value that the registered cell does not show.
    case valueNotShown
    /// A patch that could not be used; the screen is fetched whole.
    case deltaRefused
    /// A request that failed, where a stored screen or a later try helps out.
    case requestFailed
    /// The store on disk could not be read or written.
    case cacheFailed
  }

  /// What it was.
  public var kind: Kind
  /// The view type that it is about, if any.
  public var viewType: String?
  /// The id of the item that it is about, if any.
  public var itemID: String?
  /// Where it stands in what was sent, as a JSON Pointer (RFC 6901).
  public var path: String?
  /// In words, for a log.
  public var message: String

  /// A warning, with as much as is known.
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
  /// In words, for a log.
  public var description: String {
    let place = [path.map { "at \($0)" }, itemID.map { "item \($0)" }, viewType].compactMap { $0 }
    return "\(kind.rawValue): \(message)" + (place.isEmpty ? "" : " (\(place.joined(separator: ", ")))")
  }
}

/// Takes warnings; ready for the app's logger.
public typealias WarningSink = @Sendable (ScreenWarning) -> Void
