package import JSONText

/// One request of a recording, with its answer if the answer can be captured.
package struct RecordedRequest: Sendable {
  package enum Content: Sendable {
    /// A JSON answer of status 200 to a GET.
    case answer(RecordedURL, JSONValue)
    case leftOut(LeftOut)
  }

  /// The index in the recording.
  package let index: Int
  package let method: String
  /// The URL as recorded.
  package let url: String
  package let content: Content
}

/// The reason why a recorded request is not captured.
package struct LeftOut: Error, Sendable, Equatable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
