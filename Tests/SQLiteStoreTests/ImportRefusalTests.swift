import JSONText
import SQLiteStore
import Screens
import TestFolders
import Testing

/// Exports that an import refuses: then it stores nothing.
@Suite struct ImportRefusalTests {
  private static let first: JSONValue = ["marquee": ["export": 1]]
  private static let token: JSONValue = ["token": ["name": "ci"]]
  private static let other: JSONValue = ["token": ["name": "cd"]]
  private static let end: JSONValue = ["end": ["lines": 3]]

  @Test(
    arguments: [
      ([], "the end is missing: the file is truncated"),
      ([first, token, other], "the end is missing: the file is truncated"),
      ([first, token, end], "lines are missing: the end counts 3"),
      ([token], #"this is not an export of Marquee: it begins with {"marquee":{"export":1}}"#),
      ([["marquee": ["export": 99]]], "the export was written by a newer Marquee; use that version"),
      ([first, first], "the first line of the export is malformed or repeated"),
      ([first, ["version": ["route": "a"]]], "this is not a version"),
      ([first, ["screens": []]], #"a line cannot be "screens"; was it written by a newer Marquee?"#),
      ([first, token, other, end, token], "a line follows the end"),
    ] as [([JSONValue], String)])
  func `an incomplete or foreign export is refused`(_ lines: [JSONValue], _ message: String) throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder: folder.path + "/new")
    defer { store.close() }
    var rest = lines[...]
    var reader = StoreImport()
    let fault = #expect(throws: StoreImport.FormatError.self) {
      try reader.read(into: store, named: "the folder") { rest.popFirst() }
    }
    #expect(fault?.message == message)
    #expect(try store.isEmpty())
  }
}
