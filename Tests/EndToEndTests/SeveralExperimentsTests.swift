import CurlClient
import Foundation
import JSONText
import Testing

/// More than one experiment on a screen.
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

  @Test func `each user is in both, whatever the other says`() async throws {
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

  @Test func `variants are asked for by key, or by experiment and key`() async throws {
    try folder.write(Self.two, to: "screens/both.json")
    try await Server.run(in: folder) { server in
      for (names, expected) in [
        ("turned", ["b", "a"]), ("order:turned", ["b", "a"]), ("on", ["!", "a", "b"]),
        ("turned,on", ["b", "!", "a"]), ("banner:on,order:turned", ["b", "!", "a"]),
        ("control,off", ["a", "b"]),
      ] {
        #expect(
          try await server.get("/screens/both?variant=\(names)").text == Lines.viewItems(expected), "\(names)"
        )
      }
      let unknown = try await server.get("/screens/both?variant=turnd")
      #expect(unknown.status == 404)
      #expect(unknown.text.contains(#"did you mean turned?"#), "\(unknown.text)")
      #expect(try await server.get("/screens/both?variant=banner:turned").status == 404)
      #expect(try await server.get("/screens/both?variant=order:turned,order:control").status == 400)
      #expect(try await server.get("/screens/both?variant=").status == 404)
      // The one that is not named is as it is for the user.
      let user = try await server.get("/screens/both?variant=turned&user=7")
      #expect(user.value(of: "Screen-Assignments")?.hasPrefix("order=turned, banner=") == true)
    }
  }

  @Test func `a key that two experiments have is asked for with its experiment`() async throws {
    let pair = #"[{"key":"control"},{"key":"new","order":["b","a"]}]"#
    try folder.write(
      Self.definition(#"[{"key":"one","variants":\#(pair)},{"key":"two","variants":\#(pair)}]"#),
      to: "screens/both.json")
    try await Server.run(in: folder) { server in
      let unclear = try await server.get("/screens/both?variant=new")
      #expect(unclear.status == 400)
      #expect(unclear.text.contains("say one:new or two:new"))
      #expect(try await server.get("/screens/both?variant=two:new").text == Lines.viewItems(["b", "a"]))
    }
  }

  @Test func `a combination that cannot be made is refused, and named`() async throws {
    try await Server.run(in: folder) { server in
      let clash = Self.definition(
        #"[{"key":"one","variants":[{"key":"x"},{"key":"y","changes":[{"op":"remove","id":"a"}]}]},"#
          + #"{"key":"two","variants":[{"key":"p"},{"key":"q","changes":[{"op":"remove","id":"a"}]}]}]"#)
      let refused = try await server.admin("PUT", "/screens/clash", body: clash)
      #expect(refused.status == 422)
      #expect(refused.text.contains(#"there is no item \"a\" with one=y"#), "\(refused.text)")
      #expect(refused.text.contains(#""pointer":"/experiments/1/variants/1/changes/0/id""#))
      // A fault of its own is told once, without a combination.
      let wrong = Self.definition(
        #"[{"key":"one","variants":[{"key":"x"},{"key":"y"}]},"#
          + #"{"key":"two","variants":[{"key":"p"},{"key":"q","changes":[{"op":"remove","id":"zz"}]}]}]"#)
      let answer = try await server.admin("PUT", "/screens/clash", body: wrong)
      let errors = try #require(try JSONParser.parse(answer.text)["errors"]?.arrayValue)
      #expect(errors.count == 1)
      #expect(try #require(errors.first)["message"] == #"there is no item "zz""#)
    }
  }

  @Test func `64 combinations are served, one more is refused`() async throws {
    func experiments(_ counts: [Int]) -> String {
      let all = counts.enumerated().map { number, count in
        let variants = (0..<count).map { #"{"key":"v\#($0)"}"# }.joined(separator: ",")
        return #"{"key":"e\#(number)of\#(counts.count)x\#(count)","variants":[\#(variants)]}"#
      }
      return Self.definition("[\(all.joined(separator: ","))]")
    }
    try await Server.run(in: folder) { server in
      for counts in [[2, 2, 2, 2, 2, 2], [64], [8, 8], [4, 16]] {
        #expect(
          try await server.admin("PUT", "/screens/many", body: experiments(counts)).status < 300, "\(counts)")
        let answer = try await server.get("/screens/many?user=1")
        #expect(answer.value(of: "Screen-Assignments")?.split(separator: ",").count == counts.count)
      }
      for counts in [[65], [2, 33], [2, 2, 2, 2, 2, 2, 2], [5, 13]] {
        let refused = try await server.admin("PUT", "/screens/many", body: experiments(counts))
        #expect(refused.status == 422, "\(counts)")
        #expect(refused.text.contains("too-many"), "\(counts)")
      }
    }
  }

  @Test func `keys are of one experiment alone`() async throws {
    let plain = #"{"key":"one","variants":[{"key":"x"},{"key":"y"}]}"#
    try await Server.run(in: folder) { server in
      let twice = try await server.admin("PUT", "/screens/a", body: Self.definition("[\(plain),\(plain)]"))
      #expect(twice.status == 422)
      #expect(twice.text.contains(#""pointer":"/experiments/1/key""#))
      #expect(try await server.admin("PUT", "/screens/a", body: Self.definition("[\(plain)]")).status == 201)
      let second = try await server.admin("PUT", "/screens/b", body: Self.definition("[\(plain)]"))
      #expect(second.status == 422)
      #expect(second.text.contains(#"the experiment \"one\" belongs to the screen \"a\""#))
      let both = try await server.admin(
        "PUT", "/screens/c",
        body: #"{"items":[],"experiment":\#(plain),"experiments":[\#(plain)]}"#)
      #expect(both.text.contains(#"either \"experiment\" or \"experiments\", not both"#))
      // An experiment that has left its screen may go to another.
      #expect(try await server.admin("PUT", "/screens/a", body: Self.definition("[]")).status == 200)
      #expect(try await server.admin("PUT", "/screens/b", body: Self.definition("[\(plain)]")).status == 201)
    }
  }

  @Test func `a variant of one of several is reordered by its name`() async throws {
    try folder.write(Self.two, to: "screens/both.json")
    try await Server.run(in: folder) { server in
      let done = try await server.admin(
        "PUT", "/screens/both/order?variant=order:control", body: #"["b","a"]"#)
      #expect(done.status == 200)
      #expect(try await server.get("/screens/both?variant=control,off").text == Lines.viewItems(["b", "a"]))
    }
  }

  @Test func `items that two experiments add without ids get ids of their own`() async throws {
    func adding(_ key: String) -> String {
      #"{"key":"\#(key)","variants":[{"key":"\#(key)-no"},{"key":"\#(key)-yes","changes":[{"op":"insert","#
        + #""after":"b","item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"\#(key)"}}}]}]}"#
    }
    try await Server.run(in: folder) { server in
      let done = try await server.admin(
        "PUT", "/screens/added", body: Self.definition("[\(adding("x")),\(adding("y"))]"))
      #expect(done.status == 201, "\(done.text)")
      #expect(
        try await server.get("/screens/added?variant=x-yes,y-yes").text
          == Lines.viewItems(["a", "b", "y", "x"]))
    }
  }

  @Test func `what stands in for an item has an id of its own, too, in every combination`() async throws {
    let image =
      #"{"id":"img","viewType":"ONE_IMAGE","content":{"url":"https://a.example/i"},"fallback":"#
      + #"{"id":"fb","viewType":"ONE_LINE_TEXT","content":{"text1":"no image"}}}"#
    let line = #"{"id":"fb","viewType":"ONE_LINE_TEXT","content":{"text1":"fb"}}"#
    func inserting(_ key: String, _ item: String) -> String {
      #"{"key":"\#(key)","variants":[{"key":"\#(key)0"},{"key":"\#(key)1","changes":"#
        + #"[{"op":"insert","after":"a","item":\#(item)}]}]}"#
    }
    try await Server.run(in: folder) { server in
      for experiments in [
        "[\(inserting("x", line)),\(inserting("y", image))]",
        "[\(inserting("x", image)),\(inserting("y", line))]",
      ] {
        let refused = try await server.admin("PUT", "/screens/twice", body: Self.definition(experiments))
        #expect(refused.status == 422)
        #expect(refused.text.contains("duplicate-id"), "\(refused.text)")
      }
    }
  }

  @Test func `ids that are filled in differ from those of a variant's own items`() async throws {
    let line = #"{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}"#
    let definition =
      #"{"items":[\#(line),\#(line)],"experiments":[{"key":"one","variants":[{"key":"a"},{"key":"own","items":"#
      + #"[\#(line),\#(line),\#(line),\#(line)]}]},{"key":"two","variants":[{"key":"c"},{"key":"d","changes":"#
      + #"[{"op":"insert","after":"ONE_LINE_TEXT-1","item":\#(line)}]}]}]}"#
    try await Server.run(in: folder) { server in
      let done = try await server.admin("PUT", "/screens/filled", body: definition)
      #expect(done.status == 201, "\(done.text)")
    }
  }

  @Test func `what would take too long or too much memory is refused at once`() async throws {
    let items = (0..<900).map { #"{"id":"i\#($0)","viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}"# }
    let moves = (0..<4000).map { _ in #"{"op":"move","id":"i1","before":"i9"}"# }.joined(separator: ",")
    func definition(_ experiments: String) -> String {
      #"{"items":[\#(items.joined(separator: ","))],"experiments":\#(experiments)}"#
    }
    try await Server.run(in: folder) { server in
      let six = (0..<6).map { #"{"key":"e\#($0)","variants":[{"key":"a"},{"key":"b"}]}"# }
      let large = try await server.admin(
        "PUT", "/screens/large", body: definition("[\(six.joined(separator: ","))]"))
      #expect(large.status == 422)
      #expect(large.text.contains("729 combinations of 900 items are more than 100000 items together"))
      let long =
        #"[{"key":"m","variants":[{"key":"a"},{"key":"b","changes":[\#(moves)]},{"key":"c","changes":[\#(moves)]},{"key":"d","changes":[\#(moves)]},{"key":"e","changes":[\#(moves)]},{"key":"f","changes":[\#(moves)]},{"key":"g","changes":[\#(moves)]}]}]"#
      let refused = try await server.admin("PUT", "/screens/long", body: definition(long))
      #expect(refused.status == 422)
      #expect(refused.text.contains("24000 changes of 900 items"), "\(refused.text.prefix(500))")
    }
  }
}
