internal import Foundation

/// A connection string or URI, taken apart by libpq.
@safe
struct ConnectionText {
  /// One of several hosts, as the parameters that select it.
  struct Host: Sendable, Equatable {
    let parameters: [Parameter]
  }

  struct Parameter: Sendable, Equatable {
    let name: String
    let value: String
  }

  /// The hosts; empty unless there are several.
  let hosts: [Host]
  /// Whether a service file or the environment may name several hosts.
  let mayNameHostsElsewhere: Bool

  /// Whether a place is a connection string, and not a folder.
  static func isConnection(_ location: String) -> Bool {
    // Also a URI of another scheme: it is no folder, and may contain a password.
    if location.contains("://") { return true }
    // Keywords and values: `host=… dbname=…`. A folder that looks so can be written as ./host=….
    guard let first = location.split(separator: "=", maxSplits: 1).first, first.count < location.count
    else { return false }
    let keyword = first.trimmingCharacters(in: .whitespacesAndNewlines)
    return keywords.contains(keyword) || isKnownToLibrary(keyword)
  }

  /// Whether the installed libpq has a keyword. A later version has more than ``keywords``.
  private static func isKnownToLibrary(_ keyword: String) -> Bool {
    guard !keyword.isEmpty,
      keyword.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }),
      let library = try? LibPQ.loaded.get(),
      let options = unsafe "\(keyword)=''".withCString({ unsafe library.conninfoParse($0, nil) })
    else { return false }
    unsafe library.conninfoFree(options)
    return true
  }

  /// The keywords with which a connection string can begin
  /// (<https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS>).
  private static let keywords: Set<String> = [
    "application_name", "channel_binding", "client_encoding", "connect_timeout", "dbname",
    "fallback_application_name", "gssdelegation", "gssencmode", "gsslib", "host", "hostaddr",
    "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval", "krbsrvname",
    "load_balance_hosts", "options", "passfile", "password", "port", "replication", "require_auth",
    "requirepeer", "requiressl", "service", "ssl_max_protocol_version", "ssl_min_protocol_version",
    "sslcert", "sslcertmode", "sslcompression", "sslcrl", "sslcrldir", "sslkey", "sslmode",
    "sslnegotiation", "sslpassword", "sslrootcert", "sslsni", "target_session_attrs",
    "tcp_user_timeout", "user",
  ]

  /// Whether libpq takes a part of a password for a host, a port or a database, because an `@` or a slash in the
  /// password is not escaped. Such a URI connects to nothing, and the messages of libpq would contain that part.
  private static func hasUnescapedPassword(_ uri: String, _ values: [String: String]) -> Bool {
    guard let scheme = uri.range(of: "://") else { return false }
    func list(_ name: String) -> [Substring] { values[name]?.split(separator: ",") ?? [] }
    // A host that begins with a slash or an @ is a Unix socket.
    if list("host").contains(where: { $0.contains("@") && !$0.hasPrefix("@") && !$0.hasPrefix("/") }) {
      return true
    }
    if list("port").contains(where: { Int($0.trimmingCharacters(in: .whitespaces)) == nil }) { return true }
    // What looks like the name of a database contains the end of a password, a host and another slash.
    let path = uri[scheme.upperBound...].prefix { $0 != "?" }.drop { $0 != "/" }
    return path.firstIndex(of: "@").map { path[$0...].contains("/") } ?? false
  }

  /// - Returns: nil if libpq cannot parse the text, or would take a part of a password for something else. Its message
  ///   may quote that part, so it is not shown.
  init?(_ text: String, _ library: LibPQ) {
    let options = unsafe text.withCString { unsafe library.conninfoParse($0, nil) }
    guard let options = unsafe options else { return nil }
    let values = unsafe Self.values(of: options, library)
    guard !Self.hasUnescapedPassword(text, values) else { return nil }
    hosts = Self.hosts(values)
    let variables = ProcessInfo.processInfo.environment
    let isListed = ["PGHOST", "PGHOSTADDR"].contains { variables[$0]?.contains(",") ?? false }
    mayNameHostsElsewhere = values["service"] != nil || variables["PGSERVICE"] != nil || isListed
  }

  /// The hosts that a connection has, those of a service file and of the environment included; empty unless there are
  /// several.
  static func hosts(of connection: LibPQ.Connection, _ library: LibPQ) -> [Host] {
    guard let options = unsafe library.conninfo(connection) else { return [] }
    return hosts(unsafe values(of: options, library))
  }

  /// The values of an array of `PQconninfoOption`, by keyword. Frees the array.
  private static func values(of options: UnsafeMutableRawPointer, _ library: LibPQ) -> [String: String] {
    defer { unsafe library.conninfoFree(options) }
    // PQconninfoOption: keyword, envvar, compiled, val, label, dispchar: six pointers, and an int.
    let stride = 7 * MemoryLayout<Int>.stride
    let valueOffset = 3 * MemoryLayout<Int>.stride
    var values: [String: String] = [:]
    var option = UnsafeRawPointer(options)
    while let keyword = unsafe option.load(as: UnsafePointer<CChar>?.self) {
      // SAFETY: the array has that layout, and ends with a null keyword.
      let value = unsafe option.load(fromByteOffset: valueOffset, as: UnsafePointer<CChar>?.self)
      if let value = unsafe value { unsafe values[String(cString: keyword)] = String(cString: value) }
      unsafe option += stride
    }
    return values
  }

  /// Splits the lists of hosts, addresses and ports
  /// (<https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS>).
  static func hosts(_ values: [String: String]) -> [Host] {
    func list(_ name: String) -> [String] {
      values[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }
    let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(names.count, addresses.count)
    guard count > 1 else { return [] }
    return (0..<count).map { index in
      var parameters: [Parameter] = []
      if names.indices.contains(index) { parameters.append(Parameter(name: "host", value: names[index])) }
      if addresses.indices.contains(index) {
        parameters.append(Parameter(name: "hostaddr", value: addresses[index]))
      }
      // One port is that of all hosts.
      let port = ports.count == 1 ? ports[0] : ports.indices.contains(index) ? ports[index] : nil
      if let port { parameters.append(Parameter(name: "port", value: port)) }
      return Host(parameters: parameters)
    }
  }
}
