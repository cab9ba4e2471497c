package import JSONText

/// One request of a recording, with its response if the response can be captured.
package struct RecordedRequest: Sendable {
  package enum Content: Sendable {
    /// A JSON response of status 200 to a GET.
    case response(RecordedURL, JSONValue)
    case leftOut(Omission)
  }

  /// The index in the recording.
  package let index: Int
  package let method: String
  /// The URL as recorded.
  package let url: String
  package let content: Content
}

/// The reason why a recorded request is not captured.
package struct Omission: Error, Sendable, Equatable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
