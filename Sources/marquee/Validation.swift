import Screens

/// What `marquee validate` has found.
struct Validation {
  var problems: [FileProblem] = []
  var impacts: [(path: String, impact: Impact)] = []
  var validFiles = 0

  var isValid: Bool { problems.isEmpty }
}
