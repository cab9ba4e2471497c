import Screens
import Testing

@Suite struct ReportedProblemsTests {
  private let reported = ReportedProblems()

  private func problem(_ path: String, _ line: String, text: String? = "{") -> ReportedProblems.Problem {
    ReportedProblems.Problem(path: path, lines: ["\(path): \(line)"], text: text.map { Array($0.utf8) })
  }

  private func update(
    _ problems: [ReportedProblems.Problem], unread: Set<String> = [], gone: Set<String> = []
  ) -> ReportedProblems.Changes {
    reported.update(problems, unread: unread) { !gone.contains($0) }
  }

  @Test func `a file that stays invalid is reported once`() {
    #expect(update([problem("a", "1"), problem("b", "1")]) == .init(lines: ["a: 1", "b: 1"]))
    #expect(update([problem("a", "1"), problem("b", "1")]) == .init())
    #expect(update([problem("c", "1"), problem("b", "1"), problem("a", "1")]) == .init(lines: ["c: 1"]))
  }

  @Test func `other problems are reported, and so is another text with the same problems`() {
    _ = update([problem("a", "1"), problem("b", "1")])
    #expect(update([problem("a", "2"), problem("b", "1")]) == .init(lines: ["a: 2"]))
    #expect(update([problem("a", "2"), problem("b", "1", text: "{{")]) == .init(lines: ["b: 1"]))
    #expect(update([problem("a", "2", text: nil), problem("b", "1", text: "{{")]) == .init(lines: ["a: 2"]))
    #expect(update([problem("a", "2", text: nil), problem("b", "1", text: "{{")]) == .init())
  }

  @Test func `the problems of one file are compared together`() {
    #expect(
      update([problem("a", "1"), problem("b", "1"), problem("a", "2")]).lines == ["a: 1", "a: 2", "b: 1"])
    #expect(update([problem("a", "1"), problem("b", "1"), problem("a", "2")]) == .init())
    #expect(update([problem("a", "1"), problem("b", "1")]).lines == ["a: 1"])
  }

  @Test func `a file that is valid again is reported once, and may become invalid again`() {
    _ = update([problem("b", "1"), problem("a", "1"), problem("c", "1")])
    #expect(update([problem("b", "1")]) == .init(fixed: ["a", "c"]))
    #expect(update([problem("b", "1")]) == .init())
    #expect(update([problem("b", "1"), problem("a", "1")]) == .init(lines: ["a: 1"]))
  }

  @Test func `a file that is being written is neither fixed nor news`() {
    _ = update([problem("a", "1")])
    #expect(update([], unread: ["a", "b"]) == .init())
    #expect(update([problem("a", "1")]) == .init())
    #expect(update([]) == .init(fixed: ["a"]))
  }

  @Test func `a deleted file is forgotten`() {
    _ = update([problem("a", "1")])
    #expect(update([], gone: ["a"]) == .init())
    #expect(update([]) == .init())
    #expect(update([problem("a", "1")]) == .init(lines: ["a: 1"]))
  }
}
