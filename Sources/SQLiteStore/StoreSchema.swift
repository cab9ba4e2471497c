internal import GRDB
internal import Screens

/// The tables, and which databases are ours to use.
struct StoreSchema: Sendable {
  let path: String

  /// Rises with each migration; it is the database's `user_version`.
  static let version = 5

  /// `MRQE`: says in the file's header whose it is (<https://www.sqlite.org/fileformat.html> §1.3.17).
  static let applicationID = 0x4D52_5145

  /// Refuses a database that is not whole, not ours or newer than this program. Nothing is written.
  func check(_ database: Database) throws {
    // First, for a newer format may look damaged to an older SQLite.
    let ownership = DatabaseOwnership(path: path, version: Self.version, applicationID: Self.applicationID)
    try ownership.refuseNewer(database, than: migrator)
    let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    guard verdict == "ok" else {
      throw StoreError.damaged(
        "\(path.onOneLine) is damaged: \((verdict ?? "it cannot be checked").asOneLine)")
    }
    try ownership.refuseOthers(database)
  }

  /// Each migration is one transaction, and is never edited once released.
  var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      // A version has a rowid, unlike the other tables: its definition is long, and would make the index that
      // finds the newest versions as large as the table.
      try database.execute(
        sql: """
          CREATE TABLE version (
            route TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            definition TEXT,
            publishedAt REAL NOT NULL,
            "by" TEXT NOT NULL,
            via TEXT NOT NULL,
            message TEXT,
            items INTEGER NOT NULL,
            PRIMARY KEY (route, number)
          ) STRICT;

          CREATE TRIGGER versionIsFinal BEFORE UPDATE ON version
          BEGIN
            SELECT RAISE(ABORT, 'a version is never changed');
          END;

          CREATE TABLE viewType (name TEXT NOT NULL PRIMARY KEY, schema TEXT NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE format (name TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE imported (path TEXT NOT NULL PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;

          PRAGMA application_id = \(Self.applicationID);
          PRAGMA user_version = 1;
          """)
    }
    // Digests in place of the files' whole content, which is in the versions already.
    migrator.registerMigration("2") { database in
      let rows = try Row.fetchAll(database, sql: "SELECT path, content FROM imported")
      var marks: [String: ImportMark] = [:]
      for row in rows {
        let columns = StoredColumns(row: row, path: path)
        // It was written as compact JSON, which is what the digest is of.
        let content = ImportMark.digest(Array(try columns.text("content").utf8))
        marks[try columns.text("path")] = ImportMark(content: content, text: nil)
      }
      try database.execute(sql: "DROP TABLE imported; \(ImportTable.creation); PRAGMA user_version = 2;")
      try ImportTable.write(marks, to: database)
    }
    migrator.registerMigration("3") { database in
      try database.execute(
        sql: """
          CREATE TABLE release (name TEXT NOT NULL PRIMARY KEY, manifest TEXT NOT NULL) STRICT, WITHOUT ROWID;
          PRAGMA user_version = 3;
          """)
    }
    migrator.registerMigration("4") { database in
      try database.execute(
        sql: """
          CREATE TABLE draft (
            route TEXT NOT NULL PRIMARY KEY,
            definition TEXT NOT NULL,
            baseVersion INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            savedAt REAL NOT NULL,
            "by" TEXT NOT NULL,
            message TEXT,
            scheduledAt REAL,
            scheduledBy TEXT,
            scheduleMessage TEXT,
            scheduleFailure TEXT
          ) STRICT;
          CREATE INDEX draftBySchedule ON draft (scheduledAt) WHERE scheduledAt IS NOT NULL;

          CREATE TABLE token (
            name TEXT NOT NULL PRIMARY KEY,
            scope TEXT NOT NULL,
            digest TEXT NOT NULL UNIQUE,
            createdAt REAL NOT NULL
          ) STRICT, WITHOUT ROWID;

          CREATE TABLE audit (
            id INTEGER PRIMARY KEY,
            at REAL NOT NULL,
            "by" TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL,
            version INTEGER,
            message TEXT
          ) STRICT;
          CREATE TRIGGER auditIsFinal BEFORE UPDATE ON audit
          BEGIN
            SELECT RAISE(ABORT, 'an entry of the audit is never changed');
          END;
          CREATE TRIGGER auditStays BEFORE DELETE ON audit
          BEGIN
            SELECT RAISE(ABORT, 'an entry of the audit is never removed');
          END;

          PRAGMA user_version = 4;
          """)
    }
    migrator.registerMigration("5") { database in
      try database.execute(
        sql: """
          CREATE TABLE conditionGroup (name TEXT NOT NULL PRIMARY KEY, members TEXT NOT NULL)
            STRICT, WITHOUT ROWID;
          PRAGMA user_version = 5;
          """)
    }
    return migrator
  }
}
