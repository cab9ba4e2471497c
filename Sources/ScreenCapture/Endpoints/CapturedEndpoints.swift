import HTTPWire
import JSONText
import ScreenMock
import Screens

/// The endpoints of a recording: for what is no screen, and for screens at the addresses of the app.
struct CapturedEndpoints {
  private(set) var files: [CapturedFile] = []
  /// The results of requests that no screen answers, by their index in the recording.
  private(set) var outcomes: [Int: CaptureOutcome] = [:]

  /// The endpoints of requests by their index.
  private var names: [Int: String] = [:]
  /// Why requests are left out that an endpoint could answer, by their index.
  private var omissions: [Int: Omission] = [:]

  private let existing: ExistingScreens
  /// The names of the folder's endpoints by method and path.
  private let known: [String: String]
  private var taken: DistinctNames
  /// Why screens have no endpoint at the address of the app.
  private var withoutAddress: [String] = []

  /// - Parameter results: those of the requests of screens.
  init(_ recording: Recording, _ results: [Int: CaptureOutcome], existing: ExistingScreens) {
    self.existing = existing
    known = Dictionary(
      existing.endpoints.compactMap { name, json in
        guard let request = json?["request"], let path = request["path"]?.stringValue else { return nil }
        return (Self.key(request["method"]?.stringValue ?? "", path), name)
      }, uniquingKeysWith: min)
    taken = DistinctNames(taken: existing.endpoints.keys, ignoresCase: true)
    var routes: [Route] = []
    var requests: [Route: [RecordedRequest]] = [:]
    for request in recording.requests {
      guard let route = results[request.index]?.route else { continue }
      if requests[route] == nil { routes.append(route) }
      requests[route, default: []].append(request)
    }
    for route in routes { add(route, requests[route] ?? []) }
    let leftOut = recording.requests.filter { results[$0.index]?.route == nil }
    add(leftOut, of: routes.first.flatMap { requests[$0]?.first?.content.url?.origin })
    for request in leftOut {
      if let name = names[request.index] {
        outcomes[request.index] = CaptureOutcome(request: request, route: nil, result: .endpoint(name))
      } else if let omission = omissions[request.index], case .leftOut(let first) = request.content {
        let both = first.and("no endpoint: \(omission.reason)")
        outcomes[request.index] = CaptureOutcome(request: request, route: nil, result: .leftOut(both))
      }
    }
  }

  // MARK: What is no screen

  /// Adds endpoints for the requests that are left out.
  /// - Parameter origin: the recorded server; nil for that of the first request.
  private mutating func add(_ requests: [RecordedRequest], of origin: String?) {
    var drafts: [EndpointDraft] = []
    var places: [String: Int] = [:]
    let origin = origin ?? requests.lazy.compactMap(\.exchange).first?.url.origin
    for request in requests {
      guard let exchange = request.exchange else { continue }
      guard exchange.url.origin == origin else {
        omissions[request.index] = Omission(
          "screens and endpoints come from \(quoted(origin ?? "")); choose one server with --url",
          in: "request", "url")
        continue
      }
      let path = Self.path(of: exchange.url)
      let key = Self.key(request.method, path)
      let place = places[key] ?? drafts.count
      if place == drafts.count {
        places[key] = place
        drafts.append(EndpointDraft(method: request.method, path: path, origin: exchange.url.origin))
      }
      drafts[place].add(.init(request: request, exchange: exchange))
    }
    for index in drafts.indices { add(&drafts[index]) }
  }

  private mutating func add(_ draft: inout EndpointDraft) {
    let json = draft.document()
    for request in draft.superseded {
      omissions[request.index] = Omission(
        "a later request that nothing tells apart got another response", in: "response")
    }
    let requests = draft.exchanges.map(\.request).filter { omissions[$0.index] == nil }
    do throws(Omission) {
      let name = try write(json, draft.method, draft.path, routes: [])
      for request in requests { names[request.index] = name }
    } catch {
      for request in requests { omissions[request.index] = error }
    }
  }

  // MARK: Screens

  /// Adds an endpoint for a screen at the address that the app has for it.
  /// - Parameter requests: the recorded requests that the screen answers.
  private mutating func add(_ route: Route, _ requests: [RecordedRequest]) {
    let urls = requests.compactMap { request in
      if case .response(let url, _) = request.content { url } else { nil }
    }
    // Marquee serves these addresses itself.
    guard let url = urls.first, url.segments.first != "screens" || url.segments.count < 2 else { return }
    let path = Self.path(of: url)
    var attributes = Set(urls.flatMap(\.query).map(\.name))
    let hasUser =
      attributes.contains("user")
      || requests.flatMap(\.fields).contains { $0.name.lowercased() == "screen-user" }
    attributes = attributes.filter { name in
      !MockEndpoint.screenParameters.contains(name) && !name.isEmpty && !name.contains(".")
    }
    if let name = known[Self.key("GET", path)], let old = existing.endpoints[name] ?? nil {
      attributes.formUnion(old["attributes"]?.objectValue?.names ?? [])
    }
    var json: JSONObject = [
      "request": ["method": "GET", "path": .string(path)], "screen": .string(route.name),
    ]
    if hasUser { json["user"] = "user" }
    if !attributes.isEmpty {
      json["attributes"] = .object(
        attributes.sorted().reduce(into: [:]) { $0[$1] = .string("query.\($1)") })
    }
    do throws(Omission) {
      _ = try write(.object(json), "GET", path, routes: [route.name])
    } catch {
      withoutAddress.append("\(route.name) is only at /screens/, not at \(path): \(error.reason)")
    }
  }

  /// The largest number of notes.
  private static let maximumNotes = 5

  var notes: [String] {
    let more = withoutAddress.count - Self.maximumNotes
    return withoutAddress.prefix(Self.maximumNotes)
      + (more > 0 ? ["\(more) more screens are only at /screens/"] : [])
  }

  // MARK: Files

  /// - Returns: the name of the endpoint.
  /// - Throws: ``Omission`` if a server would refuse it, or the folder has another endpoint at this address.
  private mutating func write(
    _ json: JSONValue, _ method: String, _ path: String, routes: [String]
  ) throws(Omission) -> String {
    let known = known[Self.key(method, path)]
    if let known, existing.protection(ofEndpoint: known) != nil, existing.endpoints[known] != json {
      throw Omission("_endpoints/\(known).json has this address already", in: "request", "url")
    }
    guard known != nil || existing.endpoints.count + files.count < MockEndpoint.maximumEndpoints else {
      throw Omission("a folder has at most \(MockEndpoint.maximumEndpoints) endpoints", in: "request", "url")
    }
    guard json.serialized().count <= CaptureLimits.fileBytes else {
      throw Omission(
        "its endpoint would have more than \(CaptureLimits.fileBytes) bytes", in: "response", "content")
    }
    do {
      let document = try JSONDocument(json.serialized())
      _ = try MockEndpoint.read(document, name: "captured", catalogue: Catalogue(), routes: routes)
    } catch {
      let found = (error as? InvalidDocument)?.diagnostics.kept.first
      throw Omission(found?.message ?? "no endpoint can be made", in: "request", "url")
    }
    let words = (routes.isEmpty ? [method.lowercased()] : []) + path.split(separator: "/").map(String.init)
    let name = known ?? taken.next(Name.made(from: [words.joined(separator: "-")], default: "endpoint"))
    let file = CapturedFile(
      kind: .endpoint, name: name, json: json, replaced: existing.endpoints[name] ?? nil)
    files.append(file)
    return name
  }

  private static func key(_ method: String, _ path: String) -> String { "\(method) \(path)" }

  /// The path of a URL, decoded, as an endpoint has it.
  private static func path(of url: RecordedURL) -> String { "/" + url.segments.joined(separator: "/") }
}
