import AdminModel
import HTTPWire
import JSONText
import Prometheus
import Screens

/// Health, version and metrics of the server, and the OpenAPI document.
enum OperationEndpoints {
  static let all: [Endpoint] = [health, version, metrics, openAPI]

  static let health = Endpoint(
    .get, "/health", "getHealth", .operations, "Whether screens can be served", effect: .answers,
    responses: [
      .json(
        "Screens can be served. If the store is unavailable, the server still refuses writes.",
        ServerHealth.self)
    ], problems: [.draining, .notReady]
  ) { api in
    guard api.serving.isDraining else { return api.health }
    var problem = Problem(.draining, "no new requests are taken")
    problem.members = [("state", "draining")]
    problem.fields = [HTTPField("Retry-After", "1")]
    return problem.response
  }

  static let version = Endpoint(
    .get, "/version", "getVersion", .operations, "The version of the server", effect: .answers,
    responses: [.json("The version", ServerVersion.self)]
  ) { api in .json(ServerVersion(name: "marquee", version: api.environment.version)) }

  static let metrics = Endpoint(
    .get, "/metrics", "getMetrics", .operations, "Counters, in the text format of Prometheus",
    responses: [ResponseDeclaration(200, "The counters", content: [("text/plain", .string)])]
  ) { api in api.metrics }

  static let openAPI = Endpoint(
    .get, "/openapi.json", "getOpenAPI", .operations, "This document",
    responses: [.json("OpenAPI 3.1", .anyObject)], validation: .entityTag
  ) { api in
    .json(serialized: OpenAPIDocument.text(version: api.environment.version, cookie: api.consoleCookie()))
  }
}

extension ScreenAPI {
  fileprivate var health: HTTPResponse {
    let store = environment.storeHealth()
    let staleFor = (store.staleness * 1000).rounded() / 1000
    let health = ServerHealth(
      status: "ok", store: store.isAvailable ? "available" : "unavailable", revision: publisher.revision,
      // To the millisecond: more digits say nothing.
      staleFor: staleFor.isFinite ? staleFor : 0)
    guard serving.isReady else {
      var problem = Problem.notReady
      problem.members =
        [("state", "starting")]
        + (health.jsonValue.objectValue ?? [:]).filter { $0.name != "status" }.map { ($0.name, $0.value) }
      return problem.response
    }
    return .json(health)
  }

  fileprivate var metrics: HTTPResponse {
    var text = PrometheusText()
    text.add(
      "marquee_build_info", .gauge, "The program's version.",
      [.init([("version", environment.version)], 1)])
    text.add(
      "marquee_http_requests_total", .counter,
      "Requests by screen, or by the pattern of their path, and status.",
      serving.tally.requests.map { response, count in
        .init([("route", response.route), ("status", String(response.status))], count)
      })
    text.add(
      "marquee_variants_served_total", .counter, "Screens served by variant, 304 included.",
      serving.tally.variants.map { key, count in
        .init(
          [
            ("route", key.route), ("experiment", key.choice.experiment), ("variant", key.choice.variant),
          ], count)
      })
    text.add(
      "marquee_screen_version", .gauge, "The current version of each screen.",
      publisher.screens.all.map { .init([("route", $0.route.name)], UInt64(max($0.version, 0))) })
    let store = environment.storeHealth()
    text.add(
      "marquee_store_up", .gauge, "Whether the store can be written: 1 or 0.",
      [.init([], store.isAvailable ? 1 : 0)])
    text.add(
      "marquee_store_lag_seconds", .gauge,
      "Seconds since this node last knew that it had every change; 0 while it knows.",
      [.init(value: "\(store.staleness)")])
    text.add(
      "marquee_revision", .gauge, "The number of the last change that is served.",
      [.init([], UInt64(max(publisher.revision, 0)))])
    if let exposures = serving.exposures {
      text.add(
        "marquee_exposures_waiting_bytes", .gauge, "Stored exposures that are not counted yet.",
        [.init([], UInt64(max(exposures.store.unmergedBytes, 0)))])
      text.add(
        "marquee_exposures_dropped_total", .counter, "Exposures that could not be kept.",
        [.init([], UInt64(max(exposures.droppedCount, 0)))])
    }
    if let reports = environment.reports {
      let open = publisher.rollouts.open
      text.add(
        "marquee_rollouts", .gauge, "Open rollouts by state.",
        [Rollout.State.running, .held].map { state in
          .init([("state", state.rawValue)], UInt64(open.count { $0.state == state }))
        })
      text.add(
        "marquee_rollout_step_percent", .gauge, "The share of units with the new version, by open rollout.",
        open.map { .init([("rollout", $0.id)], value: "\($0.share)") })
      text.add(
        "marquee_reports_stored_total", .counter,
        "Events that apps have reported about rollouts, and that were stored.",
        [.init([], UInt64(max(reports.storedCount, 0)))])
    }
    if let views = serving.changeSets {
      text.add(
        "marquee_changesets", .gauge, "Number of change sets.",
        [.init([], UInt64(max(publisher.changeSets.all.count, 0)))])
      text.add(
        "marquee_changeset_views", .gauge, "Change sets that are held in memory to answer requests.",
        [.init([], UInt64(max(views.count, 0)))])
    }
    if let sessions = serving.sessions {
      text.add(
        "marquee_sessions", .gauge, "Number of sessions.", [.init([], UInt64(max(sessions.count, 0)))])
    }
    environment.metrics(&text)
    return HTTPResponse(
      200,
      fields: [
        HTTPField("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
        HTTPField("Cache-Control", "no-store"),
      ] + CORS.fields, body: Array(text.text.utf8))
  }
}
