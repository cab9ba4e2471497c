import JSONText
import SQLiteStore
import Screens
import TestFolders
import Testing

/// Exporting and importing the audit.
@Suite struct AuditTransferTests {
  @Test func `an import of an export has the whole audit, unknown actions too`() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder: folder.path + "/old")
    var changes = StoreChanges()
    changes.audit = [
      AuditEntry(at: 1, by: "ci", action: .setMockRule, subject: "down", message: "for the rehearsal"),
      AuditEntry(at: 2, by: "admin", action: .clearMockScenario, subject: "empty"),
      AuditEntry(at: 3, by: "ci", action: .init(rawValue: "set-webhook"), subject: "hook"),
    ]
    try store.save(changes)
    store.close()
    var lines: [JSONValue] = []
    let count = try StoreExport.write(DataFolderReader(folder: folder.path + "/old")) { lines.append($0) }
    #expect(count == lines.count)
    var rest = lines[...]
    var reader = StoreImport()
    let copy = try SQLiteStore(folder: folder.path + "/new")
    try reader.read(into: copy, named: "the folder") { rest.popFirst() }
    let entries = try copy.audit(before: nil, limit: 10)
    #expect(entries.map(\.action.rawValue) == ["set-webhook", "clear-mock-scenario", "set-mock-rule"])
    #expect(entries.map(\.subject) == ["hook", "empty", "down"])
    #expect(entries.last?.message == "for the rehearsal")
  }
}
