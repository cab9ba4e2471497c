import Foundation
import JSONText
import TestFolders
import Testing

/// Screens with several experiments.
@Suite final class SeveralExperimentsTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static func definition(_ experiments: String) -> String {
    #"{"items":[{"id":"a","viewType":"ONE_LINE_TEXT","content":{"text1":"a"}},"#
      + #"{"id":"b","viewType":"ONE_LINE_TEXT","content":{"text1":"b"}}],"experiments":\#(experiments)}"#
  }

  private static let two = definition(
    #"[{"key":"order","variants":[{"key":"control"},{"key":"turned","order":["b","a"]}]},"#
      + #"{"key":"banner","seed":"s","variants":[{"key":"off"},{"key":"on","changes":[{"op":"insert","#
      + #""before":"a","item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"!"}}}]}]}]"#)

  @Test func `a request names variants by key, or by experiment and key`() throws {
    try folder.write(Self.two, to: "screens/both.json")
    try FolderServer.run(in: folder) { server in
      for (names, expected) in [
        ("turned", ["b", "a"]), ("order:turned", ["b", "a"]), ("on", ["!", "a", "b"]),
        ("turned,on", ["b", "!", "a"]), ("banner:on,order:turned", ["b", "!", "a"]),
        ("control,off", ["a", "b"]),
      ] {
        #expect(
          try server.get("/screens/both?variant=\(names)").text == Lines.viewItems(expected), "\(names)"
        )
      }
      let unknown = try server.get("/screens/both?variant=turnd")
      #expect(unknown.status == 404)
      #expect(unknown.text.contains(#"did you mean turned?"#), "\(unknown.text)")
      #expect(try server.get("/screens/both?variant=banner:turned").status == 404)
      #expect(try server.get("/screens/both?variant=order:turned,order:control").status == 400)
      #expect(try server.get("/screens/both?variant=").status == 404)
      // The user's assignment decides the experiment that is not named.
      let user = try server.get("/screens/both?variant=turned&user=7")
      #expect(user.value(of: "Screen-Assignments")?.hasPrefix("order=turned, banner=") == true)
    }
  }

  @Test func `a variant key of two experiments needs the experiment's key`() throws {
    let pair = #"[{"key":"control"},{"key":"new","order":["b","a"]}]"#
    try folder.write(
      Self.definition(#"[{"key":"one","variants":\#(pair)},{"key":"two","variants":\#(pair)}]"#),
      to: "screens/both.json")
    try FolderServer.run(in: folder) { server in
      let unclear = try server.get("/screens/both?variant=new")
      #expect(unclear.status == 400)
      #expect(unclear.text.contains("say one:new or two:new"))
      #expect(try server.get("/screens/both?variant=two:new").text == Lines.viewItems(["b", "a"]))
    }
  }

  @Test func `a combination that cannot be made is refused by its name`() throws {
    try FolderServer.run(in: folder) { server in
      let clash = Self.definition(
        #"[{"key":"one","variants":[{"key":"x"},{"key":"y","changes":[{"op":"remove","id":"a"}]}]},"#
          + #"{"key":"two","variants":[{"key":"p"},{"key":"q","changes":[{"op":"remove","id":"a"}]}]}]"#)
      let refused = try server.admin("PUT", "/screens/clash", body: clash)
      #expect(refused.status == 422)
      #expect(refused.text.contains(#"there is no item \"a\" with one=y"#), "\(refused.text)")
      #expect(refused.text.contains(#""pointer":"/experiments/1/variants/1/changes/0/id""#))
      // A mistake that is in every combination is reported once, without one.
      let wrong = Self.definition(
        #"[{"key":"one","variants":[{"key":"x"},{"key":"y"}]},"#
          + #"{"key":"two","variants":[{"key":"p"},{"key":"q","changes":[{"op":"remove","id":"zz"}]}]}]"#)
      let response = try server.admin("PUT", "/screens/clash", body: wrong)
      let errors = try #require(try JSONParser.parse(response.text)["errors"]?.arrayValue)
      #expect(errors.count == 1)
      #expect(try #require(errors.first)["message"] == #"there is no item "zz""#)
    }
  }

  @Test func `64 combinations are served, and 65 are refused`() throws {
    func experiments(_ counts: [Int]) -> String {
      let all = counts.enumerated().map { number, count in
        let variants = (0..<count).map { #"{"key":"v\#($0)"}"# }.joined(separator: ",")
        return #"{"key":"e\#(number)of\#(counts.count)x\#(count)","variants":[\#(variants)]}"#
      }
      return Self.definition("[\(all.joined(separator: ","))]")
    }
    try FolderServer.run(in: folder) { server in
      for counts in [[2, 2, 2, 2, 2, 2], [64], [8, 8], [4, 16]] {
        #expect(
          try server.admin("PUT", "/screens/many", body: experiments(counts)).status < 300, "\(counts)")
        let response = try server.get("/screens/many?user=1")
        #expect(response.value(of: "Screen-Assignments")?.split(separator: ",").count == counts.count)
      }
      for counts in [[65], [2, 33], [2, 2, 2, 2, 2, 2, 2], [5, 13]] {
        let refused = try server.admin("PUT", "/screens/many", body: experiments(counts))
        #expect(refused.status == 422, "\(counts)")
        #expect(refused.text.contains("too-many"), "\(counts)")
      }
    }
  }

  @Test func `an experiment's key is unique`() throws {
    let plain = #"{"key":"one","variants":[{"key":"x"},{"key":"y"}]}"#
    try FolderServer.run(in: folder) { server in
      let twice = try server.admin("PUT", "/screens/a", body: Self.definition("[\(plain),\(plain)]"))
      #expect(twice.status == 422)
      #expect(twice.text.contains(#""pointer":"/experiments/1/key""#))
      #expect(try server.admin("PUT", "/screens/a", body: Self.definition("[\(plain)]")).status == 201)
      let second = try server.admin("PUT", "/screens/b", body: Self.definition("[\(plain)]"))
      #expect(second.status == 422)
      #expect(second.text.contains(#"the experiment \"one\" belongs to the screen \"a\""#))
      let both = try server.admin(
        "PUT", "/screens/c",
        body: #"{"items":[],"experiment":\#(plain),"experiments":[\#(plain)]}"#)
      #expect(both.text.contains(#"either \"experiment\" or \"experiments\", not both"#))
      // A removed experiment's key can be used on another screen.
      #expect(try server.admin("PUT", "/screens/a", body: Self.definition("[]")).status == 200)
      #expect(try server.admin("PUT", "/screens/b", body: Self.definition("[\(plain)]")).status == 201)
    }
  }

  @Test func `a variant of one of several experiments is reordered by its name`() throws {
    try folder.write(Self.two, to: "screens/both.json")
    try FolderServer.run(in: folder) { server in
      let done = try server.admin(
        "PUT", "/screens/both/order?variant=order:control", body: #"["b","a"]"#)
      #expect(done.status == 200)
      #expect(try server.get("/screens/both?variant=control,off").text == Lines.viewItems(["b", "a"]))
    }
  }

  @Test func `items that two experiments add without ids get different ids`() throws {
    func adding(_ key: String) -> String {
      #"{"key":"\#(key)","variants":[{"key":"\#(key)-no"},{"key":"\#(key)-yes","changes":[{"op":"insert","#
        + #""after":"b","item":{"viewType":"ONE_LINE_TEXT","content":{"text1":"\#(key)"}}}]}]}"#
    }
    try FolderServer.run(in: folder) { server in
      let done = try server.admin(
        "PUT", "/screens/added", body: Self.definition("[\(adding("x")),\(adding("y"))]"))
      #expect(done.status == 201, "\(done.text)")
      #expect(
        try server.get("/screens/added?variant=x-yes,y-yes").text
          == Lines.viewItems(["a", "b", "y", "x"]))
    }
  }

  @Test func `a fallback's id is unique in every combination`() throws {
    let image =
      #"{"id":"img","viewType":"ONE_IMAGE","content":{"url":"https://a.example/i"},"fallback":"#
      + #"{"id":"fb","viewType":"ONE_LINE_TEXT","content":{"text1":"no image"}}}"#
    let line = #"{"id":"fb","viewType":"ONE_LINE_TEXT","content":{"text1":"fb"}}"#
    func inserting(_ key: String, _ item: String) -> String {
      #"{"key":"\#(key)","variants":[{"key":"\#(key)0"},{"key":"\#(key)1","changes":"#
        + #"[{"op":"insert","after":"a","item":\#(item)}]}]}"#
    }
    try FolderServer.run(in: folder) { server in
      for experiments in [
        "[\(inserting("x", line)),\(inserting("y", image))]",
        "[\(inserting("x", image)),\(inserting("y", line))]",
      ] {
        let refused = try server.admin("PUT", "/screens/twice", body: Self.definition(experiments))
        #expect(refused.status == 422)
        #expect(refused.text.contains("duplicate-id"), "\(refused.text)")
      }
    }
  }

  @Test func `generated ids differ from those of a variant's own items`() throws {
    let line = #"{"viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}"#
    let definition =
      #"{"items":[\#(line),\#(line)],"experiments":[{"key":"one","variants":[{"key":"a"},{"key":"own","items":"#
      + #"[\#(line),\#(line),\#(line),\#(line)]}]},{"key":"two","variants":[{"key":"c"},{"key":"d","changes":"#
      + #"[{"op":"insert","after":"ONE_LINE_TEXT-1","item":\#(line)}]}]}]}"#
    try FolderServer.run(in: folder) { server in
      let done = try server.admin("PUT", "/screens/filled", body: definition)
      #expect(done.status == 201, "\(done.text)")
    }
  }

  @Test func `a definition with too many combined items or changes is refused`() throws {
    let items = (0..<900).map { #"{"id":"i\#($0)","viewType":"ONE_LINE_TEXT","content":{"text1":"x"}}"# }
    let moves = (0..<4000).map { _ in #"{"op":"move","id":"i1","before":"i9"}"# }.joined(separator: ",")
    func definition(_ experiments: String) -> String {
      #"{"items":[\#(items.joined(separator: ","))],"experiments":\#(experiments)}"#
    }
    try FolderServer.run(in: folder) { server in
      let six = (0..<6).map { #"{"key":"e\#($0)","variants":[{"key":"a"},{"key":"b"}]}"# }
      let large = try server.admin(
        "PUT", "/screens/large", body: definition("[\(six.joined(separator: ","))]"))
      #expect(large.status == 422)
      #expect(large.text.contains("729 combinations of 900 items are more than 100000 items together"))
      let long =
        #"[{"key":"m","variants":[{"key":"a"},{"key":"b","changes":[\#(moves)]},{"key":"c","changes":[\#(moves)]},{"key":"d","changes":[\#(moves)]},{"key":"e","changes":[\#(moves)]},{"key":"f","changes":[\#(moves)]},{"key":"g","changes":[\#(moves)]}]}]"#
      let refused = try server.admin("PUT", "/screens/long", body: definition(long))
      #expect(refused.status == 422)
      #expect(refused.text.contains("24000 changes of 900 items"), "\(refused.text.prefix(500))")
    }
  }

  @Test func `two experiments assign each user independently`() throws {
    try folder.write(Self.two, to: "screens/both.json")
    let users = (1...200).map { "u\($0)" }
    var seen: [String: Int] = [:]
    try FolderServer.run(in: folder) { server in
      for user in users {
        let response = try server.get("/screens/both?user=\(user)")
        let name = try #require(response.value(of: "Screen-Assignments"))
        seen[name, default: 0] += 1
        #expect(response.value(of: "Screen-Experiment") == nil)
        #expect(response.value(of: "Screen-Variant") == nil)
        let lines = (name.contains("order=turned") ? ["b", "a"] : ["a", "b"])
          .flatMap { name.contains("banner=on") && $0 == "a" ? ["!", "a"] : [$0] }
        #expect(response.text == Lines.viewItems(lines), "\(name)")
        let why = try JSONParser.parse(try server.get("/screens/both/explain?user=\(user)").text)
        let said = why["experiments"]?.arrayValue?.map {
          "\($0["experiment"]?.stringValue ?? "")=\($0["variant"]?.stringValue ?? "")"
        }
        #expect(said?.joined(separator: ", ") == name)
      }
      #expect(seen.count == 4)
      // Six standard deviations around a quarter.
      #expect(seen.values.allSatisfy { (13...87).contains($0) }, "\(seen)")
      let nobody = try server.get("/screens/both")
      #expect(nobody.value(of: "Screen-Assignments") == nil)
      #expect(nobody.text == Lines.viewItems(["a", "b"]))
    }
  }
}
