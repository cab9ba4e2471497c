import AdminModel
import Assignment
import HTTPWire
import JSONText
import Screens

/// What apps report about screens: `/reports`.
enum ReportEndpoints {
  static let all: [Endpoint] = [report]

  static let report = Endpoint(
    .post, "/reports", "reportEvents", .rollouts,
    "Counts what happened to users after they got a screen with a rollout or an experiment",
    effect: .remembers,
    reading: .body(
      .report, "The reports. An event counts once for each user of a rollout, and of an experiment."),
    .client,
    responses: [.json(202, "The reports are stored", ReportReceipt.self)],
    problems: [.tooManyReports, .storeUnavailable, .noRoom]
  ) { (api, body, client) throws(ScreensError) in
    let reported = try ReportedEvents.list(in: body)
    guard let recorder = api.environment.reports else {
      return .json(ReportReceipt(accepted: 0, ignored: reported.count), 202)
    }
    let (limits, now) = (recorder.limits, api.publisher.now)
    // Each report and element of a token has to be read; the rows that they add are known only then.
    let count = reported.reduce(0) { $0 + max(1, $1.tokens.count) }
    if let seconds = limits.wait(client?.subnet, for: count, now: now) {
      return Problem.tooManyReports(limits, after: seconds).response
    }
    let (reports, accepted) = try api.firstReports(in: reported, from: client?.subnet, recorder)
    if reports.count > count,
      let seconds = limits.wait(client?.subnet, for: reports.count - count, now: now)
    {
      return Problem.tooManyReports(limits, after: seconds).response
    }
    do throws(StoreError) {
      try recorder.record(reports)
    } catch {
      throw ScreensError.store(error)
    }
    return .json(ReportReceipt(accepted: accepted, ignored: reported.count - accepted), 202)
  }
}

extension Problem {
  static func tooManyReports(_ limits: NetworkAllowance, after seconds: Int) -> Problem {
    var problem = Problem(
      .tooManyReports,
      "this network may report \(Int(limits.burst)) events at once and \(Int(limits.perSecond)) a second; try again "
        + "in \(seconds) s")
    problem.fields = [HTTPField("Retry-After", cleaning: String(seconds))]
    return problem
  }
}

extension ScreenAPI {
  /// Finds what to count in reports about open rollouts, and about experiments.
  /// - Returns: what to count, and the number of those reports.
  fileprivate func firstReports(
    in reported: [ReportedEvents], from network: NumericAddress?, _ recorder: ReportRecorder
  ) throws(ScreensError) -> (reports: [FirstReport], accepted: Int) {
    let (open, now) = (publisher.rollouts.openByID, publisher.now)
    var accepted = 0
    var reports: [FirstReport] = []
    var networks: [String: Int64] = [:]
    var experiments: [String: ScreenExperiment?] = [:]
    let needsKey = reported.contains { $0.tokens.contains { ExperimentToken.isExperimentToken($0) } }
    if needsKey {
      recorder.readTokenKey()
      // Ignoring these reports would lose them: the app sends them again after an error of the store.
      guard recorder.experimentTokens != nil else {
        throw .store(.unavailable("the key of tokens cannot be read now"))
      }
    }
    for one in reported {
      var isKnown = false
      for text in one.tokens {
        if ExperimentToken.isExperimentToken(text) {
          guard let token = recorder.experimentTokens?.read(text) else { continue }
          let key = token.experiment
          let found = experiments[key] ?? publisher.experiments.withKey(ifKnown: key)?.experiment
          experiments[key] = .some(found)
          guard let experiment = found,
            ExperimentToken.id(of: experiment.compiled.experiment) == token.id
          else { continue }
          reports += one.firstReports(token, of: experiment)
        } else {
          guard let id = ReportToken.rollout(of: text), let (rollout, tokens) = open[id],
            let token = tokens.read(text)
          else { continue }
          let hash = networks[id] ?? tokens.hash(ofNetwork: network?.bytes ?? [])
          networks[id] = hash
          reports += one.firstReports(token, of: rollout, network: hash, now: now)
        }
        isKnown = true
      }
      if isKnown { accepted += 1 }
    }
    return (reports, accepted)
  }
}

extension Parameter where Value == NumericAddress? {
  /// The address of the client; nil if it is not known.
  fileprivate static var client: Self {
    Parameter([]) { request, _, api in api.serving.address.client(of: request) }
  }
}

extension ReportedEvents {
  /// The rows that the report adds: one for each event that the rollout compares.
  fileprivate func firstReports(
    _ token: ReportToken, of rollout: Rollout, network: Int64, now: Double
  ) -> [FirstReport] {
    var codes: [Int: (level: Int, slot: Int)] = [:]
    let isSettled = token.servedAt + rollout.rule.settle <= now
    let slot = isSettled ? 0 : ReportSlot.of(token.servedAt)
    if drawSeconds != nil || events.contains(GuardEvent.drawn) {
      let level = drawSeconds.map { seconds in SlowDraws.thresholds.count { seconds > $0 } } ?? 0
      codes[FirstReport.drawn] = (level, slot)
    }
    if events.contains(GuardEvent.settled) { codes[FirstReport.settled] = (0, slot) }
    for event in rollout.rule.events
    where event.name != GuardEvent.drawn && event.name != GuardEvent.settled && events.contains(event.name) {
      if let code = rollout.rule.code(of: event) { codes[code] = (0, event.kind == .good ? slot : 0) }
    }
    return codes.sorted { $0.key < $1.key }.map { code, value in
      FirstReport(
        rollout: rollout.id, event: code, level: value.level, unit: token.unit.bytes, step: token.step,
        isNew: token.isNew, network: network, slot: value.slot, release: release)
    }
  }
}

extension ReportedEvents {
  /// The rows that the report adds: one for each event that the experiment declares.
  fileprivate func firstReports(
    _ token: ExperimentToken, of experiment: ScreenExperiment
  ) -> [FirstReport] {
    experiment.events.filter { event in
      events.contains(event.name) || event.name == GuardEvent.drawn && drawSeconds != nil
    }.map { event in
      FirstReport(
        rollout: token.id, event: ExperimentToken.number(of: event.name), unit: token.unit.bytes,
        step: ExperimentToken.number(of: token.variant), isNew: false, network: 0)
    }
  }
}

extension Schema {
  fileprivate static let report = Schema.named(
    "Report",
    .closedObject(
      .required(
        "reports",
        .array(
          .named(
            "ReportedEvents",
            .closedObject(
              .required("id", .string, "Identifies the report."),
              .required("token", .string, "The field Screen-Report of the screen."),
              .required(
                "events", .array(.string),
                "Built-in events, or those of the guard or the experiment. One that neither names has no effect."
              ),
              .optional(
                "drawMs", .number, "The milliseconds from the bytes of the screen to its first draw."),
              .optional(
                "release", .string,
                "The release of the app, such as ios/1.3.0. A name of another form is not counted."),
              .optional("viewType", .string, "The view type that failed.")))),
        "At most \(ReportedEvents.maximumCount).")))
}
