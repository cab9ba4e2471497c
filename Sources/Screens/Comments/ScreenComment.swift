import JSONText

/// A comment of a person on an item of a screen, on the server or in a change set.
package struct ScreenComment: Sendable, Equatable {
  /// The longest text, in Unicode scalars.
  package static let maximumTextLength = 2000
  /// The longest pointer to a text of an item, in Unicode scalars.
  package static let maximumPointerLength = 500
  /// The maximum number of comments of one place. With more, the oldest resolved one is deleted.
  package static let maximumCount = 500
  /// The maximum number of comments of all places, which are in memory.
  package static let maximumTotalCount = 20_000
  /// The maximum number of comments of the guests of one change set, so that they leave room for everybody else.
  package static let maximumGuestCount = 500
  /// The author of a comment that came with a guest link.
  package static let guest = "guest"

  /// The screen of a list of comments: the one on the server, with its draft and all versions, or the one in a change set.
  package struct Place: Sendable, Hashable {
    package let route: Route
    /// The name of the change set; nil for the server.
    package let changeSet: String?
  }

  package struct Resolution: Sendable, Equatable {
    /// Seconds since 1970 UTC.
    package let at: Double
    package let by: String
  }

  /// Rises from 1 in its place.
  package let number: Int
  /// The id of the item.
  package let item: String
  /// A JSON Pointer into the content of the item; nil for the whole item.
  package let pointer: String?
  package let text: String
  /// The name of the token, or ``guest``.
  package let by: String
  /// Seconds since 1970 UTC.
  package let createdAt: Double
  package var resolution: Resolution?
}

// MARK: Stored form

extension ScreenComment {
  init?(number: Int, _ json: JSONValue) {
    guard let item = json["item"]?.stringValue, let text = json["text"]?.stringValue,
      let by = json["by"]?.stringValue, let createdAt = json["createdAt"]?.numberValue?.doubleValue
    else { return nil }
    var resolution: Resolution?
    if let at = json["resolvedAt"]?.numberValue?.doubleValue, let by = json["resolvedBy"]?.stringValue {
      resolution = Resolution(at: at, by: by)
    }
    self.init(
      number: number, item: item, pointer: json["at"]?.stringValue, text: text, by: by, createdAt: createdAt,
      resolution: resolution)
  }

  var json: JSONValue {
    var object: JSONObject = [
      "item": .string(item), "text": .string(text), "by": .string(by), "createdAt": .double(createdAt),
    ]
    if let pointer { object["at"] = .string(pointer) }
    if let resolution {
      object["resolvedAt"] = .double(resolution.at)
      object["resolvedBy"] = .string(resolution.by)
    }
    return .object(object)
  }
}

extension ScreenComment.Place {
  /// The name of a comment among the stored documents of ``DocumentKind/comment``.
  func documentName(of number: Int) -> String {
    (changeSet.map { "changesets/\($0)/" } ?? "screens/") + "\(route.name)/\(number)"
  }

  /// The place and number of a stored comment; nil for any other text.
  static func parse(documentName: String) -> (place: Self, number: Int)? {
    var segments = documentName.split(separator: "/", omittingEmptySubsequences: false)
    guard let number = segments.popLast().flatMap({ Int($0) }), number > 0, let folder = segments.first
    else { return nil }
    segments.removeFirst()
    var changeSet: String?
    switch folder {
    case "screens": break
    case "changesets" where segments.count > 1: changeSet = String(segments.removeFirst())
    default: return nil
    }
    guard let route = try? Route(stored: segments.joined(separator: "/")) else { return nil }
    return (Self(route: route, changeSet: changeSet), number)
  }
}
