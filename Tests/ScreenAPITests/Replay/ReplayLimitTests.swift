import AdminModel
import JSONText
import Screens
import TestFolders
import Testing

@testable import ScreenAPI

/// What one replay may compute.
@Suite struct ReplayLimitTests {
  private static let items = 20

  /// A server with a screen, and the same server with other texts.
  private static func sides() throws -> (before: Replay.Side, after: Replay.Side) {
    func side(_ text: String) throws -> Replay.Side {
      let items = (0..<items).map {
        #"{"id":"i\#($0)","viewType":"TEXT","content":{"text":"\#(text)"}}"#
      }
      let fixture = try APIFixture(definition: #"{"items":[\#(items.joined(separator: ","))]}"#)
      return Replay.Side(api: fixture.api, screens: fixture.serving.currentScreens)
    }
    return (try side("old"), try side("new"))
  }

  private static func requests(_ count: Int) throws -> [RecordedScreenRequest] {
    let request = try #require(RecordedScreenRequest(["request": ["url": "/screens/home"]]))
    return Array(repeating: request, count: count)
  }

  @Test(.bug(id: "F60")) func `requests that get the same two screens are compared once`() throws {
    let sides = try Self.sides()
    // One comparison, in which each side has 20 items.
    let replay = Replay(before: sides.before, after: sides.after, maximumSteps: 2 * Self.items + 1)
    try replay.run(try Self.requests(1_000))
    let report = replay.report()
    #expect(report.requests == 1_000 && report.changed == 1_000)
    let items = try #require(report.screens.first?.items)
    #expect(items.count == Self.items && items.allSatisfy { $0.requests == 1_000 })
  }

  @Test(.bug(id: "F61")) func `a replay that compares too many items is refused`() throws {
    let sides = try Self.sides()
    let replay = Replay(before: sides.before, after: sides.after, maximumSteps: 2 * Self.items)
    let requests = try Self.requests(1)
    let error = try #require(throws: ScreensError.self) { try replay.run(requests) }
    guard case .invalidBody(let diagnostics) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(
      diagnostics.kept.map(\.text) == [
        "the different screens that the requests get have more than 40 items together; replay fewer requests at a time"
      ])
  }

  @Test func `a cancelled replay runs no requests`() throws {
    let sides = try Self.sides()
    let replay = Replay(before: sides.before, after: sides.after)
    let cancellation = Cancellation()
    cancellation.request()
    try Cancellation.$current.withValue(cancellation) {
      try replay.run(try Self.requests(10))
    }
    #expect(replay.report().requests == 0)
  }
}
