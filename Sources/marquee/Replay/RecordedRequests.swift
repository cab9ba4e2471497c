import JSONText

/// The requests of an HTTP Archive, in parts that are small enough for a server. Keeps only the URL, the method and the
/// fields that affect the response.
enum RecordedRequests {
  /// The largest size of a part, in bytes. A server accepts 1 MiB.
  private static let maximumBytes = 900 << 10
  private static let fields: Set<String> = [
    "accept", "accept-view-types", "client-release", "screen-user",
  ]

  /// The parts; an archive without requests has one empty part.
  static func parts(of entries: [JSONValue]) -> [JSONValue] {
    var parts: [JSONValue] = []
    var part: [JSONValue] = []
    var bytes = 0
    for entry in entries {
      let short = shortened(entry)
      let size = short.serialized().count + 1
      if bytes + size > maximumBytes, !part.isEmpty {
        parts.append(archive(part))
        (part, bytes) = ([], 0)
      }
      part.append(short)
      bytes += size
    }
    return parts + [archive(part)]
  }

  private static func archive(_ entries: [JSONValue]) -> JSONValue { ["log": ["entries": .array(entries)]] }

  private static func shortened(_ entry: JSONValue) -> JSONValue {
    var request: JSONObject = ["url": entry["request"]?["url"] ?? ""]
    if let method = entry["request"]?["method"] { request["method"] = method }
    let headers = (entry["request"]?["headers"]?.arrayValue ?? []).filter {
      fields.contains($0["name"]?.stringValue?.lowercased() ?? "")
    }
    if !headers.isEmpty { request["headers"] = .array(headers) }
    return ["request": .object(request)]
  }
}
