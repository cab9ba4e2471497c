import AdminModel
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
    responses: [.json(202, "The exposures are stored", ExposureReceipt.self)],
    problems: [.noExposures, .tooManyExposures, .storeUnavailable]
  ) { (api, body, network) throws(ScreensError) in
    let reported = try ReportedExposure.list(in: body)
    let limits = api.serving.exposureReports.limits
    if let seconds = limits.wait(network, for: reported.count, now: api.publisher.now) {
      var problem = Problem(
        .tooManyExposures,
        """
        this network may send \(Int(limits.burst)) exposures at once and \(Int(limits.perSecond)) a \
        second; try again in \(seconds) s
        """)
      problem.fields = [HTTPField("Retry-After", cleaning: String(seconds))]
      return problem.response
    }
    let (accepted, ignored) = try api.record(reported)
    return .json(
      ExposureReceipt(accepted: accepted, ignored: ignored.map { .init(id: $0.id, reason: $0.1.rawValue) }),
      202)
  }

  static let results = Endpoint(
    .get, "/admin/experiments/{key}/results", "getResults", .exposures,
    "Units by variant and day, and whether they are split as the weights say", access: .token(.read),
    reading: .experimentKey, responses: [.json("The results", ExperimentResults.self)],
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
    let variants = (keys + gone.map(\.variant)).enumerated().map { place, name in
      let count = counts.variants.first { $0.variant == name }
      return ExperimentResults.Variant(
        variant: name, units: count?.units ?? 0,
        expected: check.flatMap { $0.expected.indices.contains(place) ? $0.expected[place] : nil },
        first: count.map { Timestamp.text(Double($0.first) / 1000) },
        last: count.map { Timestamp.text(Double($0.last) / 1000) })
    }
    return .json(
      ExperimentResults(
        experiment: key, route: current?.screen.route.name, status: experiment?.status.rawValue,
        units: counts.variants.reduce(0) { $0 + $1.units },
        unitsOfSeveralVariants: counts.unitsInSeveralVariants, variants: variants,
        days: Self.days(counts.days), sampleRatioMismatch: check.map { SplitCheck($0) },
        events: try current.map { (found) throws(ScreensError) in try events(of: found.experiment) } ?? [],
        dropped: serving.exposures?.droppedCount ?? 0))
  }

  /// What apps reported of the units of an experiment.
  private func events(of experiment: ScreenExperiment) throws(ScreensError) -> [ExperimentResults.Event] {
    guard !experiment.events.isEmpty, let store = environment.reports?.store else { return [] }
    let counts: [ReportCount]
    do throws(StoreError) {
      counts = try store.counts(
        ofRollout: ExperimentToken.id(of: experiment.compiled.experiment), settledThrough: 0)
    } catch {
      throw .store(error)
    }
    let variants = experiment.compiled.experiment.variants
    return experiment.events.map { event in
      let number = ExperimentToken.number(of: event.name)
      let units = variants.map { variant in
        let step = ExperimentToken.number(of: variant.key)
        return counts.filter { $0.event == number && $0.step == step }.reduce(0) { $0 + $1.count }
      }
      return ExperimentResults.Event(
        name: event.name, kind: event.kind.rawValue,
        variants: variants.indices.map { place in
          let weights = (variants[place].weight, variants[0].weight)
          let shares = EventShares([
            SideCounts(
              new: units[place], old: units[0], newShare: weights.0 / (weights.0 + weights.1))
          ])
          return ExperimentResults.EventCount(
            variant: variants[place].key, units: units[place],
            ratio: place > 0 && weights.0 > 0 && weights.1 > 0
              ? RolloutDetails.Ratio(RatioInterval(of: shares, alpha: 0.05)) : nil)
        })
    }
  }

  private static func days(_ counts: [DailyExposures]) -> [ExperimentResults.Day] {
    var days: [(day: Int, variants: [(name: String, value: Int)])] = []
    for count in counts {
      if days.last?.day != count.day { days.append((count.day, [])) }
      days[days.count - 1].variants.append((count.variant, count.units))
    }
    return days.map { day in
      let date = Timestamp.text(Double(day.day) * 86_400).prefix(10)
      return ExperimentResults.Day(date: String(date), units: NamedValues(day.variants))
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

extension SplitCheck {
  fileprivate init(_ check: SampleRatioCheck) {
    self.init(
      chiSquared: check.statistic, degreesOfFreedom: check.degreesOfFreedom, pValue: check.pValue,
      lnE: check.logEvidence, threshold: SplitTest.alpha, verdict: check.verdict.rawValue)
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
}
