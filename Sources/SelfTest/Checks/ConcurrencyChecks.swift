import CurlClient
import JSONText
import Synchronization

extension Check {
  /// Concurrent readers and writers.
  static let concurrency: [Check] = [
    Check("64 readers get only complete, valid screens while an admin reorders", need: .adminToken) {
      subject in
      let ids = ["a", "b", "c", "d", "e", "f", "g"]
      // In version n, the items are rotated by n - 1.
      let versions = 40
      @Sendable func order(_ version: Int) -> [String] {
        let shift = (version - 1) % ids.count
        return Array(ids[shift...] + ids[..<shift])
      }
      try await subject.withScreen("readers", TestScreen.lines(order(1))) { route in
        let seen = SeenScreens()
        async let reading: Void = subject.many.stream(
          concurrency: 64, next: { seen.next().map { subject.reading(route, $0) } }, finished: seen.take)
        do {
          for version in 2...versions {
            let response = try await subject.reorder(route, order(version)).expecting(200)
            try expect("version of \(response.about)", try response.version(), is: version)
          }
        } catch {
          seen.finish()
          try await reading
          throw error
        }
        seen.finish()
        try await reading
        try seen.expectWhole { version in
          (1...versions).contains(version)
            ? Shapes(route: route, version: version, ids: order(version)) : nil
        }
        let last = try await subject.fetch("/screens/\(route)")
        try last.expectBody(TestScreen.viewItems(order(versions)))
      }
    },
    Check("concurrent writes of many screens are all served afterwards", need: .adminToken) { subject in
      let names = (0..<24).map { "writers-\($0)" }
      let routes = names.map { "selftest-\(subject.run)/\($0)" }
      let puts = routes.map {
        subject.adminRequest(
          "PUT", "/admin/screens/\($0)",
          body: TestScreen.lines([$0.last.map(String.init) ?? "x"]).serialized())
      }
      let statuses = try await subject.many.responses(to: puts, concurrency: 24).map { try $0.get().status }
      let reads = routes.map { subject.request("GET", "/screens/\($0)") }
      let served = try await subject.many.responses(to: reads, concurrency: 24).map { try $0.get().status }
      let deletes = routes.map { subject.adminRequest("DELETE", "/admin/screens/\($0)") }
      let removed = try await subject.many.responses(to: deletes, concurrency: 24).map { try $0.get().status }
      try expect("statuses of PUT", Set(statuses), is: [201])
      try expect("statuses of GET", Set(served), is: [200])
      try expect("statuses of DELETE", Set(removed), is: [200])
    },
  ]
}

extension Subject {
  /// The n-th request for a screen: plain or gzip, in the format `viewItems` or `screen`.
  fileprivate func reading(_ route: String, _ number: Int) -> CurlRequest {
    var request = request("GET", "/screens/\(route)" + (number.isMultiple(of: 2) ? "" : "?format=screen"))
    request.decodesGzip = number % 4 >= 2
    return request
  }
}

/// The expected bodies of a version.
private struct Shapes {
  let route: String
  let version: Int
  let ids: [String]

  func has(_ body: JSONValue) -> Bool {
    let items = ids.map {
      ["id": .string($0), "viewType": "ONE_LINE_TEXT", "content": ["text1": .string($0)]] as JSONValue
    }
    let own: JSONValue = [
      "route": .string(route), "version": .number(JSONNumber(version)), "screenName": "Test screen",
      "sections": [["items": .array(items)]],
    ]
    return body == TestScreen.viewItems(ids) || body == own
  }
}

/// The different responses to the readers.
private final class SeenScreens: Sendable {
  private struct Seen: Hashable {
    let status: Int
    let version: String?
    let tag: String?
    let body: [UInt8]
  }

  private struct State {
    var given = 0
    var answered = 0
    var isFinished = false
    var seen: Set<Seen> = []
    var firstError: CurlError?
  }

  /// The largest number of different responses to keep. A correct server sends fewer.
  private static let most = 10_000
  /// The smallest number of requests of all readers together, even if the admin finishes first.
  private static let fewest = 640

  private let state = Mutex(State())

  func next() -> Int? {
    state.withLock { state in
      guard !state.isFinished || state.given < Self.fewest else { return nil }
      defer { state.given += 1 }
      return state.given
    }
  }

  func take(_ number: Int, _ outcome: CurlMulti.Outcome) {
    state.withLock { state in
      switch outcome {
      case .success(let response):
        state.answered += 1
        guard state.seen.count < Self.most else { return }
        state.seen.insert(
          Seen(
            status: response.status, version: response.value(of: "Screen-Version"),
            tag: response.value(of: "ETag"), body: response.body))
      case .failure(let error):
        state.firstError = state.firstError ?? error
      }
    }
  }

  func finish() { state.withLock { $0.isFinished = true } }

  func expectWhole(_ shapes: (Int) -> Shapes?) throws {
    let (seen, answered, given, firstError) = state.withLock {
      ($0.seen, $0.answered, $0.given, $0.firstError)
    }
    if let firstError { throw firstError }
    try expect("answers", answered, is: given)
    var bodyOfTag: [String: [UInt8]] = [:]
    for one in seen {
      let text = String(decoding: one.body, as: UTF8.self)
      try expect("status of a reader", one.status == 200, "200", got: "\(one.status) \(text)")
      let version = try require("Screen-Version of a reader", one.version.flatMap { Int($0) }, got: text)
      let body = try JSONParser.parse(one.body, profile: .strict)
      let isWhole = shapes(version)?.has(body) ?? false
      try expect("screen of a reader", isWhole, "version \(version) as published", got: text)
      let tag = try require("ETag of a reader", one.tag)
      let known = bodyOfTag.updateValue(one.body, forKey: tag)
      try expect("bytes under \(tag)", known == nil || known == one.body, "the same", got: text)
    }
    let versions = Set(seen.compactMap(\.version))
    try expect("versions that readers have seen", versions.count > 1, "more than one", got: "\(versions)")
  }
}
