internal import Foundation
package import Screens

/// Checks a database for several nodes. Leaves no changes in it.
package struct PostgresDoctor {
  private static let minimumVersion = 140_000
  /// The largest offset of the clock without a warning, in seconds. Beyond it, schedules look early or late.
  private static let maximumClockOffset = 1.0
  /// The longest round trip without a warning, in milliseconds. Each publication waits for it.
  private static let slowRoundTrip = 20.0

  private let settings: PostgresConnection.Settings
  private var findings: [StoreFinding] = []

  /// - Throws: ``StoreError/unavailable(_:)`` if libpq is missing.
  package static func findings(of connection: String) throws(StoreError) -> [StoreFinding] {
    var doctor = PostgresDoctor(settings: try PostgresStore.settings(connection, "doctor"))
    doctor.check()
    return doctor.findings
  }

  private init(settings: PostgresConnection.Settings) { self.settings = settings }

  private mutating func check() {
    let connection: PostgresConnection
    let began = ContinuousClock.now
    do throws(PostgresError) {
      connection = try PostgresConnection.open(settings, timeout: .seconds(5))
    } catch {
      add(.failure, "connection", error.message)
      return
    }
    add(
      .ok, "connection",
      "\(connection.location) in \(Self.text((ContinuousClock.now - began) / .milliseconds(1))) ms, "
        + (connection.usesTLS ? "with TLS" : "without TLS"))
    let version = connection.serverVersion
    let name = "PostgreSQL \(version / 10_000).\(version % 10_000)"
    add(
      version >= Self.minimumVersion ? .ok : .failure, "version",
      version >= Self.minimumVersion ? name : "\(name); Marquee needs version 14 or later")
    let encoding = connection.parameter("server_encoding") ?? "unknown"
    add(
      encoding == "UTF8" ? .ok : .failure, "encoding",
      encoding == "UTF8" ? encoding : "\(encoding); create the database with ENCODING 'UTF8'")
    do throws(PostgresError) {
      guard try checkIsPrimary(connection) else { return }
      try checkRoundTrip(connection)
      try checkClock(connection)
      try checkTables(connection)
      try checkNotifications(connection)
    } catch {
      add(.failure, "statements", error.message)
    }
  }

  private mutating func add(_ level: StoreFinding.Level, _ topic: String, _ message: String) {
    findings.append(StoreFinding(level, topic, message))
  }

  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }

  private func run(
    _ connection: PostgresConnection, _ statements: [Statement]
  ) throws(PostgresError) -> PostgresResults {
    PostgresResults(try connection.run(statements, timeout: .seconds(5)))
  }

  private mutating func checkIsPrimary(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
    let row = try run(
      connection, [Statement("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'")]
    ).first(0)
    let isPrimary = row?.optionalText(0) == "f"
    add(
      isPrimary ? .ok : .failure, "primary",
      isPrimary
        ? "it takes writes"
        : "it is a standby or read-only; name all hosts and add target_session_attrs=read-write")
    return isPrimary
  }

  private mutating func checkRoundTrip(_ connection: PostgresConnection) throws(PostgresError) {
    var times: [Double] = []
    for _ in 0..<20 {
      let began = ContinuousClock.now
      _ = try run(connection, [Statement("SELECT 1")])
      times.append((ContinuousClock.now - began) / .milliseconds(1))
    }
    let median = times.sorted()[times.count / 2]
    add(
      median <= Self.slowRoundTrip ? .ok : .warning, "latency",
      "\(Self.text(median)) ms for a statement"
        + (median <= Self.slowRoundTrip ? "" : "; each publication waits for it, reads do not"))
  }

  private mutating func checkClock(_ connection: PostgresConnection) throws(PostgresError) {
    let began = Date().timeIntervalSince1970
    let row = try run(connection, [Statement("SELECT extract(epoch FROM clock_timestamp())")]).first(0)
    let middle = (began + Date().timeIntervalSince1970) / 2
    guard let now = row.flatMap({ try? $0.real(0) }) else { return }
    let offset = abs(now - middle)
    add(
      offset <= Self.maximumClockOffset ? .ok : .warning, "clock",
      "it differs from this machine's by \(Self.text(offset)) s"
        + (offset <= Self.maximumClockOffset
          ? "" : "; schedules go by the database's clock: synchronise both"))
  }

  private mutating func checkTables(_ connection: PostgresConnection) throws(PostgresError) {
    let head: PostgresSchema.Head?
    do throws(PostgresError) {
      head = try run(connection, [PostgresSchema.Head.query]).first(0).flatMap {
        try? PostgresSchema.Head($0)
      }
    } catch {
      guard case .refused(PostgresError.Code.undefinedTable, _, _) = error else { throw error }
      return try checkMayCreate(connection)
    }
    guard let head else {
      return add(.failure, "tables", "the table marquee_head is empty; restore a backup")
    }
    guard head.isWritable else {
      return add(
        .failure, "tables",
        "schema \(head.schema) is of a newer Marquee, and this one only reads; use the newer one")
    }
    // These statements need the rights of a write. The division by zero rolls them back.
    do throws(PostgresError) {
      _ = try run(
        connection,
        [
          Statement("UPDATE marquee_head SET revision = revision"),
          Statement("INSERT INTO marquee_document VALUES ('doctor', 'doctor', '{}')"),
          Statement("DELETE FROM marquee_document WHERE kind = 'doctor'"), Statement("SELECT 1 / 0"),
        ])
    } catch {
      if case .refused(PostgresError.Code.divisionByZero, _, _) = error {
        add(.ok, "tables", "schema \(head.schema), revision \(head.position.revision), and it may be written")
      } else {
        add(
          .failure, "tables",
          "they cannot be written: \(error.message); grant the rights on all marquee_ tables")
      }
    }
  }

  private mutating func checkMayCreate(_ connection: PostgresConnection) throws(PostgresError) {
    let row = try run(
      connection, [Statement("SELECT current_schema(), has_schema_privilege(current_schema(), 'CREATE')")]
    ).first(0)
    let schema = row?.optionalText(0) ?? "of the search_path"
    let mayCreate = row?.optionalText(1) == "t"
    add(
      mayCreate ? .ok : .failure, "tables",
      mayCreate
        ? "there are none yet; the first start creates them in the schema \(schema)"
        : "there are none, and the user may not create them; GRANT CREATE ON SCHEMA \(schema)")
  }

  private mutating func checkNotifications(_ connection: PostgresConnection) throws(PostgresError) {
    let sender = try PostgresConnection.open(settings, timeout: .seconds(5))
    let channel = "marquee_doctor_\(UInt32.random(in: 0...UInt32.max))"
    _ = try run(connection, [Statement("LISTEN \(channel)")])
    let began = ContinuousClock.now
    _ = try run(sender, [Statement("SELECT pg_notify($1, '')", [channel])])
    let isHeard = try connection.waitForNotification(or: -1, deadline: .now + .seconds(1))
    _ = try run(connection, [Statement("UNLISTEN \(channel)")])
    add(
      isHeard ? .ok : .warning, "notifications",
      isHeard
        ? "they arrive in \(Self.text((ContinuousClock.now - began) / .milliseconds(1))) ms"
        : "they do not arrive, as through a pooler in transaction mode; nodes see changes within a second")
  }
}
