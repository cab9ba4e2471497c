import Screens

/// The result of `marquee validate`.
struct Validation {
  var problems: [FileProblem] = []
  var warnings: [FileProblem] = []
  var impacts: [(path: String, impact: Impact)] = []
  var validFiles = 0

  var isValid: Bool { problems.isEmpty }
}
