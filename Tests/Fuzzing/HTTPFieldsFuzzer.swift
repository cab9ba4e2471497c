import HTTPWire

/// Invariant: values parsed from a target, a query or a field survive writing and parsing again; negotiation chooses
/// only from the offers; and no value injects a line into a response.
enum Harness {
  static func run(_ data: [UInt8]) {
    data.withBytes { bytes in
      path(bytes)
      query(bytes)
      cookies(bytes)
      tags(bytes)
      credentials(bytes)
    }
    let text = String(decoding: data, as: UTF8.self)
    date(text)
    negotiation(text)
    response(text)
  }

  private static func path(_ bytes: Bytes) {
    guard let segments = try? RequestPath.segments(of: bytes) else { return }
    for segment in segments {
      require(segment != "." && segment != "..", "a dot segment")
      require(segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control character")
    }
    let written = segments.map { "/" + percentEncoded($0) }.joined()
    let again = Array(written.utf8).withBytes { try? RequestPath.segments(of: $0) }
    require(
      segments.isEmpty || segments == [""] || again.map { encoded($0) } == encoded(segments),
      "\(segments) became \(again ?? [])")
  }

  private static func query(_ bytes: Bytes) {
    let pairs = QueryParameters.parse(bytes)
    let written = pairs.map { percentEncoded($0.name) + "=" + percentEncoded($0.value) }
    let again = Array(written.joined(separator: "&").utf8).withBytes { QueryParameters.parse($0) }
    require(encoded(again) == encoded(pairs), "\(pairs) became \(again)")
    let twice = (Array(bytes) + [0x26] + Array(bytes)).withBytes { QueryParameters.parse($0) }
    require(encoded(twice) == encoded(pairs + pairs), "a repeated query does not have its pairs twice")
  }

  private static func cookies(_ bytes: Bytes) {
    let pairs = CookieField.pairs(bytes)
    require(pairs.count <= bytes.count { $0 == 0x3B } + 1, "more cookies than separators allow")
    for pair in pairs {
      // Compare bytes, because U+037E is canonically equivalent to a semicolon.
      require(
        !pair.name.isEmpty && !pair.name.utf8.contains(0x3D) && !pair.name.utf8.contains(0x3B)
          && !pair.value.utf8.contains(0x3B), "cookie \(pair)")
    }
  }

  private static func tags(_ bytes: Bytes) {
    for tag in [Array("\"a\"".utf8), Array("W/\"a\"".utf8)] {
      tag.withBytes { tag in
        let isSame = EntityTagList.matches(bytes, tag, .strong)
        require(!isSame || EntityTagList.matches(bytes, tag, .weak), "a strong match, but no weak match")
        require(!isSame || bytes.trimmed == "*" || !tag.hasPrefix("W/"), "a strong match of a weak tag")
      }
    }
    require(!EntityTagList.matches(bytes, nil, .weak), "a match without a tag")
  }

  private static func credentials(_ bytes: Bytes) {
    guard let token = BearerCredentials.token(in: bytes) else { return }
    require(!token.isEmpty && token.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a token with invalid characters")
    require(BearerCredentials.isSame(token, token), "a token does not equal itself")
  }

  private static func date(_ text: String) {
    guard let second = HTTPDate.parse(text, now: 1_700_000_000) else { return }
    let written = HTTPDate.format(second)
    require(written.utf8.count == HTTPDate.count, "a date with a wrong length: \(written)")
    require(HTTPDate.parse(written) == second, "\(text) became \(written)")
  }

  private static func negotiation(_ text: String) {
    let encodings = ["gzip", "identity", "br"]
    let chosen = Negotiation.encodings(text, available: encodings)
    require(Set(chosen).count == chosen.count && Set(chosen).isSubset(of: encodings), "chosen \(chosen)")
    let types = ["application/json", "text/html;level=1", "text/html"]
    let preferred = Negotiation.mediaTypes(text, available: types)
    require(Set(preferred).count == preferred.count && Set(preferred).isSubset(of: types), "\(preferred)")
    _ = Negotiation.encodings(text, available: nil)
    _ = Negotiation.mediaTypes(text, available: nil)
    _ = Freshness.isFresh(request: { _ in text }, response: { _ in text })
    _ = Freshness.isFresh(request: { $0 == "if-none-match" ? text : nil }, response: { _ in "\"a\"" })
  }

  /// Writes a response with an outside value in its fields.
  private static func response(_ text: String) {
    var response = HTTPResponse(200, body: [0x61])
    response.add("X-Value", text)
    if let field = HTTPField(text, text) { response.fields.append(field) }
    let output = OutputBuffer(capacity: 64)
    ResponseWriter.write(
      response, to: output, date: HTTPDate.Text(second: 0), method: .get, version: .http11, keepsAlive: true)
    let written = Array(output.bytes)
    let lines =
      4
      + response.fields.count {
        !$0.isNamed("date") && !$0.isNamed("content-length") && !$0.isNamed("connection")
          && !$0.isNamed("transfer-encoding")
      }
    require(written.count { $0 == 0x0A } == lines, "an injected line feed")
    require(written.count { $0 == 0x0D } == lines, "an injected carriage return")
    require(written.suffix(5) == [0x0D, 0x0A, 0x0D, 0x0A, 0x61], "a wrong end of the head")
  }

  private static func encoded(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  private static func encoded(_ pairs: [QueryParameters.Pair]) -> [[UInt8]] {
    pairs.flatMap { encoded([$0.name, $0.value]) }
  }

  private static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 { bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
