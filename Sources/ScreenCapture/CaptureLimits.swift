import Screens

/// The limits of a capture. Recordings are untrusted input, so each of their dimensions is limited.
package enum CaptureLimits {
  /// The maximum size of a recording's file, in bytes.
  package static let recordingBytes = 256 << 20
  /// The maximum number of recorded requests.
  package static let requests = 100_000
  /// The maximum size of a recorded body, in bytes.
  package static let bodyBytes = 8 << 20
  /// The maximum size of a written file, in bytes: the server does not read larger ones.
  package static let fileBytes = FolderContents.maximumFileBytes
  /// The maximum size of the record of earlier captures, in bytes.
  package static let recordBytes = 64 << 20
  /// The maximum number of different requests of one route. Each may become sections with a condition that names all
  /// others.
  package static let requestsPerRoute = 100
  /// The maximum number of query parameters of a route that decide which response a request gets.
  package static let queryNames = 50
  /// The maximum depth below the root of a response at which the capture looks for items.
  package static let searchDepth = 16
  /// The maximum number of arrays in a response that are compared as places of its items.
  package static let arrays = 1000
  /// The maximum number of these arrays for which wire formats are tried.
  package static let triedArrays = 12
  /// The maximum depth of a drafted schema. Deeper values are not described.
  package static let schemaDepth = 32
  /// The maximum number of different members that a drafted schema lists. Objects with more are dictionaries.
  package static let schemaMembers = 200
  /// The maximum length of a name that is made from recorded names, in bytes.
  package static let nameBytes = 60
}
