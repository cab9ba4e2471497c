extension DecodingError {
  /// The problem, and the path to the value that has it; nil for a kind of a later Swift.
  var problem: (message: String, path: [any CodingKey])? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context.debugDescription, context.codingPath)
    case .keyNotFound(let key, let context):
      ("the member \"\(key.stringValue)\" is missing", context.codingPath)
    @unknown default: nil
    }
  }

  /// The problem and its place, in one line.
  var line: String {
    guard let problem else { return String(describing: self) }
    return problem.path.isEmpty ? problem.message : "\(problem.message) (at \(jsonPointer(problem.path)))"
  }
}
