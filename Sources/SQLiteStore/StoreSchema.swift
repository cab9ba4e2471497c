internal import GRDB
internal import Screens

/// The tables of a store's database, and the checks before it is used.
struct StoreSchema: Sendable {
  let path: String

  /// The number of the last migration, which is the database's `user_version`.
  static let version = 10

  /// `MRQE`: identifies the file's owner in its header (<https://www.sqlite.org/fileformat.html> §1.3.17).
  static let applicationID = 0x4D52_5145

  /// Refuses a database that is damaged, of another program, or newer than this program. Writes nothing.
  func check(_ database: Database) throws {
    // This check is first, because a newer format may look damaged to an older SQLite.
    let ownership = DatabaseOwnership(path: path, version: Self.version, applicationID: Self.applicationID)
    try ownership.refuseNewer(database, than: migrator)
    let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    guard verdict == "ok" else {
      throw StoreError.damaged(
        "\(path.inQuotes) is damaged: \((verdict ?? "it cannot be checked").withoutControlCharacters)")
    }
    try ownership.refuseOthers(database)
  }

  /// The migrations. Each runs in one transaction. A released one is never edited.
  var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      // Unlike the other tables, this one has a rowid. Without it, the long definitions would be part of the primary
      // key's index, which finds the newest versions.
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
    // Replaces the files' contents, which the versions have too, by digests.
    migrator.registerMigration("2") { database in
      let rows = try Row.fetchAll(database, sql: "SELECT path, content FROM imported")
      var marks: [String: ImportMark] = [:]
      for row in rows {
        let columns = ColumnReader(row: row, path: path)
        // Schema 1 stored compact JSON, and the digest is that of compact JSON.
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
    migrator.registerMigration("6") { database in
      try database.execute(
        sql: """
          CREATE TABLE preview (name TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
          PRAGMA user_version = 6;
          """)
    }
    // Earlier schemas have no revision. Each change wrote at least one audit entry, so the last id is at least the
    // number of changes.
    migrator.registerMigration("7") { database in
      try database.execute(
        sql: """
          CREATE TABLE head (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL,
            -- Of a copy: the change and the store that it is a copy of, and the last of the older versions that it has.
            change TEXT,
            store TEXT,
            historyRoute TEXT,
            historyNumber INTEGER,
            historyIsComplete INTEGER NOT NULL DEFAULT 0
          ) STRICT;
          INSERT INTO head (id, revision) SELECT 1, coalesce(max(id), 0) FROM audit;
          CREATE TABLE request (
            id TEXT NOT NULL PRIMARY KEY,
            content TEXT NOT NULL,
            at REAL NOT NULL,
            revision INTEGER NOT NULL,
            effect TEXT,
            response TEXT
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX requestByTime ON request (at);
          PRAGMA user_version = 7;
          """)
    }
    // One table for all kinds of documents. The copy of an older Marquee lacks documents of kinds that it did not know,
    // so it gets a position that no store has, and is loaded again. A later kind needs such a migration, too.
    migrator.registerMigration("8") { database in
      try database.execute(
        sql: """
          CREATE TABLE document (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            document TEXT NOT NULL,
            PRIMARY KEY (kind, name)
          ) STRICT, WITHOUT ROWID;
          INSERT INTO document SELECT 'viewType', name, schema FROM viewType;
          INSERT INTO document SELECT 'format', name, document FROM format;
          INSERT INTO document SELECT 'preview', name, document FROM preview;
          INSERT INTO document SELECT 'group', name, members FROM conditionGroup;
          INSERT INTO document SELECT 'release', name, manifest FROM release;
          DROP TABLE viewType;
          DROP TABLE format;
          DROP TABLE preview;
          DROP TABLE conditionGroup;
          DROP TABLE release;
          UPDATE head SET change = '' WHERE change IS NOT NULL;
          PRAGMA user_version = 8;
          """)
    }
    // The copy of an older Marquee lacks the webhooks, so it is loaded again.
    migrator.registerMigration("9") { database in
      try database.execute(
        sql: """
          UPDATE head SET change = '' WHERE change IS NOT NULL;
          PRAGMA user_version = 9;
          """)
    }
    // The copy of an older Marquee lacks the guards of schedules, so it is loaded again.
    migrator.registerMigration("10") { database in
      try database.execute(
        sql: """
          ALTER TABLE draft ADD COLUMN scheduleRollout TEXT;
          UPDATE head SET change = '' WHERE change IS NOT NULL;
          PRAGMA user_version = 10;
          """)
    }
    return migrator
  }
}
