import HTTPWire
import JSONText
import ScreenMock
import Screens
import Testing

@testable import ScreenAPI

/// The table of endpoints.
@Suite struct EndpointTableTests {
  private static let definition = #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#
  private static let token = "Authorization: Bearer secret"
  private let table = EndpointTable.standard

  private var endpoints: [Endpoint] { table.resources.flatMap(\.endpoints) }

  /// A path of the template, and what its placeholders stand for in it.
  private func example(of template: PathTemplate) -> (path: String, placeholders: [String: String]) {
    var placeholders: [String: String] = [:]
    let segments = template.segments.map { segment in
      switch segment {
      case .literal(let text): return text
      case .one(let name):
        // Not every text is a language tag.
        let value = name == "language" ? "de" : "x"
        placeholders[name] = value
        return value
      case .several(let name):
        placeholders[name] = "a/b"
        return "a/b"
      }
    }
    return ("/" + segments.joined(separator: "/"), placeholders)
  }

  // MARK: Queues

  /// While a database does not answer, admin reads wait for it. They must not occupy the threads that apps need.
  @Test func `the admin API does not run on the queue of apps`() {
    for endpoint in endpoints {
      let executor = endpoint.executor(isDryRun: false)
      if endpoint.isPublic {
        #expect(![.adminQueue, .writeQueue].contains(executor), "\(endpoint.operationID)")
      } else {
        #expect(executor != .appQueue, "\(endpoint.operationID)")
      }
    }
  }

  @Test func `what an endpoint does to the server decides where it runs, and whether it is a write`() {
    // A POST that changes nothing: its body says what to read.
    let readers: Set<String> = [
      "evaluateFlag", "evaluateFlags", "explainAssignmentOfAttributes", "makePreviewLink", "verifyRequests",
    ]
    for endpoint in endpoints {
      let name = endpoint.operationID
      let stores = endpoint.effect == .stores
      #expect((endpoint.executor(isDryRun: false) == .writeQueue) == stores, "\(name)")
      #expect(endpoint.executor(isDryRun: true) != .writeQueue, "\(name)")
      #expect(endpoint.executor(isDryRun: false, inSession: true) != .writeQueue, "\(name)")
      // A change set looks for writes among the other methods only.
      if endpoint.method == .get { #expect(!endpoint.isWrite, "\(name)") }
      if endpoint.method != .get, endpoint.effect == .reads {
        #expect(readers.contains(name), "\(name)")
      }
      // Only what stores something has an author and a key.
      if endpoint.parameters.contains(where: { $0.name == "Idempotency-Key" }) { #expect(stores, "\(name)") }
      if case .token(let scope, _, _, _) = endpoint.access, scope == .read {
        #expect(!endpoint.isWrite, "\(name)")
      }
    }
    #expect(ReplayEndpoints.replay.executor(isDryRun: false) == .computeQueue)
  }

  // MARK: The query of a screen

  /// `GET /screens/{route}` reads its query without the table, so its declaration is written separately.
  @Test func `the query of a screen has the parameters that it declares`() throws {
    // The cursor of a page has the name that its screen gives it, and `locale` is an attribute of a screen without
    // translations.
    let declared = Set(ScreenEndpoints.get.queryNames).subtracting([
      Pages.defaultParameter, ServedLanguages.parameter,
    ])
    #expect(declared == Set(Mirror(reflecting: ScreenQuery.empty).children.compactMap(\.label)))
    // All other parameters are attributes, and a release is one, too.
    for name in declared.subtracting(["attributes", "release"]) {
      // A rendition is requested together with its arm.
      let text = "\(name)=1" + (name == "rendition" ? "&arm=1" : "")
      #expect(try attributes(of: text).isEmpty, "\(name)")
    }
    #expect(try attributes(of: "release=1") == ["release"])
  }

  /// The names of the attributes that a screen request with a query has.
  private func attributes(of query: String) throws -> [String] {
    try Array(query.utf8).withBytes { try ScreenQuery($0).attributes.map(\.name) }
  }

  // MARK: Matching

  @Test func `every endpoint is matched by its own template`() throws {
    for resource in table.resources {
      let (path, placeholders) = example(of: resource.path)
      let match = try #require(table.match(path.split(separator: "/").map(String.init)), "\(path)")
      #expect(match.resource.path == resource.path)
      #expect(match.placeholders == placeholders)
      for endpoint in resource.endpoints {
        #expect(match.resource.endpoint(endpoint.method)?.operationID == endpoint.operationID)
      }
    }
  }

  @Test(
    arguments: [
      ("/screens/explain", "/screens/{route}"), ("/screens/a/explain", "/screens/{route}/explain"),
      ("/screens/a/b/explain", "/screens/{route}/explain"), ("/screens/", "/screens/{route}"),
      ("/admin/screens/order", "/admin/screens/{route}"),
      ("/admin/screens/a/order", "/admin/screens/{route}/order"),
      ("/admin/screens/items/x", "/admin/screens/{route}"),
      ("/admin/screens/a/items/order", "/admin/screens/{route}/items/{id}"),
      ("/admin/screens/a/b/items/x", "/admin/screens/{route}/items/{id}"), ("/view-types", "/view-types"),
      ("/view-types/", "/view-types/{name}"), ("/assets", nil), ("/view-types/a/b", nil), ("/", "/"),
      ("//", nil),
      ("/admin", nil), ("/health/x", nil), ("/screens/a/items", "/screens/{route}"),
    ] as [(String, String?)]) func `the most specific template wins`(path: String, template: String?) throws
  {
    let segments = try Array(path.utf8).withBytes { try RequestPath.segments(of: $0) }
    #expect(table.match(segments)?.resource.path.description == template)
  }

  @Test func `a method that a path does not have is a 405 with Allow`() throws {
    let api = try APIFixture(definition: Self.definition)
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    for resource in table.resources {
      let path = example(of: resource.path).path
      #expect(resource.methods.contains("OPTIONS") == resource.isPublic)
      for method in methods where !resource.methods.contains(method) {
        let response = try api.send("\(method) \(path) HTTP/1.1", Self.token)
        #expect(response.status == 405, "\(method) \(path)")
        #expect(response.value(of: "allow") == resource.methods.joined(separator: ", "))
      }
    }
  }

  @Test func `OPTIONS is allowed only in the public API`() throws {
    let api = try APIFixture(definition: Self.definition)
    for resource in table.resources where resource.isPublic {
      let response = try api.send("OPTIONS \(example(of: resource.path).path) HTTP/1.1")
      #expect(response.status == 204)
      #expect(response.value(of: "allow") == resource.methods.joined(separator: ", "))
    }
  }

  @Test func `methods are listed in one order`() {
    let methods = Dictionary(uniqueKeysWithValues: table.resources.map { ($0.path.description, $0.methods) })
    #expect(methods["/admin/screens/{route}"] == ["GET", "HEAD", "PUT", "PATCH", "DELETE"])
    #expect(methods["/screens/{route}/explain"] == ["GET", "HEAD", "POST", "OPTIONS"])
    #expect(methods["/admin/requests/events"] == ["GET"])
    #expect(methods["/admin/sessions"] == ["GET", "HEAD", "POST", "DELETE"])
    #expect(methods["/ofrep/v1/evaluate/flags"] == ["POST", "OPTIONS"])
  }

  @Test func `a route cannot end in a word that follows a route in a path`() {
    #expect(table.reservedWords == Route.reservedWords)
  }

  @Test func `endpoints of the mock cannot take a path of the API`() {
    for resource in table.resources {
      let path = resource.path.description.replacing("{route}", with: "{route}/{rest}")
      let first = resource.path.first ?? ""
      #expect(
        EndpointPath.reservedPrefixes.contains(first) || EndpointPath.isReserved(path), "\(path)")
    }
    for path in ["/api/features", "/preview", "/versions", "/{any}", "/{any}/{other}"] {
      #expect(!EndpointPath.isReserved(path), "\(path)")
    }
  }

  // MARK: Access

  @Test func `every endpoint of the admin API needs a token`() throws {
    let api = try APIFixture(definition: Self.definition)
    for endpoint in endpoints {
      let path = example(of: endpoint.path).path
      let isOfConsole = if case .console = endpoint.access { true } else { false }
      #expect(endpoint.isPublic != (path.hasPrefix("/admin/") || isOfConsole), "\(path)")
      guard endpoint.needsToken else { continue }
      #expect(try api.send("\(endpoint.method.name) \(path) HTTP/1.1").status == 401)
      let scope = try #require(endpoint.scope(isDryRun: false, isInSession: false))
      for lower in [AccessScope.read, .edit, .publish] where lower < scope {
        let name = "t-\(lower.rawValue)-\(endpoint.operationID)"
        let secret = try api.publisher.access.createToken(name, scope: lower, by: Author(name: "admin"))
          .secret
        let response = try api.send(
          "\(endpoint.method.name) \(path) HTTP/1.1", "Authorization: Bearer \(secret)")
        #expect(response.status == 403, "\(endpoint.operationID) with \(lower)")
      }
    }
  }

  @Test func `an endpoint whose dry run needs a lower scope declares dryRun`() {
    for endpoint in endpoints {
      let less = endpoint.scope(isDryRun: true, isInSession: false)
      let usual = endpoint.scope(isDryRun: false, isInSession: false)
      if less != usual { #expect(endpoint.queryNames.contains("dryRun"), "\(endpoint.operationID)") }
    }
  }

  // MARK: Parameters

  @Test func `the parameters of the path are its placeholders, and no parameter is declared twice`() {
    for endpoint in endpoints {
      let declared = endpoint.parameters.filter { $0.location == .path }.map(\.name)
      #expect(declared.sorted() == endpoint.path.placeholders.sorted(), "\(endpoint.operationID)")
      let names = endpoint.allParameters.map { "\($0.location) \($0.name)" }
      #expect(Set(names).count == names.count, "\(endpoint.operationID): \(names)")
    }
  }

  @Test func `the admin API refuses a parameter that is not declared, with the nearest one`() throws {
    let api = try APIFixture(definition: Self.definition)
    for endpoint in endpoints where endpoint.needsToken {
      let line = "\(endpoint.method.name) \(example(of: endpoint.path).path)"
      let unknown = try api.send("\(line)?qqqqqqqq=1 HTTP/1.1", Self.token)
      #expect(unknown.status == 400)
      #expect(unknown.body.contains(#"unknown parameter \"qqqqqqqq\""#), "\(line)")
      for name in endpoint.queryNames {
        let twice = try api.send("\(line)?\(name)=1&\(name)=1 HTTP/1.1", Self.token)
        #expect(twice.body.contains(#"the parameter \"\#(name)\" is given twice"#), "\(line) \(name)")
      }
    }
    let near = try api.send("PUT /admin/screens/home?dryRum=true HTTP/1.1", Self.token)
    #expect(near.body.contains(#"unknown parameter \"dryRum\"; did you mean dryRun?"#))
    let count = try api.send("GET /admin/requests/count?limit=1 HTTP/1.1", Self.token)
    #expect(count.status == 400)
  }

  @Test func `parameters are read with the declared bounds and types`() throws {
    let api = try APIFixture(
      definition: Self.definition, journal: RequestJournal(capacity: 10, clock: { 0 }))
    for endpoint in endpoints {
      for parameter in endpoint.parameters where parameter.location == .query {
        let line = "\(endpoint.method.name) \(example(of: endpoint.path).path)?\(parameter.name)="
        func isRefused(_ value: String) throws -> Bool {
          // A stream begins, and is not refused.
          guard let response = try? api.send("\(line)\(value) HTTP/1.1", Self.token) else { return false }
          return response.status == 400
            && response.body.contains(#""parameter":"\#(parameter.name)""#)
        }
        let schema = parameter.schema.json
        switch schema["type"]?.stringValue {
        case "boolean":
          #expect(schema["default"] == false)
          #expect(try isRefused("yes") && isRefused("1") && isRefused(""), "\(line)")
          #expect(try !isRefused("true") && !isRefused("false"), "\(line)")
        case "integer":
          guard endpoint.operationID != "getScreen" else { continue }
          let least = try #require(schema["minimum"]?.numberValue?.intValue)
          let greatest = try #require(schema["maximum"]?.numberValue?.intValue)
          #expect(try isRefused("\(least - 1)") && isRefused("x") && isRefused("1.0"), "\(line)")
          #expect(try !isRefused("\(least)") && !isRefused("\(greatest)"), "\(line)")
          if greatest < .max { #expect(try isRefused("\(greatest + 1)"), "\(line)") }
        default: break
        }
      }
    }
  }
}
