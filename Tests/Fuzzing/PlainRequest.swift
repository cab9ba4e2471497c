import HTTPWire

/// A request as comparable values, created from the parser's result or by a simple second parser that works line by
/// line.
struct PlainRequest: Equatable {
  var method: [UInt8] = []
  var path: [UInt8] = []
  var query: [UInt8]?
  var isHTTP10 = false
  var fields: [Field] = []
  var body: [UInt8] = []

  struct Field: Equatable {
    var name: [UInt8]
    var value: [UInt8]
  }

  init(_ request: borrowing HTTPRequest) {
    method = Array(request.methodName)
    path = Array(request.path)
    query = request.query.map { Array($0) }
    isHTTP10 = request.version == .http10
    for index in 0..<request.fieldCount {
      fields.append(
        Field(name: Array(request.fieldName(at: index)), value: Array(request.fieldValue(at: index))))
    }
    body = Array(request.body)
  }

  /// Parses one complete, valid message.
  init(message: [UInt8]) {
    var rest = message[...]
    var line = Self.takeLine(&rest)
    while line.isEmpty, !rest.isEmpty { line = Self.takeLine(&rest) }
    readRequestLine(line)
    line = Self.takeLine(&rest)
    while !line.isEmpty {
      readField(line)
      line = Self.takeLine(&rest)
    }
    if values(of: "transfer-encoding").isEmpty {
      body = Array(rest)
    } else {
      readChunks(&rest)
      require(rest.isEmpty, "\(rest.count) bytes after the last chunk")
    }
  }

  /// Removes and returns the bytes before the next CR LF, and removes the CR LF.
  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var line: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == 0x0D {
        require(rest.popFirst() == 0x0A, "a carriage return without its line feed")
        return line
      }
      require(byte != 0x0A, "a line feed within a line")
      line.append(byte)
    }
    require(false, "a line without an end")
    return line
  }

  private mutating func readChunks(_ rest: inout ArraySlice<UInt8>) {
    while true {
      let digits = Self.takeLine(&rest).prefix { $0 != 0x3B && $0 != 0x20 && $0 != 0x09 }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), digits.first != 0x2B else {
        return require(false, "no chunk size: \(digits)")
      }
      if size == 0 { break }
      require(rest.count >= size, "a chunk of \(size) bytes has \(rest.count)")
      body += rest.prefix(size)
      rest = rest.dropFirst(size)
      require(Self.takeLine(&rest).isEmpty, "bytes after a chunk")
    }
    while !Self.takeLine(&rest).isEmpty {}
  }

  private mutating func readRequestLine(_ line: [UInt8]) {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return require(false, "a request line of \(parts.count) parts") }
    method = Array(parts[0])
    require(parts[2].starts(with: Array("HTTP/1.".utf8)) && parts[2].count == 8, "another version")
    isHTTP10 = parts[2].last == 0x30
    var target = parts[1]
    let lower = String(decoding: target, as: UTF8.self).lowercased()
    if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
      target = target.dropFirst(lower.hasPrefix("http://") ? 7 : 8)
      target = target.drop { $0 != 0x2F && $0 != 0x3F }
      if target.first != 0x2F { target = ([0x2F] + Array(target))[...] }
    }
    let mark = target.firstIndex(of: 0x3F)
    path = Array(target[..<(mark ?? target.endIndex)])
    query = mark.map { Array(target[($0 + 1)...]) }
  }

  private mutating func readField(_ line: [UInt8]) {
    guard let colon = line.firstIndex(of: 0x3A) else { return require(false, "a field without a colon") }
    var value = line[(colon + 1)...]
    while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    require(value.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }, "a control byte in a value")
    fields.append(Field(name: Array(line[..<colon]), value: Array(value)))
  }

  func requireEqual(_ plain: PlainRequest) {
    require(plain == self, "the parser's result is \(self) instead of \(plain)")
  }

  /// Checks that exactly one field decides where the body ends, and that the body ends there (RFC 9112 §6.3).
  func requireOneFraming() {
    let codings = values(of: "transfer-encoding")
    let lengths = values(of: "content-length")
    require(codings.isEmpty || lengths.isEmpty, "two lengths")
    if codings.isEmpty {
      let numbers = Set(
        lengths.flatMap { $0.split(separator: ",") }.map {
          Int($0.trimmingPrefix { $0 == " " || $0 == "\t" }.split { $0 == " " || $0 == "\t" }.first ?? "")
        })
      require(numbers.count <= 1 && !numbers.contains(nil), "lengths \(lengths)")
      require(body.count == (numbers.first ?? 0) ?? -1, "\(body.count) bytes instead of \(lengths)")
    } else {
      require(codings.map { $0.lowercased() } == ["chunked"] && !isHTTP10, "codings \(codings)")
    }
    require(values(of: "host").count == 1 || (isHTTP10 && values(of: "host").isEmpty), "no host, or two")
  }

  private func values(of name: String) -> [String] {
    fields.filter { String(decoding: $0.name, as: UTF8.self).lowercased() == name }
      .map { String(decoding: $0.value, as: UTF8.self) }
  }

  func requireWithin(_ limits: WireLimits) {
    require(fields.count <= limits.fieldCount, "\(fields.count) fields")
    require(fields.reduce(0) { $0 + $1.name.count + $1.value.count } < limits.fieldBytes, "fields too large")
    require(method.count + path.count + (query?.count ?? 0) < limits.requestLine, "a line too long")
    require(body.count <= limits.body, "a body too large")
  }
}
