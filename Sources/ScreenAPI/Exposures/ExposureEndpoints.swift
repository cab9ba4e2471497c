import Assignment
import HTTPWire
import JSONText
import Screens

/// Exposures: `/exposures`, `/admin/experiments/{key}/results` and `…/exposures`.
enum ExposureEndpoints {
  static let all: [Endpoint] = [report, results, exposures]

  static let report = Endpoint(
    .post, "/exposures", "reportExposures", .exposures,
    "Counts what apps showed to users without asking the server, such as screens from a cache",
    effect: .remembers,
    reading: .body(.exposureReport, "The exposures. A unit counts once for each variant."), .clientNetwork,
    responses: [.json(202, "The exposures are stored", .exposureReceipt)],
    problems: [.noExposures, .tooManyExposures, .storeUnavailable]
  ) { (api, body, network) throws(ScreensError) in
    let reported = try ReportedExposure.list(in: body)
    if let seconds = api.serving.exposureReports.wait(network, for: reported.count, now: api.publisher.now) {
      var problem = Problem(
        .tooManyExposures,
        """
        this network may send \(Int(ExposureReports.burst)) exposures at once and \(Int(ExposureReports.perSecond)) a \
        second; try again in \(seconds) s
        """)
      problem.fields = [HTTPField("Retry-After", cleaning: String(seconds))]
      return problem.response
    }
    let (accepted, ignored) = try api.record(reported)
    return .json(
      [
        "accepted": .number(JSONNumber(accepted)),
        "ignored": .array(ignored.map { ["id": .string($0.id), "reason": .string($0.1.rawValue)] }),
      ], 202)
  }

  static let results = Endpoint(
    .get, "/admin/experiments/{key}/results", "getResults", .exposures,
    "Units by variant and day, and whether they are split as the weights say", access: .token(.read),
    reading: .experimentKey, responses: [.json("The results", .results)],
    problems: [.unknownExperiment, .noExposures, .storeUnavailable]
  ) { (api, key) throws(ScreensError) in try api.results(key) }

  static let exposures = Endpoint(
    .get, "/admin/experiments/{key}/exposures", "listExposures", .exposures,
    "All exposures of an experiment, oldest first", access: .token(.read),
    reading: .experimentKey, .exposureFormat,
    responses: [
      ResponseDeclaration(
        200, "A line for each exposure",
        content: [("application/x-ndjson", .string), ("text/csv", .string)])
    ], problems: [.unknownExperiment, .noExposures, .storeUnavailable],
    stream: { (api, responder, key, format) throws(ScreensError) in
      try api.sendExposures(of: key, as: format, to: responder)
    })
}

extension Parameter where Value == NumericAddress? {
  /// The network of the client; nil if it is not known.
  fileprivate static var clientNetwork: Self {
    Parameter([]) { request, _, api in api.serving.address.client(of: request)?.network }
  }
}

extension Parameter where Value == ExposureFormat {
  /// The format of the query, else the one that `Accept` prefers.
  fileprivate static var exposureFormat: Self {
    let named = Parameter<ExposureFormat?>.query(
      "format", "The format; by default the one that Accept prefers.",
      .choice(ExposureFormat.allCases.map(\.rawValue))
    ) { (text) throws(Problem) in
      guard let text else { return nil }
      guard let format = ExposureFormat(rawValue: text) else {
        throw .badParameter("format", "\"format\" is ndjson or csv")
      }
      return format
    }
    return Parameter(named.declarations, problems: named.problems) {
      (request, arguments, api) throws(Problem) in
      try named.read(request, arguments, api) ?? ExposureFormat(accept: request.list(.accept))
    }
  }
}

extension ScreenAPI {
  fileprivate func results(_ key: String) throws(ScreensError) -> HTTPResponse {
    let counts = try stored(key) { (store) throws(StoreError) in try store.counts(ofExperiment: key) }
    let current = try? publisher.experiments.withKey(key)
    // Throws for an experiment that no screen has and that was never shown.
    if current == nil, counts.variants.isEmpty { _ = try publisher.experiments.withKey(key) }
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
      "unitsOfSeveralVariants": .number(JSONNumber(counts.unitsInSeveralVariants)),
      "variants": .array(variants),
    ]
    object["days"] = .array(Self.days(counts.days))
    object["sampleRatioMismatch"] = check?.json ?? .null
    object["dropped"] = .number(JSONNumber(serving.exposures?.droppedCount ?? 0))
    return .json(.object(object))
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

  /// The number of exposures in a page that is read from the store.
  private static let exposuresPage = 2000

  /// Sends all exposures, page by page, as fast as the client takes them.
  fileprivate func sendExposures(
    of key: String, as format: ExposureFormat, to responder: CountedResponder
  ) throws(ScreensError) {
    let first = try stored(key) { (store) throws(StoreError) in
      try store.exposures(ofExperiment: key, after: nil, limit: Self.exposuresPage)
    }
    if first.isEmpty { _ = try publisher.experiments.withKey(key) }
    let head = HTTPResponse(200, contentType: format.mediaType, body: Array(format.heading.utf8))
    guard let writer = responder.stream(head) else { return }
    send(format.pieces(first)[...], before: first.last, of: key, as: format, to: writer)
  }

  /// Sends the rest of a page and, once the client has read it, the next page.
  private func send(
    _ pieces: ArraySlice<[UInt8]>, before last: Exposure?, of key: String, as format: ExposureFormat,
    to writer: StreamWriter
  ) {
    guard writer.isOpen else { return }
    if let piece = pieces.first {
      let rest = writer.write(piece) ? pieces.dropFirst() : pieces
      // The server disconnects a client that stops reading, so this loop ends.
      _ = environment.later(2) { send(rest, before: last, of: key, as: format, to: writer) }
      return
    }
    guard let last, let exposures = serving.exposures else { return writer.finish() }
    do throws(StoreError) {
      let page = try exposures.store.exposures(ofExperiment: key, after: last, limit: Self.exposuresPage)
      send(format.pieces(page)[...], before: page.last, of: key, as: format, to: writer)
    } catch {
      // Only a truncated body shows the client that something is missing.
      writer.reset()
    }
  }

  /// Reads the store of exposures, after flushing the recorder's buffer to it.
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
      "pValue": .double(pValue), "lnE": .double(logEvidence),
      "threshold": .double(SplitTest.alpha), "verdict": .string(verdict.rawValue),
    ]
  }
}

extension Schema {
  fileprivate static let exposureReport = Schema.named(
    "ExposureReport",
    .closedObject(
      .required(
        "exposures",
        .array(
          .named(
            "ReportedExposure",
            .closedObject(
              .required("id", .string, "Identifies the exposure. It counts once, even if it is sent again."),
              .required(
                "user", .string,
                "The value of the hashAttribute, normally the id of the user; without control characters."),
              .required("experiment", .string),
              .required("variant", .string),
              .required("time", .time, "When the screen was shown. A time in the future counts as now.")))),
        "At most \(ReportedExposure.maximumCount).")))

  fileprivate static let exposureReceipt = Schema.named(
    "ExposureReceipt",
    .object(
      .required("accepted", .integer(from: 0)),
      .required(
        "ignored",
        .array(
          .object(
            .required("id", .string),
            .required("reason", .choice(ExposureReports.Refusal.allCases.map(\.rawValue))))))))

  fileprivate static let results = Schema.named(
    "Results",
    .object(
      .required("experiment", .string), .required("route", .string.orNull),
      .required("status", .anyOf([.choice(["running", "stopped"]), .null])),
      .required("units", .integer), .required("unitsOfSeveralVariants", .integer),
      .required(
        "variants",
        .array(
          .named(
            "VariantResult",
            .object(
              .required("variant", .string), .required("units", .integer),
              .optional("expected", .number.orNull), .required("first", .anyOf([.time, .null])),
              .required("last", .anyOf([.time, .null])))))),
      .required(
        "days",
        .array(
          .named(
            "DailyUnits",
            .object(.required("date", .string(format: "date")), .required("units", .map(.integer)))))),
      .required(
        "sampleRatioMismatch",
        Schema.named(
          "SampleRatioCheck",
          .object(
            .required("chiSquared", .number.orNull), .required("degreesOfFreedom", .integer),
            .required("pValue", .number.orNull, "For a single look at a time that was fixed beforehand."),
            .required(
              "lnE", .number.orNull,
              "The logarithm of the evidence against the weights. From ln(1 / threshold) on it is a mismatch."
            ),
            .required(
              "threshold", .number, "The largest probability that a sound experiment ever shows a mismatch."),
            .required("verdict", .choice(["consistent", "mismatch", "not-enough-data"])))
        ).orNull,
        """
        Whether the units fit the weights. The verdict is that of a sequential test: look at any time, as often as you \
        like.
        """),
      .required(
        "dropped", .integer, "Exposures of all experiments that this server has dropped since its start.")))
}
