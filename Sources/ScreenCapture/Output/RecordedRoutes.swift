import JSONText
import Screens

/// The recorded responses by route, with one response for each query.
struct RecordedRoutes {
  /// The routes in the order of the recording. Within a route the response with the fewest parameters is the first.
  var responses: [(route: Route, expectations: [CapturedScreen.Expectation])] = []
  private(set) var leftOut: [CaptureOutcome] = []

  /// The requests of one route.
  private struct Group {
    let origin: String
    let path: [String]
    var expectations: [CapturedScreen.Expectation] = []
    /// The index in `expectations` of each query.
    var places: [ExactString: Int] = [:]
  }

  /// - Parameter existing: the routes that the folder has.
  init(_ recording: Recording, existing: some Sequence<Route>) {
    var groups: [Route: Group] = [:]
    var order: [Route] = []
    /// The routes by name in lower case, because some file systems ignore case.
    var names: [String: Route] = [:]
    for route in existing { names[route.name.lowercased()] = route }
    for request in recording.requests {
      do throws(Omission) {
        let (url, response) = try Self.response(of: request)
        let route = try CapturedRoute.route(of: url)
        let first = names[route.name.lowercased(), default: route]
        guard first == route else {
          throw Omission(
            "its route differs only in case from \(quoted(first.name)), which some disks take for the same",
            in: "request", "url")
        }
        names[route.name.lowercased()] = route
        var group = groups[route] ?? Group(origin: url.origin, path: url.segments)
        if groups[route] == nil { order.append(route) }
        groups[route] = nil
        defer { groups[route] = group }
        guard group.origin == url.origin else {
          throw Omission(
            "\(quoted(group.origin)) has the same path; choose one server with --url", in: "request", "url")
        }
        guard group.path == url.segments else {
          throw Omission(
            "another recorded path has the same route, \(quoted(route.name))", in: "request", "url")
        }
        let served = ServedRequest(request, url: url, route: route)
        add(served, response, CapturedQuery(url.query, user: served.user), to: &group)
        guard group.expectations.count <= CaptureLimits.requestsPerRoute else {
          let last = group.expectations.removeLast()
          group.places[last.query.key] = nil
          throw Omission(
            "a route has at most \(CaptureLimits.requestsPerRoute) different queries", in: "request", "url")
        }
      } catch {
        leave(request, error)
      }
    }
    responses = order.compactMap { route in
      groups[route].map { group in
        (route, Self.sorted(group.expectations))
      }
    }
  }

  /// Those with the fewest parameters first. A stable order, so that the first recorded response decides between equals.
  static func sorted(_ expectations: [CapturedScreen.Expectation]) -> [CapturedScreen.Expectation] {
    expectations.sorted { (parameters($0), index($0)) < (parameters($1), index($1)) }
  }

  private static func response(of request: RecordedRequest) throws(Omission) -> (RecordedURL, JSONValue) {
    switch request.content {
    case .response(let url, let json): return (url, json)
    case .leftOut(let omission): throw omission
    }
  }

  private static func parameters(_ expectation: CapturedScreen.Expectation) -> Int {
    expectation.query.attributes.count + (expectation.query.variant == nil ? 0 : 1)
  }

  private static func index(_ expectation: CapturedScreen.Expectation) -> Int {
    expectation.requests.first?.request.index ?? 0
  }

  /// Adds a response. The last response to a query replaces earlier ones, but only a request that the server answers
  /// replaces such requests.
  private mutating func add(
    _ served: ServedRequest, _ response: JSONValue, _ query: CapturedQuery, to group: inout Group
  ) {
    guard let place = group.places[query.key] else {
      group.places[query.key] = group.expectations.count
      group.expectations.append(
        CapturedScreen.Expectation(requests: [served], query: query, response: response))
      return
    }
    let earlier = group.expectations[place]
    if earlier.response.isEquivalent(to: response) {
      group.expectations[place].requests.append(served)
      return
    }
    if let obstacle = served.obstacle, earlier.requests.contains(where: { $0.obstacle == nil }) {
      return leave(served.request, Omission(obstacle, in: "request"))
    }
    for other in earlier.requests {
      let reason = other.obstacle ?? "the same request got another response later"
      leave(other.request, Omission(reason, in: other.obstacle == nil ? "response" : "request"))
    }
    group.expectations[place] = CapturedScreen.Expectation(
      requests: [served], query: query, response: response)
  }

  private mutating func leave(_ request: RecordedRequest, _ omission: Omission) {
    leftOut.append(CaptureOutcome(request: request, route: nil, result: .leftOut(omission)))
  }
}
