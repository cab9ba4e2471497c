import Synchronization
import Testing

@testable import ScreenAPI
@testable import Screens

/// Writers wait for writers only.
@Suite struct QueueTests {
  private static let definition = #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#
  private static let token = "Authorization: Bearer secret"

  /// A queue whose work is held until the end of the test.
  private final class HeldQueue: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])
    var count: Int { work.withLock(\.count) }
    func add(_ one: @escaping @Sendable () -> Void) { work.withLock { $0.append(one) } }
    func runAll() { for one in work.withLock({ $0 }) { one() } }
  }

  @Test(.bug(id: "F7")) func `a write completes while computations, reads and dry runs are all held up`()
    throws
  {
    let held = HeldQueue()
    let fixture = try APIFixture(
      definition: Self.definition, offloadAdmin: { held.add($0) }, offloadCompute: { held.add($0) })
    func hold(_ line: String, _ body: String = "") {
      #expect(throws: APIFixture.Unexpected.self, "\(line)") {
        try fixture.send("\(line) HTTP/1.1", Self.token, body: body)
      }
    }
    #expect(
      try fixture.send("POST /admin/changesets HTTP/1.1", Self.token, body: #"{"name":"s"}"#).status == 201)
    let other = #"{"items":[]}"#
    hold("POST /admin/replay", #"{"against":"changeset","name":"s","requests":{"last":1}}"#)
    hold("GET /admin/screens/home")
    hold("PUT /admin/screens/home?dryRun=true", other)
    hold("PUT /c/s/admin/screens/home?dryRun=true", other)
    hold("POST /admin/changesets/s/publish?dryRun=true")
    #expect(held.count == 5)
    for path in ["/admin/screens/home", "/c/s/admin/screens/home"] {
      let written = try fixture.send("PUT \(path) HTTP/1.1", Self.token, body: other)
      #expect(written.status == 200, "\(written.body)")
    }
    held.runAll()
  }

  @Test func `a dry run takes nothing from the writers, and its answer is that of the write`() throws {
    let fixture = try APIFixture(definition: Self.definition)
    let other = #"{"items":[{"id":"b","viewType":"TEXT","content":{"text":"2"}}]}"#
    let dry = try fixture.send("PUT /admin/screens/home?dryRun=true HTTP/1.1", Self.token, body: other)
    #expect(dry.status == 200, "\(dry.body)")
    #expect(try fixture.send("GET /screens/home HTTP/1.1").value(of: "screen-version") == "1")
    // While the lock of the writers is held.
    let (publisher, home) = (fixture.publisher, try Route("home"))
    let checked = try publisher.withoutWriters { () throws(ScreensError) in
      try publisher.screens.publish(Array(other.utf8), at: home, by: Author(name: "ann"), dryRun: true)
        .version
    }
    #expect(checked == 2)
  }
}
