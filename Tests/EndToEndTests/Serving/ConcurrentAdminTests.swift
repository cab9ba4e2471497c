import CurlClient
import JSONText
import TestFolders
import Testing

/// Many admins who edit the same screen.
@Suite final class ConcurrentAdminTests: Sendable {
  private static let admins = 32
  private static let ids = (0..<8).map { "i\($0)" }

  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(Self.ids), to: "screens/lines.json")
  }

  /// The results of one admin's attempts.
  private struct Outcome: Sendable {
    /// The order of each accepted version.
    var accepted: [Int: [String]] = [:]
    var lost = 0
    var other: [Int] = []
  }

  private static func reorder(_ server: Server, times: Int) async throws -> Outcome {
    let session = try CurlSession()
    let credentials = CurlField("Authorization", "Bearer \(Server.token)")
    let url = server.url + "/admin/screens/lines"
    var outcome = Outcome()
    for _ in 0..<times {
      let current = try await session.response(to: CurlRequest("GET", url, fields: [credentials]))
      let tag = try #require(current.value(of: "ETag"))
      let order = ids.shuffled()
      let body = "[" + order.map { "\"\($0)\"" }.joined(separator: ",") + "]"
      let answer = try await session.response(
        to: CurlRequest(
          "PUT", url + "/order", fields: [credentials, CurlField("If-Match", tag)], body: Array(body.utf8)))
      switch answer.status {
      case 200:
        let version = try #require(try JSONParser.parse(answer.text)["version"]?.numberValue?.intValue)
        // An order that is as it was makes no version.
        if "\"\(version)\"" != tag { outcome.accepted[version] = order }
      case 412: outcome.lost += 1
      case let status: outcome.other.append(status)
      }
    }
    return outcome
  }

  @Test func `each accepted concurrent reorder is one version, and the others get 412`()
    async throws
  {
    try await Server.run(in: folder) { server in
      let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
        for _ in 0..<Self.admins { group.addTask { try await Self.reorder(server, times: 6) } }
        return try await group.reduce(into: [Outcome]()) { $0.append($1) }
      }
      #expect(outcomes.flatMap(\.other) == [])
      var orders: [Int: [String]] = [1: Self.ids]
      for (version, order) in outcomes.flatMap(\.accepted) {
        #expect(orders.updateValue(order, forKey: version) == nil, "version \(version) was given twice")
      }
      let newest = try #require(orders.keys.max())
      #expect(Set(orders.keys) == Set(1...newest))
      for (version, order) in orders {
        #expect(try await server.get("/screens/lines?version=\(version)").text == Lines.viewItems(order))
      }
      try await server.expect("lines", shows: orders[newest] ?? [], version: newest)
    }
  }

  @Test func `requests with the same key at the same time run once`() async throws {
    try await Server.run(in: try ScreensFolder()) { server in
      let responses = try await withThrowingTaskGroup(of: CurlResponse.self) { group in
        for number in 0..<40 {
          group.addTask {
            try await server.write(
              "POST", "/changesets", body: #"{"name":"set-\#(number % 5)"}"#, key: "key-\(number % 5)")
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for response in responses {
        // Each gets the whole response of the first one.
        #expect(response.status == 201 && response.text.contains("baseRevision"), "\(response.text)")
      }
    }
  }
}
