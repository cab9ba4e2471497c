import Foundation
import JSONText
import ScreenCapture
import Screens
import TestFolders
import Testing

/// Whole captures: large, refused and random recordings.
@Suite struct CaptureTests {
  private static func response(_ text: String) -> JSONValue {
    ["viewItems": [["viewType": "T", "viewObject": ["text": .string(text)]]]]
  }

  @Test func `ten thousand requests are captured`() throws {
    let responses = (0..<10_000).map { ("/r\($0 % 5000)", Self.response("\($0 % 5000)")) }
    let capture = ScreenCapture(try Recording(Archive.text(responses)))
    #expect(capture.words.allSatisfy { $0 == "equal" })
    #expect(capture.paths.count == 5002)
    #expect(capture.files.count { $0.kind == .endpoint } == 5000)
  }

  @Test func `content that the server would refuse is left out, and its type is not written`() throws {
    let capture = try Archive.capture(
      ("/a", ["viewItems": [["viewType": "U", "viewObject": ["image": "asset:none.png"]]]]),
      ("/b", Self.response("b")))
    #expect(capture.words == ["left-out", "equal"])
    #expect(capture.reasons.first?.contains("there is no asset") == true)
    #expect(capture.paths == ["_types/T.json", "_formats/viewItems.json", "b.json"])
  }

  @Test func `a screen that would be too large to read is left out`() throws {
    let text = String(repeating: "x", count: CaptureLimits.fileBytes)
    #expect(
      try Archive.capture(("/a", Self.response(text))).reasons
        == ["the definition would have more than \(CaptureLimits.fileBytes) bytes (/log/entries/0)"])
  }

  @Test func `a wire format that would be too large to read is not written`() throws {
    let pad = String(repeating: "x", count: CaptureLimits.fileBytes)
    let capture = try Archive.capture(("/a", ["pad": .string(pad), "blocks": [["kind": "A", "n": 1]]]))
    #expect(capture.words == ["left-out"])
    #expect(capture.paths == [])
  }

  @Test func `files and folders do not get in each other's way`() throws {
    let capture = try Archive.capture(
      ("/home", Self.response("1")), ("/home.json/x", Self.response("2")), ("/Home", Self.response("3")))
    #expect(capture.words == ["equal", "equal", "left-out"])
    #expect(capture.reasons.last?.contains("differs only in case") == true)
    #expect(capture.paths.contains("home.json-folder/x.json"))
  }

  @Test func `an experiment has a key that no screen of the folder has`() throws {
    let first = try Archive.capture(
      ("/a/b?variant=v1", Self.response("1")), ("/a/b?variant=v2", Self.response("2")))
    let screen = try #require(first.file("a/b.json"))
    let key = try #require(screen["experiment"]?["key"]?.stringValue)
    let folder = try TemporaryFolder()
    try folder.write(screen.serialized(), to: "a/b.json")
    let existing = try FolderContents(reading: folder.path)
    let second = ScreenCapture(
      try Recording(
        Archive.text([("/a-b?variant=v1", Self.response("1")), ("/a-b?variant=v2", Self.response("2"))])),
      existing: ExistingScreens(existing))
    #expect(second.file("a-b.json")?["experiment"]?["key"]?.stringValue != key)
  }

  @Test(arguments: [
    ("HTTPS://API.Example.com/v1/", 1), ("API.example.COM/v1", 1), ("/V1/", 0), ("*.EXAMPLE.com/*", 1),
  ])
  func `the case of scheme and host does not matter`(_ pattern: String, _ count: Int) throws {
    let recording = try Recording(
      Archive.text([("/v1/a", Self.response("1"))]), matching: [URLPattern(pattern)])
    #expect(recording.requests.count == count)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `random responses come back or are left out`(_ seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    let responses = (0..<6).map { index in
      ("/\(["a", "b", "screens/c"][index % 3])?q=\(index / 2)&v=\(index % 2)", random.response())
    }
    let capture = ScreenCapture(try Recording(Archive.text(responses)))
    #expect(capture.outcomes.count == 6)
    for outcome in capture.outcomes where outcome.word == "differs" {
      Issue.record("\(outcome.request.url): \(outcome.reason ?? "")")
    }
    // The first response of a route can always be sent.
    #expect(capture.words.count { $0 == "equal" } >= 3, "\(capture.reasons)")
    try capture.expectValidEndpoints()
  }
}

/// Archives with values of the wrong types.
@Suite struct DamagedArchiveTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `an archive with random values in wrong places has an outcome for each entry`(_ seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    var entries = (0..<5).map { index in
      // Screens and other requests have the same paths.
      Archive.entry(
        "/r\(index / 2)?q=\(index)", method: ["GET", "POST"][index % 3 / 2], text: random.response().text,
        content: ["encoding": ""])
    }
    for index in entries.indices { entries[index] = random.damaged(entries[index]) }
    let capture = ScreenCapture(try Recording(Archive.text(entries: entries)))
    #expect(capture.outcomes.map(\.request.index) == [0, 1, 2, 3, 4])
    #expect(capture.words.allSatisfy { ["equal", "endpoint", "left-out"].contains($0) })
    try capture.expectValidEndpoints()
    for path in capture.files.map(\.path) {
      #expect(!path.split(separator: "/").contains { $0 == ".." || $0 == "." })
    }
  }
}
