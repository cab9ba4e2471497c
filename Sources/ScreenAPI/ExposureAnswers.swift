import Assignment
import Dispatch
import HTTPWire
import JSONText
import Screens

/// How exposures are written out.
enum ExposureFormat: String {
  /// A JSON object a line.
  case ndjson
  /// RFC 4180.
  case csv

  var mediaType: StaticString {
    switch self {
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv; charset=utf-8"
    }
  }

  /// The line before all others; empty for none.
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

/// Exposures that are to be sent: the first ones, after which the others are read.
struct ExposureListing {
  let key: String
  let format: ExposureFormat
  let first: [Exposure]
}

extension ExposureFormat {
  /// What a request would rather have.
  init(for request: borrowing HTTPRequest) {
    let known = request.list(.accept).map {
      Negotiation.mediaTypes($0, available: ["application/x-ndjson", "text/csv"])
    }
    self = known?.first == "text/csv" ? .csv : .ndjson
  }

  /// Bytes of a piece of the answer, unless a line alone is longer.
  private static let pieceBytes = 65_536

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

extension ScreenAPI {
  /// `GET /admin/experiments/{key}/results`.
  func results(_ key: String) throws(ScreensError) -> HTTPResponse {
    let counts = try stored(key) { (store) throws(StoreError) in try store.counts(ofExperiment: key) }
    let current = try? publisher.experiment(key)
    // What is not known any more, and was never shown, is not there.
    if current == nil, counts.variants.isEmpty { _ = try publisher.experiment(key) }
    let experiment = current?.experiment.compiled.experiment
    let keys = experiment?.variants.map(\.key) ?? []
    let gone = counts.variants.filter { !keys.contains($0.variant) }
    let check = experiment.map { experiment in
      SampleRatioCheck(
        counts: keys.map { key in counts.variants.first { $0.variant == key }?.units ?? 0 },
        weights: experiment.variants.map(\.weight))
    }
    var variants: [JSONValue] = []
    for (place, name) in (keys + gone.map(\.variant)).enumerated() {
      let count = counts.variants.first { $0.variant == name }
      var object: JSONObject = ["variant": .string(name), "units": .number(JSONNumber(count?.units ?? 0))]
      if let check, check.expected.indices.contains(place) {
        object["expected"] = .double(check.expected[place])
      }
      object["first"] = count.map { .string(Timestamp.text(Double($0.first) / 1000)) } ?? JSONValue.null
      object["last"] = count.map { .string(Timestamp.text(Double($0.last) / 1000)) } ?? JSONValue.null
      variants.append(.object(object))
    }
    var object: JSONObject = [
      "experiment": .string(key), "route": current.map { .string($0.screen.route.name) } ?? JSONValue.null,
      "status": experiment.map { .string($0.status.rawValue) } ?? JSONValue.null,
      "units": .number(JSONNumber(counts.variants.reduce(0) { $0 + $1.units })),
      "unitsOfSeveralVariants": .number(JSONNumber(counts.unitsOfSeveral)), "variants": .array(variants),
    ]
    object["days"] = .array(Self.days(counts.days))
    object["sampleRatioMismatch"] = check?.json ?? .null
    object["dropped"] = .number(JSONNumber(serving.exposures?.droppedCount ?? 0))
    return Self.json(.object(object))
  }

  private static func days(_ counts: [DailyExposures]) -> [JSONValue] {
    var days: [(day: Int, variants: JSONObject)] = []
    for count in counts {
      if days.last?.day != count.day { days.append((count.day, [:])) }
      days[days.count - 1].variants[count.variant] = .number(JSONNumber(count.units))
    }
    return days.map { day in
      let date = Timestamp.text(Double(day.day) * 86_400).prefix(10)
      return ["date": .string(String(date)), "units": .object(day.variants)]
    }
  }

  /// Exposures of a page read from the store.
  private static let exposuresPage = 2000

  /// `GET /admin/experiments/{key}/exposures`: the first of them.
  func exposures(of key: String, as format: ExposureFormat) throws(ScreensError) -> ExposureListing {
    let first = try stored(key) { (store) throws(StoreError) in
      try store.exposures(ofExperiment: key, after: nil, limit: Self.exposuresPage)
    }
    if first.isEmpty { _ = try publisher.experiment(key) }
    return ExposureListing(key: key, format: format, first: first)
  }

  /// Sends all of them, page by page, as fast as the client takes them.
  func send(_ listing: ExposureListing, to responder: CountedResponder) {
    let format = listing.format
    let head = HTTPResponse(200, contentType: format.mediaType, body: Array(format.heading.utf8))
    guard let writer = responder.stream(head.withoutCORS) else { return }
    send(
      format.pieces(listing.first)[...], before: listing.first.last, of: listing.key, as: format, to: writer)
  }

  /// Sends what is left of a page and, when the client has taken it, the next one.
  private func send(
    _ pieces: ArraySlice<[UInt8]>, before last: Exposure?, of key: String, as format: ExposureFormat,
    to writer: StreamWriter
  ) {
    guard writer.isOpen else { return }
    if let piece = pieces.first {
      let rest = writer.write(piece) ? pieces.dropFirst() : pieces
      // A client that takes nothing is cut off by the server.
      return environment.later(2) { send(rest, before: last, of: key, as: format, to: writer) }
    }
    guard let last, let exposures = serving.exposures else { return writer.finish() }
    do throws(StoreError) {
      let page = try exposures.store.exposures(ofExperiment: key, after: last, limit: Self.exposuresPage)
      send(format.pieces(page)[...], before: page.last, of: key, as: format, to: writer)
    } catch {
      // Only a body that is cut off says that something is missing.
      writer.reset()
    }
  }

  /// Asks the store of exposures once all that was noted is in it.
  private func stored<T>(
    _ key: String, _ body: (any ExposureStore) throws(StoreError) -> T
  ) throws(ScreensError) -> T {
    guard let exposures = serving.exposures else { throw .noExposures }
    exposures.flush()
    do {
      return try body(exposures.store)
    } catch {
      throw .store(error)
    }
  }
}

extension SampleRatioCheck {
  fileprivate var json: JSONValue {
    [
      "chiSquared": .double(statistic),
      "degreesOfFreedom": .number(JSONNumber(degreesOfFreedom)),
      "pValue": .double(pValue),
      "threshold": .double(Self.threshold), "verdict": .string(verdict.rawValue),
    ]
  }
}
