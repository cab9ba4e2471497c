import Screens
import TestFolders
import Testing

/// Findings that do not prevent publication.
@Suite struct WarningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try PackageFolder.copyScreens(["_types", "_formats"], to: folder.url)
  }

  /// The warnings about a folder of valid files, without its path.
  private func warnings() throws -> [String] {
    let check = FolderImport(checking: try FolderContents(reading: folder.path))
    #expect(check.problems.flatMap(\.lines) == [])
    return check.warnings.flatMap(\.lines).map { $0.replacing(folder.path + "/", with: "") }
  }

  /// Three lines, of which only the second has an id, and an experiment whose second variant has these members.
  private static func definition(_ variant: String) -> String {
    """
    {
      "items": [
        { "viewType": "ONE_LINE_TEXT", "content": { "text1": "a" } },
        { "id": "b", "viewType": "ONE_LINE_TEXT", "content": { "text1": "b" } },
        { "viewType": "ONE_LINE_TEXT", "content": { "text1": "c" } }
      ],
      "experiment": {
        "key": "e",
        "variants": [{ "key": "control" }, { "key": "other", \(variant) }]
      }
    }
    """
  }

  @Test func `a change that names an id which was filled in has a warning`() throws {
    try folder.write(
      Self.definition(#""changes": [{ "op": "move", "id": "b", "after": "ONE_LINE_TEXT-3" }]"#),
      to: "home.json")
    #expect(
      try warnings() == [
        "home.json:9:106: warning: the id \"ONE_LINE_TEXT-3\" was filled in; when the items are edited, it can become the "
          + "id of another one; give the item at /items/2 an id: \"id\": \"ONE_LINE_TEXT-3\""
      ])
  }

  @Test(
    arguments: [
      (#""order": ["ONE_LINE_TEXT-3", "b", "ONE_LINE_TEXT-1"]"#, ["/items/2", "/items/0"]),
      (
        #""changes": [{"op": "remove", "id": "ONE_LINE_TEXT-1"}], "order": ["ONE_LINE_TEXT-3", "b"]"#,
        ["/items/0", "/items/2"]
      ),
      (
        #""changes": [{"op": "merge", "id": "ONE_LINE_TEXT-1", "content": {"text1": "x"}},"#
          + #"{"op": "replace", "id": "ONE_LINE_TEXT-1", "item": {"viewType": "ONE_LINE_TEXT", "content": {"text1": "y"}}}]"#,
        ["/items/0"]
      ),
      (
        #""changes": [{"op": "insert", "before": "b", "item": {"viewType": "ONE_LINE_TEXT", "content": {"text1": "x"}}},"#
          + #"{"op": "move", "id": "ONE_LINE_TEXT-4", "after": "b"}]"#,
        ["/experiment/variants/1/changes/0/item"]
      ),
      (#""changes": [{"op": "move", "id": "b", "after": "b2"}]"#, nil),
      (#""changes": [{"op": "merge", "id": "b", "content": {"text1": "x"}}]"#, []),
      (#""items": [{"viewType": "ONE_LINE_TEXT", "content": {"text1": "x"}}]"#, []),
    ] as [(String, [String]?)])
  func `each item whose id was filled in has one warning, with its place`(
    variant: String, items: [String]?
  ) throws {
    try folder.write(Self.definition(variant), to: "home.json")
    guard let items else {
      let check = FolderImport(checking: try FolderContents(reading: folder.path))
      #expect(check.warnings.isEmpty && check.problems.count == 1)
      return
    }
    let found = try warnings()
    #expect(found.count == items.count, "\(found)")
    for (line, item) in zip(found, items) {
      #expect(line.contains("give the item at \(item) an id"), "\(line)")
    }
  }

  @Test func `in sections and in a list of experiments, too, and an id that is written has none`() throws {
    func definition(_ id: String) -> String {
      #"{"sections":[{"id":"s","items":[{\#(id)"viewType":"ONE_LINE_TEXT","content":{"text1":"a"}}]}],"#
        + #""experiments":[{"key":"e","variants":[{"key":"a"},{"key":"b","changes":"#
        + #"[{"op":"remove","id":"ONE_LINE_TEXT-1"}]}]}]}"#
    }
    try folder.write(definition(""), to: "home.json")
    #expect(try warnings().count == 1)
    #expect(try warnings().first?.contains("give the item at /sections/0/items/0 an id") == true)
    try folder.write(definition(#""id":"ONE_LINE_TEXT-1","#), to: "home.json")
    #expect(try warnings() == [])
  }

  private static func experiment(_ key: String, _ members: String) -> String {
    #"{"items":[],"experiment":{"key":"\#(key)",\#(members),"variants":[{"key":"a"},{"key":"b"}]}}"#
  }

  @Test func `a namespace whose experiments assign by different attributes has a warning`() throws {
    let first = #""namespace":["checkout",0,0.5]"#
    let second = #""namespace":["checkout",0.5,1]"#
    try folder.write(Self.experiment("one", first), to: "a.json")
    try folder.write(Self.experiment("two", second + #","hashAttribute":"company""#), to: "b.json")
    #expect(
      try warnings() == [
        #"b.json:1:51: warning: the namespace "checkout" does not keep experiments apart: "two" assigns by "#
          + #""company", and "one" of the screen "a" by "user"; give all experiments of a namespace the same "hashAttribute""#
      ])
    for other in [
      second, second + #","hashAttribute":"company","status":"stopped""#,
      #""namespace":["other",0.5,1],"hashAttribute":"company""#, #""hashAttribute":"company""#,
    ] {
      try folder.write(Self.experiment("two", other), to: "b.json")
      #expect(try warnings() == [], "\(other)")
    }
  }

  @Test func `the experiments of one screen are compared as well`() throws {
    let variants = #""variants":[{"key":"a"},{"key":"b"}]"#
    try folder.write(
      #"{"items":[],"experiments":[{"key":"one","namespace":["n",0,0.5],\#(variants)},"#
        + #"{"key":"two","namespace":["n",0.5,1],"hashAttribute":"device",\#(variants)}]}"#, to: "a.json")
    let found = try warnings()
    #expect(found.count == 1)
    #expect(found.first?.contains(#""two" assigns by "device", and "one" by "user""#) == true, "\(found)")
  }
}
