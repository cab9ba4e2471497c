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
    guard let keyword = location.split(separator: "=", maxSplits: 1).first, keyword.count < location.count
    else { return false }
    return keywords.contains(keyword.trimmingCharacters(in: .whitespaces))
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

  /// Whether a URI has an `@`, a slash or a question mark within its user and password. libpq would take the rest of the
  /// password for the name of a host, a port or a database, and its messages would contain it.
  private static func hasUnescapedPassword(_ uri: String) -> Bool {
    guard let scheme = uri.range(of: "://") else { return false }
    let rest = uri[scheme.upperBound...]
    let path = rest.prefix { $0 != "?" }
    if let last = path.lastIndex(of: "@"), path[..<last].contains(where: { $0 == "@" || $0 == "/" }) {
      return true
    }
    // What stands behind the colon of a host is a port, or a password that was cut.
    let hosts = rest.prefix { $0 != "/" && $0 != "?" }.split(separator: "@").last ?? ""
    return hosts.split(separator: ",").contains { host in
      let port = host.split(separator: "]").last?.split(separator: ":", omittingEmptySubsequences: false).last
      return host.contains(":") && port?.contains { !$0.isNumber } ?? false
    }
  }

  /// - Returns: nil if libpq cannot parse the text, or would take a part of a password for something else. Its message
  ///   may quote that part, so it is not shown.
  init?(_ text: String, _ library: LibPQ) {
    guard !Self.hasUnescapedPassword(text) else { return nil }
    let options = unsafe text.withCString { unsafe library.conninfoParse($0, nil) }
    guard let options = unsafe options else { return nil }
    let values = unsafe Self.values(of: options, library)
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
