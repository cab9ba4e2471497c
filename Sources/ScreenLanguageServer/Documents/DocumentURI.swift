import JSONText

/// The `file:` URIs of documents (RFC 8089).
enum DocumentURI {
  /// The path of a `file:` URI; nil for any other URI, such as that of an unsaved document.
  static func path(of uri: String) -> String? {
    let scheme = "file://"
    guard uri.lowercased().hasPrefix(scheme) else { return nil }
    let rest = uri.utf8.dropFirst(scheme.utf8.count)
    // The host of a local file is empty or localhost.
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self)
    guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
    guard let path = PercentEncoding.decoded(Substring(rest[slash...])), !path.utf8.contains(0) else {
      return nil
    }
    // `.` and `..` would mislead the search for the folder of a path. Editors send paths without them.
    return path.split(separator: "/").contains { $0 == ".." || $0 == "." } ? nil : path
  }

  /// The slash stands for itself in a path (RFC 3986 §3.3).
  static func uri(of path: String) -> String { "file://" + PercentEncoding.encoded(path, keeping: "/") }
}
