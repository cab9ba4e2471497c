import HTTPWire
import JSONText
import ScreenMock
import Screens

/// The endpoints of a recording: for screens at the addresses of the app, and for other requests.
struct CapturedEndpoints {
  /// The files that this capture writes, and those of earlier captures that stay as they are.
  private(set) var files: [CapturedFile] = []
  /// The results of requests without a screen, by their index in the recording.
  private(set) var outcomes: [Int: CaptureOutcome] = [:]

  /// The endpoints of requests by their index.
  private var names: [Int: String] = [:]
  /// Why requests are left out that an endpoint could answer, by their index.
  private var omissions: [Int: Omission] = [:]

  private let existing: ExistingScreens
  private var addresses: EndpointAddresses
  private var taken: DistinctNames
  /// The names of the folder's endpoints by name in lower case.
  private let existingNames: [String: String]
  private var newFiles = 0
  /// Why screens have no endpoint at the address of the app.
  private var withoutAddress: [String] = []
  /// The recorded URLs of each screen, by route.
  private var screenURLs: [String: [RecordedURL]] = [:]
  private var hasReplacements = false

  /// - Parameter results: those of the requests of screens.
  init(_ recording: Recording, _ results: [Int: CaptureOutcome], existing: ExistingScreens) {
    self.existing = existing
    addresses = EndpointAddresses(existing.endpoints)
    taken = DistinctNames(taken: existing.endpoints.keys, ignoresCase: true)
    existingNames = Dictionary(
      existing.endpoints.keys.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)
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
        outcomes[request.index] = CaptureOutcome(
          request: request, route: nil, result: .endpoint(name))
      } else if case .leftOut(let first) = request.content,
        let omission = omissions[request.index] ?? request.obstacle
      {
        let both = first.and("no endpoint: \(omission.reason)")
        outcomes[request.index] = CaptureOutcome(request: request, route: nil, result: .leftOut(both))
      }
    }
  }

  // MARK: Other requests

  /// Adds endpoints for the requests that are left out.
  /// - Parameter origin: the recorded server; nil for that of the first request.
  private mutating func add(_ requests: [RecordedRequest], of origin: String?) {
    var drafts: [EndpointDraft] = []
    var places: [ExactString: Int] = [:]
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
      let key = ExactString("\(request.method) \(path)")
      let place = places[key] ?? drafts.count
      if place == drafts.count {
        places[key] = place
        drafts.append(EndpointDraft(method: request.method, path: path))
      }
      drafts[place].add(.init(request: request, exchange: exchange))
    }
    for index in drafts.indices { add(&drafts[index]) }
  }

  private mutating func add(_ draft: inout EndpointDraft) {
    if let route = addresses.owner(of: draft.method, at: draft.path)?.json["screen"]?.stringValue {
      let known = (try? Route(route)).map { existing.queries(of: $0) } ?? []
      let omission = Omission(
        "\(draft.path) is the address of the screen \(route), and no parameter of the query tells this request apart "
          + "from the screen's", in: "request", "url")
      for request in draft.exclude(ScreenQueries(screenURLs[route] ?? [], earlier: known)) {
        omissions[request.index] = omission
      }
      guard !draft.exchanges.isEmpty else { return }
    }
    let json = draft.document()
    for request in draft.superseded {
      omissions[request.index] = Omission(
        "a later request that nothing tells apart got another response", in: "response")
    }
    for request in draft.surplus {
      omissions[request.index] = Omission(
        "an endpoint has at most \(MockEndpoint.maximumResponses) responses; record fewer different requests",
        in: "response")
    }
    let requests = draft.exchanges.map(\.request).filter { omissions[$0.index] == nil }
    do throws(Omission) {
      let name = try write(json, draft.method, draft.path, screen: nil)
      for request in requests { names[request.index] = name }
      hasReplacements = hasReplacements || draft.hasReplacements
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
    screenURLs[route.name] = urls
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
    let old = addresses.owner(of: "GET", at: path)?.json
    attributes.formUnion(old?["attributes"]?.objectValue?.names ?? [])
    var json: JSONObject = [
      "request": ["method": "GET", "path": .string(path)], "screen": .string(route.name),
    ]
    if let user = old?["user"]?.stringValue ?? (hasUser ? "user" : nil) {
      json["user"] = .string(user)
    }
    if !attributes.isEmpty {
      json["attributes"] = .object(
        attributes.sorted().reduce(into: [:]) { $0[$1] = .string("query.\($1)") })
    }
    do throws(Omission) {
      _ = try write(.object(json), "GET", path, screen: route.name)
    } catch {
      withoutAddress.append("\(route.name) is only at /screens/, not at \(path): \(error.reason)")
    }
  }

  /// The largest number of notes on screens.
  private static let maximumNotes = 5

  var notes: [String] {
    let more = withoutAddress.count - Self.maximumNotes
    var notes = Array(withoutAddress.prefix(Self.maximumNotes))
    if more > 0 { notes.append("\(more) more screens are only at /screens/") }
    if hasReplacements {
      notes.append(
        "conditions of endpoints name replaced values: they hold only for requests that send the replacements"
      )
    }
    return notes
  }

  // MARK: Files

  /// - Parameter screen: the route of the screen that is at the address; nil for an endpoint with responses.
  /// - Returns: the name of the endpoint.
  /// - Throws: ``Omission`` if a server would refuse it, or the folder has another endpoint at this address.
  private mutating func write(
    _ json: JSONValue, _ method: String, _ path: String, screen: String?
  ) throws(Omission) -> String {
    guard !path.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      throw Self.url(
        "the path of an endpoint cannot contain { or }, which stand for placeholders there")
    }
    guard json.serialized().count <= CaptureLimits.fileBytes else {
      throw Omission(
        "its endpoint would have more than \(CaptureLimits.fileBytes) bytes", in: "response", "content")
    }
    let endpoint: MockEndpoint
    do {
      endpoint = try MockEndpoint.read(
        JSONDocument(json.serialized()), name: "captured", catalogue: Catalogue(),
        routes: screen.map { [$0] } ?? [])
    } catch {
      let found = (error as? InvalidDocument)?.diagnostics.kept.first
      throw Self.url(found?.message ?? "no endpoint can be made")
    }
    let owner = addresses.owner(of: endpoint)
    if let owner {
      let isProtected = !owner.isWritten && existing.protection(ofEndpoint: owner.name) != nil
      let isAtAddress =
        owner.json == json || screen != nil && owner.json["screen"]?.stringValue == screen
      if isProtected, isAtAddress { return owner.name }
      guard !isProtected, !owner.isWritten else {
        throw Self.url("_endpoints/\(owner.name).json has this address already")
      }
    }
    let name =
      if let owner { owner.name } else { try newName(method, path, isScreen: screen != nil) }
    addresses.add(endpoint, name: name, json: json)
    files.append(
      CapturedFile(
        kind: .endpoint, name: name, json: json, replaced: existing.endpoints[name] ?? nil))
    return name
  }

  private mutating func newName(
    _ method: String, _ path: String, isScreen: Bool
  ) throws(Omission) -> String {
    let words =
      (isScreen ? [] : [method.lowercased()]) + path.split(separator: "/").map(String.init)
    let name = Name.made(from: [words.joined(separator: "-")], default: "endpoint")
    if let other = existingNames[name.lowercased()],
      let protection = existing.protection(ofEndpoint: other)
    {
      throw Self.url("its file would be _endpoints/\(other).json, but \(protection.reason)")
    }
    guard existing.endpoints.count + newFiles < MockEndpoint.maximumEndpoints else {
      throw Self.url("a folder has at most \(MockEndpoint.maximumEndpoints) endpoints")
    }
    newFiles += 1
    return taken.next(name)
  }

  private static func url(_ reason: String) -> Omission { Omission(reason, in: "request", "url") }

  /// The path of a URL, decoded, as an endpoint has it.
  private static func path(of url: RecordedURL) -> String { "/" + url.segments.joined(separator: "/") }
}
