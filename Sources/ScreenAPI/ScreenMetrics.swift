import HTTPWire
import Screens

extension ScreenAPI {
  /// `GET /metrics`.
  var metrics: HTTPResponse {
    var text = PrometheusText()
    text.add(
      "marquee_build_info", .gauge, "The program's version.",
      [.init([("version", environment.version)], 1)])
    text.add(
      "marquee_http_requests_total", .counter,
      "Requests by screen, or by the pattern of their path, and status.",
      serving.tally.requests.map { answer, count in
        .init([("route", answer.route), ("status", String(answer.status))], count)
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
      "marquee_screen_version", .gauge, "The version of each screen in force.",
      publisher.screens.map { .init([("route", $0.route.name)], UInt64(max($0.version, 0))) })
    if let exposures = serving.exposures {
      text.add(
        "marquee_exposures_dropped_total", .counter, "Exposures that could not be kept.",
        [.init([], UInt64(max(exposures.droppedCount, 0)))])
    }
    if let sessions = serving.sessions {
      text.add(
        "marquee_sessions", .gauge, "Sessions that there are.", [.init([], UInt64(max(sessions.count, 0)))])
    }
    environment.metrics(&text)
    return HTTPResponse(
      200, contentType: "text/plain; version=0.0.4; charset=utf-8", body: Array(text.text.utf8))
  }
}
