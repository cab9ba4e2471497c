package import JSONText
package import Screens

/// The result of a recorded request.
package struct CaptureOutcome: Sendable {
  package enum Result: Sendable, Equatable {
    /// The server responds to it with equal JSON.
    case equal
    /// The server would respond to it differently. The pointer names the first difference; nil if it has no place in the
    /// JSON.
    case differs(JSONPointer?, reason: String)
    case leftOut(Omission)
    /// The server sends it as a page of a screen.
    case page(CapturedPage)
    /// The endpoint of this name answers it.
    case endpoint(String)

    /// The place of the first difference in the JSON.
    var difference: JSONPointer? {
      if case .differs(let location, _) = self { location } else { nil }
    }

    /// Whether the screen sends equal JSON, even if the server reads the request's query otherwise.
    var isSent: Bool {
      switch self {
      case .equal, .page, .endpoint, .differs(nil, _): true
      case .differs, .leftOut: false
      }
    }
  }

  package let request: RecordedRequest
  /// The screen that the server sends for it; nil if there is none.
  package let route: Route?
  package let result: Result

  /// The word for the result in reports.
  package var word: String {
    switch result {
    case .equal: "equal"
    case .differs: "differs"
    case .page(let page): page.difference == nil ? "page" : "differs"
    case .leftOut: "left-out"
    case .endpoint: "endpoint"
    }
  }

  /// The endpoint that answers; nil if a screen does, or nothing.
  package var endpoint: String? { if case .endpoint(let name) = result { name } else { nil } }

  package var reason: String? {
    switch result {
    case .equal, .endpoint: nil
    case .page(let page): page.reason
    case .differs(let location, let reason):
      location.map { "at \(quoted($0.description)): \(reason)" } ?? reason
    case .leftOut(let omission):
      switch omission.place {
      case .recording(let location): "\(omission.reason) (\(entry.appending(location).description))"
      case .response(let location): "at \(quoted(location.description)): \(omission.reason)"
      }
    }
  }

  /// The entry of the recording.
  private var entry: JSONPointer { JSONPointer(tokens: ["log", "entries", String(request.index)]) }

  package var json: JSONValue {
    var json: JSONObject = [
      "index": .number(JSONNumber(request.index)), "method": .string(request.method),
      "url": .string(request.url),
      "result": .string(word),
    ]
    if let route { json["route"] = .string(route.name) }
    switch result {
    case .equal: break
    case .endpoint(let name): json["endpoint"] = .string(name)
    case .page(let page):
      json["page"] = .number(JSONNumber(page.number))
      json["replaced"] = .array(page.replaced.map { .string($0.description) })
      if let difference = page.difference {
        (json["in"], json["pointer"]) = ("response", .string(difference.description))
      }
      if let reason = page.reason { json["reason"] = .string(reason) }
    case .differs(let location, let reason):
      if let location { (json["in"], json["pointer"]) = ("response", .string(location.description)) }
      json["reason"] = .string(reason)
    case .leftOut(let omission):
      switch omission.place {
      case .recording(let location):
        (json["in"], json["pointer"]) = ("recording", .string(entry.appending(location).description))
      case .response(let location):
        (json["in"], json["pointer"]) = ("response", .string(location.description))
      }
      json["reason"] = .string(omission.reason)
    }
    return .object(json)
  }
}
