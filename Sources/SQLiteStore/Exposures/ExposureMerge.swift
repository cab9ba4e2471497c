internal import Foundation
internal import GRDB
internal import JSONText
internal import Screens

/// Merges batches into the table of exposures. Keeps the first exposure of each variant and unit.
struct ExposureMerge {
  /// The bytes of batches to merge in one step: about ten thousand exposures. A larger batch is one step. Nothing can
  /// be stored during a step.
  private static let stepBytes = 256 << 10

  /// One exposure of one variant.
  private struct Row {
    /// The id of the experiment and variant in the table `arm`.
    let arm: Int64
    /// The index of the batch.
    let batch: Int
    let element: ExposureBatch.Element
  }

  /// Merges the oldest batches and removes them. Moves unreadable ones to `damaged_batch`, so that they do not block
  /// the others.
  /// - Returns: the bytes of the removed batches, and the number of damaged ones.
  func step(_ database: Database) throws -> (bytes: Int, damaged: Int) {
    let oldest = try oldest(database)
    guard let last = oldest.last else { return (0, 0) }
    try insert(oldest.batches, into: database)
    try database.execute(sql: "DELETE FROM batch WHERE id <= ?", arguments: [last])
    return (oldest.bytes, oldest.damaged)
  }

  /// The oldest batches. Moves unreadable ones to `damaged_batch`.
  func oldest(_ database: Database) throws -> SpooledBatches {
    var batches: [ExposureBatch] = []
    var damaged: [Int64] = []
    var last: Int64?
    var bytes = 0
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT id, CAST(showings AS TEXT), CAST(exposures AS BLOB) FROM batch ORDER BY id")
    while bytes < Self.stepBytes, let row = try rows.next() {
      let values = Array(row.databaseValues)
      guard values.count == 3, case .int64(let id) = values[0].storage else { break }
      last = id
      guard case .string(let showings) = values[1].storage, case .blob(let exposures) = values[2].storage
      else {
        damaged.append(id)
        continue
      }
      bytes += exposures.count
      let batch = ExposureBatch(showingsText: showings, bytes: [UInt8](exposures))
      if let batch, batch.elements != nil { batches.append(batch) } else { damaged.append(id) }
    }
    for id in damaged {
      try database.execute(
        sql: "INSERT OR IGNORE INTO damaged_batch SELECT * FROM batch WHERE id = ?", arguments: [id])
      try database.execute(sql: "DELETE FROM batch WHERE id = ?", arguments: [id])
    }
    return SpooledBatches(batches: batches, last: last, bytes: bytes, damaged: damaged.count)
  }

  private func insert(_ batches: [ExposureBatch], into database: Database) throws {
    var arms: [Combination.Choice: Int64] = [:]
    var rows: [Row] = []
    for (number, batch) in batches.enumerated() {
      guard let elements = batch.elements else { continue }
      let armsPerShowing = try batch.showings.map { showing in
        try showing.choices.map { try arm(of: $0, in: database, &arms) }
      }
      for element in elements {
        for arm in armsPerShowing[element.showing] {
          rows.append(Row(arm: arm, batch: number, element: element))
        }
      }
    }
    // In key order, so that neighbouring rows go to the same page. The first exposure of a unit comes first.
    rows.sort { one, other in
      if one.arm != other.arm { return one.arm < other.arm }
      let (left, right) = (
        batches[one.batch].bytes[one.element.unit], batches[other.batch].bytes[other.element.unit]
      )
      if left == right {
        return (one.element.at, one.batch, one.element.unit.lowerBound)
          < (other.element.at, other.batch, other.element.unit.lowerBound)
      }
      return left.lexicographicallyPrecedes(right)
    }
    let insertion = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO exposure (arm, unit, at, version, route) VALUES (?, ?, ?, ?, ?)")
    for row in rows {
      let batch = batches[row.batch]
      let showing = batch.showings[row.element.showing]
      try insertion.execute(arguments: [
        row.arm, Data(batch.bytes[row.element.unit]), row.element.at, showing.version, showing.route,
      ])
    }
  }

  private func arm(
    of choice: Combination.Choice, in database: Database, _ known: inout [Combination.Choice: Int64]
  ) throws -> Int64 {
    if let arm = known[choice] { return arm }
    try database.execute(
      sql: "INSERT OR IGNORE INTO arm (experiment, variant) VALUES (?, ?)",
      arguments: [choice.experiment, choice.variant])
    let arm = try Int64.fetchOne(
      database, sql: "SELECT id FROM arm WHERE experiment = ? AND variant = ?",
      arguments: [choice.experiment, choice.variant])
    known[choice] = arm
    return arm ?? 0
  }
}

extension ExposureBatch {
  /// The showings as JSON: `[["home", 7, "home-price-first", "control"], …]`. Each has its route and version, then the
  /// experiment and variant of each choice.
  var showingsText: String {
    JSONValue.array(
      showings.map { showing in
        .array(
          [.string(showing.route), .number(JSONNumber(showing.version))]
            + showing.choices.flatMap { [.string($0.experiment), .string($0.variant)] })
      }
    ).text
  }

  /// Parses ``showingsText``; nil for any other text.
  init?(showingsText text: String, bytes: [UInt8]) {
    guard let lists = (try? JSONParser.parse(text))?.arrayValue else { return nil }
    var showings: [Showing] = []
    for list in lists {
      guard let parts = list.arrayValue, parts.count >= 2, parts.count.isMultiple(of: 2),
        let route = parts[0].stringValue,
        let version = parts[1].numberValue?.intValue
      else { return nil }
      let names = parts.dropFirst(2).compactMap(\.stringValue)
      guard names.count == parts.count - 2 else { return nil }
      let choices = stride(from: 0, to: names.count, by: 2).map {
        Combination.Choice(experiment: names[$0], variant: names[$0 + 1])
      }
      showings.append(Showing(route: route, version: version, choices: choices))
    }
    self.init(showings: showings, bytes: bytes)
  }
}
