import CurlClient
import Foundation
import JSONText
import Testing

/// Screens with several experiments.
@Suite final class SeveralExperimentsTests: Sendable {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  deinit { folder.remove() }

  private static func definition(_ experiments: String) -> String {
    #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}},"#
      + #"{"id":"b","viewType":"ONE_LINE_TEXT","content":{"text1":"b"}}],"experiments":\#(experiments)}"#
  }

  private static let two = definition(
    #"[{"key":"order","variants":[{"key":"control"},{"key":"turned","order":["b","a"]}]},"#
      + #"{"key":"banner","seed":"s","variants":[{"key":"off"},{"key":"on","changes":[{"op":"insert","#
      + #""before":"a","item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"!"}}}]}]}]"#)

  @Test func `two experiments assign each user independently`() async throws {
    try folder.write(Self.two, to: "screens/both.json")
    let users = (1...200).map { "u\($0)" }
    var seen: [String: Int] = [:]
    try await Server.run(in: folder) { server in
      for user in users {
        let answer = try await server.get("/screens/both?user=\(user)")
        let name = try #require(answer.value(of: "Screen-Assignments"))
        seen[name, default: 0] += 1
        #expect(answer.value(of: "Screen-Experiment") == nil)
        #expect(answer.value(of: "Screen-Variant") == nil)
        let lines = (name.contains("order=turned") ? ["b", "a"] : ["a", "b"])
          .flatMap { name.contains("banner=on") && $0 == "a" ? ["!", "a"] : [$0] }
        #expect(answer.text == Lines.viewItems(lines), "\(name)")
        let why = try JSONParser.parse(try await server.get("/screens/both/explain?user=\(user)").text)
        let said = why["experiments"]?.arrayValue?.map {
          "\($0["experiment"]?.stringValue ?? "")=\($0["variant"]?.stringValue ?? "")"
        }
        #expect(said?.joined(separator: ", ") == name)
      }
      #expect(seen.count == 4)
      // Six standard deviations around a quarter.
      #expect(seen.values.allSatisfy { (13...87).contains($0) }, "\(seen)")
      let nobody = try await server.get("/screens/both")
      #expect(nobody.value(of: "Screen-Assignments") == nil)
      #expect(nobody.text == Lines.viewItems(["a", "b"]))
    }
    let run = try await Program.run(
      ["assign", "both", "--output", "csv"] + users.flatMap { ["--user", $0] }, in: folder)
    #expect(run.outputLines.count == 1 + 2 * users.count)
    #expect(run.outputLines.first == "user,experiment,variant,inExperiment,reason,hashValue")
  }
}
