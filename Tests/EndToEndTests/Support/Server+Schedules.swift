import Foundation

extension Server {
  /// The body of a request that schedules a publication, some seconds from now.
  static func time(in seconds: Double) -> String {
    let time = Date(timeIntervalSinceNow: seconds)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    return #"{"at":"\#(time)"}"#
  }

  /// Schedules a publication a few seconds ahead.
  ///
  /// A server that gets to the request only after that time publishes at once. Then the attempt returns nil, and the
  /// next one schedules five times as far ahead. So the tests are fast, and a stall does not fail them.
  /// - Parameters:
  ///   - lead: the seconds of the first attempt.
  ///   - attempt: prepares something to publish, and schedules it. Its arguments are the number of the attempt, from 0,
  ///     and the seconds for ``time(in:)``.
  /// - Returns: the result of the attempt that was in time.
  /// - Throws: ``Program/Failure`` if none was.
  static func scheduleAhead<Value>(
    by lead: Double = 5, _ attempt: (_ number: Int, _ lead: Double) async throws -> Value?
  ) async throws -> Value {
    var lead = lead
    for number in 0..<3 {
      if let value = try await attempt(number, lead) { return value }
      lead *= 5
    }
    throw Program.Failure(description: "the server got to each request to schedule only after its time")
  }
}
