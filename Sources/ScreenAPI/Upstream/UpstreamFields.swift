import HTTPWire

/// The fields of requests for the real backend, and of its responses.
enum UpstreamFields {
  /// Fields of one connection (RFC 9110 §7.6.1).
  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
  /// Fields that the client of the backend writes itself, those of Marquee, and those with which a client could give
  /// itself another address: a backend that trusts this server would believe them.
  private static let ownOfRequests: Set<String> = [
    "content-length", "expect", "forwarded", "host", "marquee-console", "marquee-min-revision", "via",
    "x-real-ip",
  ]
  /// Fields that this server writes itself, and `Alt-Svc`, which would lead clients to another host.
  private static let ownOfResponses: Set<String> = ["alt-svc", "content-length", "date"]
  /// The cookies of the console and of guests begin so.
  private static let cookiePrefix = "marquee-"

  /// The names that are not passed on because `Connection` names them, in lower case.
  private static func nominated(_ fields: [(name: String, value: String)]) -> Set<String> {
    Set(
      fields.filter { $0.name.lowercased() == "connection" }
        .flatMap { FieldList.elements(of: $0.value) }.map { $0.lowercased() })
  }

  /// The fields for the backend.
  /// - Parameters:
  ///   - all: the fields of the request.
  ///   - hidesAuthorization: whether `Authorization` is for Marquee.
  ///   - decodes: whether the response must have a content coding that this server can decode.
  static func ofRequest(
    _ all: [(name: String, value: String)], via name: String, hidesAuthorization: Bool, decodes: Bool
  ) -> [(name: String, value: String)] {
    let dropped = hopByHop.union(ownOfRequests).union(nominated(all))
    var fields: [(name: String, value: String)] = []
    var via: [String] = []
    for (fieldName, value) in all {
      switch fieldName.lowercased() {
      case "via": via.append(value)
      case let lower where dropped.contains(lower) || lower.hasPrefix("x-forwarded-"): break
      case "authorization" where hidesAuthorization: break
      case "cookie":
        let kept = value.split(separator: ";").filter { pair in
          !pair.drop { $0 == " " || $0 == "\t" }.hasPrefix(cookiePrefix)
        }
        if !kept.isEmpty { fields.append((fieldName, kept.joined(separator: ";"))) }
      case "accept-encoding" where decodes:
        if value.lowercased().contains("gzip") { fields.append((fieldName, "gzip")) }
      default: fields.append((fieldName, value))
      }
    }
    fields.append(("Via", (via + ["1.1 " + name]).joined(separator: ", ")))
    return fields
  }

  /// Whether a request has been forwarded by this process before.
  static func hasPassed(_ name: String, _ all: [(name: String, value: String)]) -> Bool {
    all.contains { field in
      field.name.lowercased() == "via"
        && field.value.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { $0 == name }
    }
  }

  /// The fields for the client.
  /// - Parameter isBesideConsole: whether pages of the backend have the origin of the console.
  /// - Returns: nil if a field is malformed.
  static func ofResponse(
    _ all: [(name: String, value: String)], isBesideConsole: Bool
  ) -> [HTTPField]? {
    let dropped = hopByHop.union(ownOfResponses).union(nominated(all))
    var fields: [HTTPField] = []
    for (name, value) in all where !dropped.contains(name.lowercased()) {
      guard let field = HTTPField(name, value) else { return nil }
      if field.isNamed("set-cookie"), value.hasPrefix(cookiePrefix) { continue }
      fields.append(field)
    }
    if isBesideConsole, !isInert(fields.first { $0.isNamed("content-type") }?.value ?? "") {
      // Pages get an origin of their own, in which they cannot use the console's session.
      fields.append(
        HTTPField(
          "Content-Security-Policy", "sandbox allow-scripts allow-forms allow-popups allow-modals"))
    }
    fields.append(HTTPField("Mock-Applied", "upstream"))
    return fields
  }

  /// Whether a browser that opens a response with this media type runs nothing in it.
  private static func isInert(_ contentType: String) -> Bool {
    let type = FieldParameters(contentType).value
    guard !type.hasSuffix("xml"), !type.hasSuffix("html") else { return false }
    return type.hasSuffix("json")
      || ["image/", "audio/", "video/", "font/", "text/", "application/octet-stream"].contains {
        type.hasPrefix($0)
      }
  }
}
