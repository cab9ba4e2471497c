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

  /// - Returns: nil if libpq cannot parse the text. Its message may quote a part of a password, so it is not shown.
  init?(_ text: String, _ library: LibPQ) {
    // PQconninfoOption: keyword, envvar, compiled, val, label, dispchar: six pointers, and an int.
    let stride = 7 * MemoryLayout<Int>.stride
    let valueOffset = 3 * MemoryLayout<Int>.stride
    let options = unsafe text.withCString { unsafe library.conninfoParse($0, nil) }
    guard let options = unsafe options else { return nil }
    defer { unsafe library.conninfoFree(options) }
    var values: [String: String] = [:]
    var option = UnsafeRawPointer(options)
    while let keyword = unsafe option.load(as: UnsafePointer<CChar>?.self) {
      // SAFETY: the array has that layout, and ends with a null keyword.
      let value = unsafe option.load(fromByteOffset: valueOffset, as: UnsafePointer<CChar>?.self)
      if let value = unsafe value { unsafe values[String(cString: keyword)] = String(cString: value) }
      unsafe option += stride
    }
    hosts = Self.hosts(values)
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
