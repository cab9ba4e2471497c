import Eventually
import Foundation
import JSONText
import TestFolders
import Testing

/// `marquee chaos --check`: the verdict on a decoder.
@Suite final class ChaosCheckTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(
      #"{"type":"object","properties":{"text1":{"type":"string"}},"required":["text1"],"additionalProperties":false}"#,
      to: "screens/_types/ONE_LINE_TEXT.json")
    try folder.write(
      #"{"screen":{"viewItems":"$items"},"item":{"viewType":"$viewType","viewObject":"$content"}}"#,
      to: "screens/_formats/viewItems.json")
    try folder.write(Lines.definition(["a", "b", "c"]), to: "screens/lines.json")
  }

  private func check(_ command: String, _ arguments: [String] = []) async throws -> Program.Outcome {
    try await Program.run(
      ["chaos", "lines", "--seed", "7", "--check", command] + arguments, in: folder)
  }

  @Test func `a command that reads everything survives a thousand screens`() async throws {
    let count = Program.isSanitized ? "100" : "1000"
    let outcome = try await check("cat > /dev/null", ["--count", count])
    #expect(outcome.status == 0)
    #expect(outcome.output == "\(count) damaged screens from seed 7: survived \(count), died 0\n")
    // One that reads nothing survives, too: nothing waits for it.
    let idle = try await check("true", ["--count", "20"])
    #expect(idle.status == 0)
  }

  @Test func `what kills a command is shrunk, kept and written as JUnit`() async throws {
    try folder.write("#!/bin/sh\nif grep -q ':null'; then echo found null; kill -SEGV $$; fi\n", to: "decode")
    let outcome = try await check(
      "sh ./decode", ["--kind", "null-value", "--count", "3", "--junit", "chaos.xml", "--output", "."])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("died: null-value, seed 7: signal 11; ./lines.null-value.7.json"),
      "\(outcome.output)")
    #expect(outcome.output.hasSuffix("3 damaged screens from seed 7: survived 0, died 3\n"))
    #expect(folder.text(of: "lines.null-value.7.json") == #"{"viewItems":[{"viewObject":{"text1":null}}]}"#)
    let report = folder.text(of: "chaos.xml")
    #expect(report.contains(#"<testsuites tests="3" failures="3">"#), "\(report)")
    #expect(report.contains("found null"), "\(report)")
  }

  @Test func `a command that does not end is killed with all that it has started`() async throws {
    let outcome = try await check(
      "sleep 1000 & echo $! > child; wait", ["--kind", "empty-screen", "--count", "1", "--timeout", "1"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("timed out"), "\(outcome.output)")
    let child = try #require(Int32(folder.text(of: "child").trimmingCharacters(in: .whitespacesAndNewlines)))
    // A killed process may still be there for a moment, until its parent has collected it.
    let isGone = await eventuallyHolds {
      let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
      return kill(child, 0) != 0 || state.contains(") Z ")
    }
    #expect(isGone)
  }

  @Test func `an exit code is a refusal, and a death under strict`() async throws {
    let lenient = try await check("exit 3", ["--count", "4"])
    #expect(lenient.status == 0)
    #expect(lenient.output.contains("survived 4 (4 of them with an exit code other than 0), died 0"))
    let strict = try await check("exit 3", ["--kind", "emoji", "--count", "4", "--strict"])
    #expect(strict.status == 1)
    #expect(strict.output.contains("died: emoji, seed 7: exit code 3"), "\(strict.output)")
    let usage = try await Program.run(["chaos", "lines", "--count", "4", "--output", "."], in: folder)
    #expect(usage.status == 64)
  }
}
