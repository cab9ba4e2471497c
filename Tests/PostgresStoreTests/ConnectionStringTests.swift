import PostgresCluster
import Screens
import Testing

@testable import PostgresStore

/// Which texts are connection strings, and which are folders.
@Suite(.postgres) struct ConnectionStringTests {
  @Test(
    .bug(id: "F4"),
    arguments: [
      "postgresql://db/marquee", "postgres://db", "host=db dbname=m", "sslmode=prefer host=db",
      "password=secret host=db", "user = m", "postgresql+asyncpg://m:secret@db/x",
    ])
  func `a connection string is not taken for a folder`(text: String) {
    #expect(PostgresStore.isConnection(text))
  }

  @Test(arguments: [".marquee", "/var/lib/marquee", "data=1", "./host=db", "=", ""])
  func `a folder is not taken for a connection string`(text: String) {
    #expect(!PostgresStore.isConnection(text))
  }

  @Test(
    arguments: [
      "postgresql://m:se@cret@db/x", "postgresql://m:se/cret@db/x", "postgres://m:12/cret@db/x",
      "postgres://m:a@b/cret@db:5432/x?sslmode=disable",
    ])
  func `a password that is not escaped is refused, and not repeated`(text: String) {
    do throws(StoreError) {
      _ = try PostgresStore(connection: text, node: "test")
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.message.contains("%40"))
      #expect(!error.message.contains("cret"))
    }
  }

  /// One or more examples of each part of the grammar
  /// (<https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING>).
  @Test(
    .bug(id: "F3"),
    arguments: [
      // Each part can be missing.
      "postgresql://", "postgres://", "postgresql:///", "postgresql://db", "postgresql://db:6000",
      "postgresql://db/x", "postgresql://m@db", "postgresql://m@/x", "postgresql://m:secret@",
      "postgresql://@db",
      "postgresql://:secret@db/x", "postgresql://db:/x", "postgresql://:6000/x", "postgresql:///x?",
      // Parameters, also in place of the parts.
      "postgresql://m:secret@/x?host=/run/postgresql", "postgresql://m:secret@?host=/run&dbname=x",
      "postgresql://m:secret@:6000/x?host=/run", "postgresql:///x?host=db&port=6000&user=m&password=secret",
      "postgresql:///x?user=m@db", "postgresql://db/x?sslmode=require&application_name=a%20b",
      "postgresql://?service=s",
      "postgresql://db/x?ssl=true", "postgresql://m:secret@/x?host=/cloudsql/project:region:name",
      // Several hosts, addresses of IPv6, sockets, escapes.
      "postgresql://a:1,b:2,c/x", "postgresql://a,b:2/x?target_session_attrs=primary",
      "postgresql://[::1]:5432,db:1/x",
      "postgresql://[2001:db8::1]/x", "postgresql://%2Frun%2Fpostgresql/x",
      "postgresql://m:secret@%2Frun:6000/x",
      "postgresql://m:se%40cr%2Fet@db,db2/x", "postgresql://%6d@db/%78", "postgresql://m:se?cret@db/x",
      "postgresql://m:s:e@db/x", "postgresql://db/x@y", "postgresql://m:secret@db/x@y",
      "postgresql://@%2Frun/x",
      "postgresql://%40socket/x",
      // Keywords and values.
      "host=db", "host = db dbname= x", "host=/run port=6000,6001", "dbname='a b' user=m", "dbname=''",
      "password='it\\'s' host=db", "password=se\\ cret host=db", "user='m\\\\n'", "\thost=db\n dbname=x\n",
      "service=s", "hostaddr=127.0.0.1 host=a", "options='-c geqo=off' host=db", "port=' 6000 ' host=db",
      "dbname=postgresql://db/x", "replication=database host=db", "sslmode=prefer host=a,b",
    ])
  func `what psql takes is taken`(text: String) throws {
    #expect(PostgresStore.isConnection(text))
    try PostgresStore(connection: text, node: "test").close()
  }

  @Test func `each form leads to the database, over TCP and over a Unix socket`() throws {
    let programs = try #require(PostgresPrograms.installed)
    let cluster = try PostgresCluster(programs, password: "se?cret")
    try cluster.createDatabase("a@b")
    let (user, port, folder) = (PostgresCluster.user, cluster.port, cluster.socketFolder)
    let escaped = folder.replacing("/", with: "%2F")
    for (text, database) in [
      ("postgresql://\(user):se?cret@/postgres?host=\(folder)&port=\(port)", "postgres"),
      ("postgresql://\(user):se%3Fcret@:\(port)/a%40b?host=\(folder)", "a@b"),
      ("postgresql://\(user):se?cret@?host=\(folder)&port=\(port)&dbname=a@b", "a@b"),
      ("postgres://\(escaped):\(port)/postgres?user=\(user)&password=se?cret", "postgres"),
      ("postgres://\(user):se?cret@127.0.0.1:\(port)/a@b", "a@b"),
      ("postgres://\(user):se?cret@\(escaped):1,localhost:\(port)/a@b", "a@b"),
      ("host=\(folder) port=\(port) dbname='a@b' user = \(user) password='se\\?cret'", "a@b"),
    ] {
      let store = try PostgresStore(connection: text, node: "test")
      defer { store.close() }
      let found = try store.makeSlot().run([Statement("SELECT current_database()")], within: .seconds(30))
      #expect(try found.first(0)?.text(0) == database, "\(text)")
    }
    cluster.end()
  }
}
