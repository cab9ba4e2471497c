import JSONText

/// A response that has another form than its type.
package struct APIDecodingError: Error, Sendable {
  /// The names of the members and the indexes of the elements around the value, outermost first.
  package private(set) var path: [String] = []
  private let problem: String

  init(expected: String, found value: JSONValue) {
    problem = "must be \(expected), and is \(value.kind.phrase)"
  }

  private init(path: [String], problem: String) {
    self.path = path
    self.problem = problem
  }

  /// A member that every object of its type has.
  static func missing(_ name: String) -> APIDecodingError {
    APIDecodingError(path: [name], problem: "is missing")
  }

  /// The error of a value that contains the wrong value.
  func inside(_ name: String) -> APIDecodingError { APIDecodingError(path: [name] + path, problem: problem) }

  /// What is wrong, such as `"versions/3/by" must be a string, and is null`.
  package var text: String {
    (path.isEmpty ? "the response" : "\"\(path.joined(separator: "/"))\"") + " \(problem)"
  }
}
