package import JSONText

/// One request of a recording, with its response if the response can be captured.
package struct RecordedRequest: Sendable {
  package enum Content: Sendable {
    /// A JSON response of status 200 to a GET.
    case response(RecordedURL, JSONValue)
    case leftOut(Omission)

    var url: RecordedURL? { if case .response(let url, _) = self { url } else { nil } }
  }

  /// The index in the recording.
  package let index: Int
  package let method: String
  /// The URL as recorded, or with replaced personal data.
  package let url: String
  /// The header fields, without those that belong to the connection.
  let fields: [(name: String, value: String)]
  package let content: Content
  /// What an endpoint can answer; nil for a request of a screen, and for one that no endpoint can answer.
  package let exchange: RecordedExchange?
  /// Why no endpoint can answer it; nil if it is left out for the same reason.
  let obstacle: Omission?
  /// The personal data in the request and its response.
  let personalData: [PersonalData]
}

/// The reason why a recorded request is not captured, and its place.
package struct Omission: Error, Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    /// A pointer into the entry of the recording.
    case recording(JSONPointer)
    /// A pointer into the JSON of the response.
    case response(JSONPointer)
  }

  package let reason: String
  package let place: Place

  init(_ reason: String, at place: Place = .recording(.root)) {
    self.reason = reason
    self.place = place
  }

  /// The same with a further reason.
  func and(_ further: String) -> Omission { Omission("\(reason); \(further)", at: place) }

  /// - Parameter members: the names that lead from the entry of the recording to the place.
  init(_ reason: String, in members: String...) {
    self.init(reason, at: .recording(JSONPointer(tokens: members)))
  }
}
