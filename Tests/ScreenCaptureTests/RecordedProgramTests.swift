import Foundation
import JSONText
import ScreenCapture
import TestFolders
import Testing

/// Recordings of programs, which differ in what they leave out and add.
@Suite struct RecordedProgramTests {
  private static func recording(_ name: String) throws -> Recording {
    let file = PackageFolder.url.appending(path: "Tests/ScreenCaptureTests/Recordings/\(name).har")
    return try Recording([UInt8](try Data(contentsOf: file)))
  }

  @Test(arguments: ["mitmproxy", "chromium"])
  func `every recorded JSON screen gets equal JSON`(_ name: String) throws {
    let capture = ScreenCapture(try Self.recording(name))
    #expect(capture.isComplete(allowsLeftOut: true))
    #expect(capture.words.count { $0 == "equal" } == 9)
    let pages = capture.outcomes.compactMap { outcome -> String? in
      guard case .leftOut(let omission) = outcome.result else { return nil }
      return omission.reason
    }
    let reason = #"the response is "text/html", not JSON; no endpoint: "/" is Marquee's own"#
    #expect(pages == (name == "chromium" ? [reason] : []))
    // One that was not found, and a POST.
    #expect(capture.words.count { $0 == "endpoint" } == 2)
    #expect(
      Set(capture.files.filter { $0.kind == .screen }.map(\.name))
        == ["api/tides", "api/boats", "api/settings", "api/feed", "api/profile", "api/shelves"])
    // Two shipped formats fit; the others are new.
    #expect(
      Set(capture.files.filter { $0.kind == .format }.map(\.name))
        == ["viewItems", "sections", "data-blocks", "cards", "shelves", "api-profile"])
  }

  @Test func `a recording of Charles has bodies in Base64`() throws {
    let capture = ScreenCapture(try Self.recording("charles"))
    #expect(capture.words == ["equal", "equal", "equal", "equal", "left-out", "endpoint"])
    #expect(capture.file("v3/teas.json")?["screenName"] == "찻집")
    #expect(capture.file("v3/notes.json")?["items"]?.arrayValue?.first?["id"] == "n1")
  }
}
