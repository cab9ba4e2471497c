import HTTPWire
import JSONText
import Screens

/// A format for exporting exposures.
enum ExposureFormat: String, CaseIterable {
  /// One JSON object per line.
  case ndjson
  /// RFC 4180.
  case csv

  var mediaType: StaticString {
    switch self {
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv; charset=utf-8"
    }
  }

  /// The first line of the export; empty if the format has none.
  var heading: String {
    switch self {
    case .ndjson: ""
    case .csv: "timestamp,unit,experiment,variant,version,route\n"
    }
  }

  func line(_ exposure: Exposure) -> String {
    let time = Timestamp.text(Double(exposure.at) / 1000)
    switch self {
    case .ndjson:
      let object: JSONValue = [
        "timestamp": .string(time), "unit": .string(exposure.unit),
        "experiment": .string(exposure.experiment),
        "variant": .string(exposure.variant), "version": .number(JSONNumber(exposure.version)),
        "route": .string(exposure.route.name),
      ]
      return object.text + "\n"
    case .csv:
      return [
        time, CSV.field(exposure.unit), exposure.experiment, exposure.variant, String(exposure.version),
        exposure.route.name,
      ].joined(separator: ",") + "\n"
    }
  }
}

extension ExposureFormat {
  /// The format that a client prefers.
  /// - Parameter accept: the value of `Accept`.
  init(accept: String?) {
    let known = accept.map { Negotiation.mediaTypes($0, available: ["application/x-ndjson", "text/csv"]) }
    self = known?.first == "text/csv" ? .csv : .ndjson
  }

  /// The maximum size of a piece in bytes, unless a single line is longer.
  private static let pieceBytes = 65_536

  /// The lines of exposures, in pieces to send one after another.
  func pieces(_ exposures: [Exposure]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    for exposure in exposures {
      let line = line(exposure).utf8
      if piece.count + line.count > Self.pieceBytes, !piece.isEmpty {
        pieces.append(piece)
        piece = []
      }
      piece += line
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
