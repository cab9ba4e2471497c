internal import GRDB
internal import JSONText
package import Screens

/// A ``DeliveryStore`` in an SQLite database of its own, for a server without other nodes.
package final class SQLiteDeliveryStore: DeliveryStore {
  /// `MRQW`: identifies the file's owner in its header (<https://www.sqlite.org/fileformat.html> §1.3.17).
  private static let applicationID = 0x4D52_5157
  private static let cacheSize = 256

  private static let migrations = [
    """
    CREATE TABLE position (id INTEGER PRIMARY KEY CHECK (id = 1), audit INTEGER NOT NULL) STRICT;
    CREATE TABLE delivery (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      webhook TEXT NOT NULL,
      message TEXT NOT NULL,
      event TEXT NOT NULL,
      at REAL NOT NULL,
      body TEXT NOT NULL,
      trace TEXT,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      nextAttempt REAL NOT NULL,
      status INTEGER,
      failure TEXT
    ) STRICT;
    CREATE INDEX deliveryByTime ON delivery (nextAttempt) WHERE state = 'pending';
    CREATE INDEX deliveryByWebhook ON delivery (webhook, id);
    PRAGMA application_id = \(applicationID);
    """
  ]

  private let database: LazyDatabase

  /// - Parameter folder: a data folder that the caller has locked.
  package init(folder: String) {
    let folder = DataFolder(path: folder)
    database = LazyDatabase(
      path: folder.webhooksPath, in: folder, label: "marquee.webhooks", applicationID: Self.applicationID,
      cacheSize: Self.cacheSize, migrations: Self.migrations)
  }

  /// Closes the database. Every later call fails.
  package func close() { database.close() }

  package func position() throws(StoreError) -> Int? {
    guard database.isThere else { return nil }
    return try reading { try Int.fetchOne($0, sql: "SELECT audit FROM position") }
  }

  package func store(
    _ messages: [(webhook: String, message: WebhookMessage)], from old: Int?, to position: Int
  ) throws(StoreError) -> Bool {
    try writing { database in
      guard try Int.fetchOne(database, sql: "SELECT audit FROM position") == old else { return false }
      try database.execute(
        sql: "INSERT OR REPLACE INTO position (id, audit) VALUES (1, ?)", arguments: [position])
      for (webhook, message) in messages { try Self.insert(message, to: webhook, in: database) }
      return true
    }
  }

  package func store(_ message: WebhookMessage, to webhook: String) throws(StoreError) -> WebhookDelivery {
    try writing { database in
      try Self.insert(message, to: webhook, in: database)
      return WebhookDelivery(
        id: Int(database.lastInsertedRowID), webhook: webhook, message: message, nextAttempt: message.at)
    }
  }

  private static func insert(_ message: WebhookMessage, to webhook: String, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO delivery (webhook, message, event, at, body, trace, state, attempts, nextAttempt)
        VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, ?)
        """,
      arguments: [webhook, message.id, message.event, message.at, message.body, message.trace, message.at])
  }

  package func claim(
    without busy: [String], now: Double, lease: Double
  ) throws(StoreError) -> WebhookDelivery? {
    guard database.isThere else { return nil }
    let names = JSONValue.array(busy.map { .string($0) }).text
    // Read first: only a write locks the database.
    guard try reading({ try Self.nextDue(in: $0, without: names, now: now) }) != nil else { return nil }
    return try writing { database in
      guard let row = try Self.nextDue(in: database, without: names, now: now) else { return nil }
      var claimed = try delivery(of: row)
      claimed.nextAttempt = now + lease
      try database.execute(
        sql: "UPDATE delivery SET nextAttempt = ? WHERE id = ?", arguments: [now + lease, claimed.id])
      return claimed
    }
  }

  private static func nextDue(in database: Database, without busy: String, now: Double) throws -> Row? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT * FROM delivery
        WHERE state = 'pending' AND (nextAttempt <= ? OR nextAttempt > ?)
          AND webhook NOT IN (SELECT value FROM json_each(?))
        ORDER BY nextAttempt, id LIMIT 1
        """, arguments: [now, now + WebhookDelivery.maximumWait, busy])
  }

  package func update(_ delivery: WebhookDelivery, claimedUntil lease: Double?) throws(StoreError) {
    try writing { database in
      try database.execute(
        sql: """
          UPDATE delivery SET state = ?, attempts = ?, nextAttempt = ?, status = ?, failure = ?
          WHERE id = ? AND (? IS NULL OR state = 'pending' AND nextAttempt = ?)
          """,
        arguments: [
          delivery.state.rawValue, delivery.attempts, delivery.nextAttempt, delivery.status, delivery.failure,
          delivery.id, lease, lease,
        ])
    }
  }

  package func delivery(_ id: Int) throws(StoreError) -> WebhookDelivery? {
    guard database.isThere else { return nil }
    return try reading { database in
      try Row.fetchOne(database, sql: "SELECT * FROM delivery WHERE id = ?", arguments: [id])
        .map { try delivery(of: $0) }
    }
  }

  package func deliveries(
    of webhook: String, before: Int?, limit: Int
  ) throws(StoreError) -> [WebhookDelivery] {
    guard database.isThere else { return [] }
    return try reading { database in
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM delivery WHERE webhook = ? AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?",
        arguments: [webhook, before, before, limit]
      ).map { try delivery(of: $0) }
    }
  }

  package func deleteFinished(before time: Double) throws(StoreError) {
    guard database.isThere else { return }
    try writing {
      try $0.execute(sql: "DELETE FROM delivery WHERE state <> 'pending' AND at < ?", arguments: [time])
    }
  }

  package func forget(webhook: String) throws(StoreError) {
    guard database.isThere else { return }
    try writing { try $0.execute(sql: "DELETE FROM delivery WHERE webhook = ?", arguments: [webhook]) }
  }

  package func pendingCount() throws(StoreError) -> Int {
    guard database.isThere else { return 0 }
    return try reading {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM delivery WHERE state = 'pending'") ?? 0
    }
  }

  private func queue() throws -> DatabaseQueue { try database.queue(didOpen: Self.endLeases) }

  /// Makes messages due that an earlier process had claimed and never tried to send. It held the lock of the folder, so
  /// it sends nothing any longer. A message that was tried keeps the pause before its next attempt.
  private static func endLeases(_ queue: DatabaseQueue) throws {
    try queue.write {
      try $0.execute(
        sql: """
          UPDATE delivery SET nextAttempt = at WHERE state = 'pending' AND attempts = 0 AND nextAttempt > at
          """)
    }
  }

  private func delivery(of row: Row) throws(StoreError) -> WebhookDelivery {
    let columns = ColumnReader(row: row, path: database.path)
    return WebhookDelivery(
      id: try columns.integer("id"), webhook: try columns.text("webhook"),
      message: WebhookMessage(
        id: try columns.text("message"), event: try columns.text("event"), at: try columns.real("at"),
        body: try columns.text("body"), trace: try columns.optionalText("trace")),
      state: WebhookDelivery.State(rawValue: try columns.text("state")) ?? .failed,
      attempts: min(max(try columns.integer("attempts"), 0), WebhookDelivery.maximumAttempts),
      nextAttempt: try columns.real("nextAttempt"),
      status: try columns.optionalInteger("status"), failure: try columns.optionalText("failure"))
  }

  private func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try queue().read(body)
    } catch {
      throw StoreError(error, at: database.path)
    }
  }

  private func writing<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try queue().write(body)
    } catch {
      throw StoreError(error, at: database.path)
    }
  }
}
