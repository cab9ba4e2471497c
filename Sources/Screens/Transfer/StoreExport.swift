package import JSONText

/// Exports a store as JSON Lines. Each line is an object whose only member names its kind.
///
/// An export is a snapshot of the store, even while a server writes to it. It contains the secrets of webhooks, but not
/// those of tokens: a token has only its name and scope.
package enum StoreExport {
  /// The number of the format. It rises with each change that an older program could not read.
  package static let format = 1

  /// Writes the export.
  /// - Parameter write: writes one line; the value has no line end.
  /// - Returns: the number of lines.
  /// - Throws: ``StoreError``, and what `write` throws.
  package static func write(
    _ source: any StoreSource, _ write: (JSONValue) throws -> Void
  ) throws -> Int {
    var count = 0
    func add(_ kind: String, _ value: JSONValue) throws {
      var line = JSONObject()
      line[kind] = value
      try write(.object(line))
      count += 1
    }
    try add("marquee", ["export": .number(JSONNumber(format))])
    _ = try source.readAll { part in
      for line in ExportLines.of(part) { try add(line.kind, line.value) }
    }
    try add("end", ["lines": .number(JSONNumber(count))])
    return count
  }
}
