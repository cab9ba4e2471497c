import Foundation
import GRDB
import JSONText
import Screens
import TestFolders
import Testing

@testable import SQLiteStore

/// Data folders written by earlier versions of Marquee.
@Suite final class MigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `import marks of schema 1 are migrated`() throws {
    let file = #"{"items": [{"viewType": "T", "content": {}}]}"#
    let content = try JSONDocument(Array(file.utf8))
    let old = try DatabaseQueue(path: folder.path + "/marquee.sqlite")
    try old.write { database in
      try database.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1');
          CREATE TABLE version (
            route TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), definition TEXT,
            publishedAt REAL NOT NULL, "by" TEXT NOT NULL, via TEXT NOT NULL, message TEXT,
            items INTEGER NOT NULL, PRIMARY KEY (route, number)) STRICT;
          CREATE TABLE viewType (name TEXT NOT NULL PRIMARY KEY, schema TEXT NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE format (name TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE imported (path TEXT NOT NULL PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
          INSERT INTO version VALUES ('home', 1, '{"items":[]}', 1.5, 'screens/', 'file', NULL, 0);
          PRAGMA application_id = 1297240389;
          PRAGMA user_version = 1;
          """)
      try database.execute(
        sql: "INSERT INTO imported VALUES ('home.json', ?)", arguments: [content.value.text])
    }
    try old.close()
    for _ in 0..<2 {
      let store = try SQLiteStore(folder: folder.path)
      let contents = try store.load()
      #expect(contents.screens.map(\.route.name) == ["home"])
      #expect(contents.imports["home.json"]?.content == ImportMark(content).content)
      #expect(contents.imports["home.json"]?.text == nil)
      store.close()
    }
  }
}
