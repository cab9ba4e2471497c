internal import Screens

/// The tables of Marquee in a PostgreSQL database.
///
/// A migration only adds (expand), so programs of the previous release can still read and write. A later release
/// removes what no supported program uses (contract), and raises `compatible`: the oldest schema whose programs may
/// still write.
enum PostgresSchema {
  /// The number of the last migration.
  static let version = migrations.count

  /// The key of the advisory lock (`MRQE`). No other program is likely to use it.
  private static let lockKey = 0x4D52_5145

  /// The statements of each version, from 1. A released one is never edited.
  private static let migrations = [
    """
    CREATE TABLE marquee_head (
      id integer PRIMARY KEY CHECK (id = 1),
      store text NOT NULL,
      revision bigint NOT NULL,
      change text NOT NULL,
      schema integer NOT NULL,
      compatible integer NOT NULL
    );
    CREATE TABLE marquee_change (
      revision bigint NOT NULL,
      change text NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      number bigint NOT NULL,
      PRIMARY KEY (revision, kind, name, number)
    );
    CREATE TABLE marquee_version (
      route text COLLATE "C" NOT NULL,
      number bigint NOT NULL CHECK (number BETWEEN 1 AND 9007199254740991),
      definition text,
      published_at double precision NOT NULL,
      by text NOT NULL,
      via text NOT NULL,
      message text,
      items bigint NOT NULL,
      PRIMARY KEY (route, number)
    );
    CREATE TABLE marquee_document (
      kind text NOT NULL,
      name text COLLATE "C" NOT NULL,
      document text NOT NULL,
      PRIMARY KEY (kind, name)
    );
    CREATE TABLE marquee_imported (path text COLLATE "C" PRIMARY KEY, content text NOT NULL, text text);
    CREATE TABLE marquee_draft (
      route text COLLATE "C" PRIMARY KEY,
      definition text NOT NULL,
      base_version bigint NOT NULL,
      revision bigint NOT NULL,
      saved_at double precision NOT NULL,
      by text NOT NULL,
      message text,
      scheduled_at double precision,
      scheduled_by text,
      schedule_message text,
      schedule_failure text
    );
    CREATE TABLE marquee_token (
      name text COLLATE "C" PRIMARY KEY,
      scope text NOT NULL,
      digest text NOT NULL UNIQUE,
      created_at double precision NOT NULL
    );
    CREATE TABLE marquee_audit (
      id bigint PRIMARY KEY,
      revision bigint NOT NULL,
      at double precision NOT NULL,
      by text NOT NULL,
      action text NOT NULL,
      subject text NOT NULL,
      version bigint,
      message text
    );
    CREATE INDEX marquee_audit_revision ON marquee_audit (revision);
    CREATE TABLE marquee_request (
      id text PRIMARY KEY,
      content text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      revision bigint NOT NULL,
      effect text,
      response text
    );
    CREATE INDEX marquee_request_at ON marquee_request (at);
    CREATE TABLE marquee_arm (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      experiment text COLLATE "C" NOT NULL,
      variant text COLLATE "C" NOT NULL,
      UNIQUE (experiment, variant)
    );
    CREATE TABLE marquee_exposure (
      arm bigint NOT NULL REFERENCES marquee_arm (id),
      unit bytea NOT NULL,
      at bigint NOT NULL,
      version bigint NOT NULL,
      route text NOT NULL,
      PRIMARY KEY (arm, unit)
    );
    INSERT INTO marquee_head VALUES (1, gen_random_uuid()::text, 0, gen_random_uuid()::text, 1, 1);
    INSERT INTO marquee_change SELECT revision, change, 'fence', '', 0 FROM marquee_head
    """,
    """
    CREATE TABLE marquee_webhook_position (id integer PRIMARY KEY CHECK (id = 1), audit bigint NOT NULL);
    CREATE TABLE marquee_webhook_delivery (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      webhook text COLLATE "C" NOT NULL,
      message text NOT NULL,
      event text NOT NULL,
      at double precision NOT NULL,
      body text NOT NULL,
      trace text,
      state text NOT NULL DEFAULT 'pending',
      attempts bigint NOT NULL DEFAULT 0,
      next_attempt double precision NOT NULL,
      status bigint,
      failure text
    );
    CREATE INDEX marquee_webhook_delivery_due ON marquee_webhook_delivery (next_attempt) WHERE state = 'pending';
    CREATE INDEX marquee_webhook_delivery_webhook ON marquee_webhook_delivery (webhook, id);
    UPDATE marquee_head SET schema = 2
    """,
    """
    CREATE TABLE marquee_report (
      rollout text COLLATE "C" NOT NULL,
      event bigint NOT NULL,
      unit bytea NOT NULL,
      PRIMARY KEY (rollout, event, unit)
    );
    CREATE TABLE marquee_report_count (
      rollout text COLLATE "C" NOT NULL,
      event bigint NOT NULL,
      level bigint NOT NULL,
      step bigint NOT NULL,
      is_new bigint NOT NULL,
      network bigint NOT NULL,
      slot bigint NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (rollout, event, level, step, is_new, network, slot)
    );
    UPDATE marquee_head SET schema = 3
    """,
    """
    ALTER TABLE marquee_draft ADD COLUMN schedule_rollout text;
    UPDATE marquee_head SET schema = 4
    """,
    """
    CREATE TABLE marquee_report_release (
      rollout text COLLATE "C" NOT NULL,
      release text COLLATE "C" NOT NULL,
      event bigint NOT NULL,
      level bigint NOT NULL,
      step bigint NOT NULL,
      is_new bigint NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (rollout, release, event, level, step, is_new)
    );
    UPDATE marquee_head SET schema = 5
    """,
    """
    CREATE TABLE marquee_report_secret (id integer PRIMARY KEY CHECK (id = 1), bytes bytea NOT NULL);
    INSERT INTO marquee_report_secret
      SELECT 1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
    UPDATE marquee_head SET schema = 6
    """,
  ]

  /// The statements that bring a database to this version, as one transaction. An advisory lock lets one node migrate
  /// at a time. It ends with the transaction, so it also works through poolers.
  /// - Parameter found: the version of the database; 0 for none.
  static func migration(from found: Int) -> [Statement] {
    var statements = [Statement("SELECT pg_advisory_xact_lock(\(lockKey))")]
    for text in migrations.dropFirst(found) {
      statements += text.split(separator: ";\n").map { Statement(String($0)) }
    }
    return statements
  }

  /// The row of `marquee_head`.
  struct Head {
    let position: StorePosition
    let schema: Int
    /// The oldest schema whose programs may still write.
    let compatible: Int
    /// The database's clock, in seconds since 1970 UTC.
    let now: Double

    static let columns = "store, revision, change, schema, compatible, extract(epoch FROM clock_timestamp())"
    static let query = Statement("SELECT \(columns) FROM marquee_head")

    init(_ row: PostgresRow) throws(StoreError) {
      position = StorePosition(
        store: try row.text(0), revision: try row.integer(1), change: try row.text(2))
      schema = try row.integer(3)
      compatible = try row.integer(4)
      now = try row.real(5)
    }

    /// Whether this program may write.
    var isWritable: Bool { compatible <= PostgresSchema.version }
  }
}
