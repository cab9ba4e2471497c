import HTTPWire
import JSONSchema
import JSONText
import Screens
import Testing

@testable import ScreenAPI

/// The table of endpoints, and the OpenAPI document that is generated from it.
@Suite struct EndpointTableTests {
  private static let definition = #"{"items":[{"id":"a","viewType":"TEXT","content":{"text":"1"}}]}"#
  private static let token = "Authorization: Bearer secret"
  private let table = EndpointTable.standard
  private let document = APIDocument.standard.json

  private var endpoints: [Endpoint] { table.resources.flatMap(\.endpoints) }

  /// A path of the template, and what its placeholders stand for in it.
  private func example(of template: PathTemplate) -> (path: String, placeholders: [String: String]) {
    var placeholders: [String: String] = [:]
    let segments = template.segments.map { segment in
      switch segment {
      case .literal(let text): return text
      case .one(let name):
        placeholders[name] = "x"
        return "x"
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
      if case .token(let scope, _, _) = endpoint.access, scope == .read {
        #expect(!endpoint.isWrite, "\(name)")
      }
    }
    #expect(ReplayEndpoints.replay.executor(isDryRun: false) == .computeQueue)
  }

  // MARK: The query of a screen

  /// `GET /screens/{route}` reads its query without the table, so its declaration is written separately.
  @Test func `the query of a screen has the parameters that it declares`() throws {
    let declared = Set(ScreenEndpoints.get.queryNames)
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
        let secret = try api.publisher.createToken(name, scope: lower, by: Author(name: "admin")).secret
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

  @Test func `every declared parameter is in the document`() throws {
    for endpoint in endpoints {
      let operation = try operation(endpoint)
      let listed = operation["parameters"]?.arrayValue ?? []
      #expect(
        listed.map { "\($0["in"]?.stringValue ?? "") \($0["name"]?.stringValue ?? "")" }
          == endpoint.allParameters.map { "\($0.location) \($0.name)" })
      for parameter in listed { #expect(parameter["schema"]?.objectValue != nil) }
      #expect((operation["requestBody"] != nil) == (endpoint.body != nil))
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

  // MARK: The document

  private func operation(_ endpoint: Endpoint) throws -> JSONValue {
    let method = endpoint.method.name.lowercased()
    return try #require(document["paths"]?[endpoint.path.description]?[method], "\(endpoint.operationID)")
  }

  @Test func `every endpoint is an operation with an id, a tag, a summary and responses`() throws {
    let ids = endpoints.map(\.operationID)
    #expect(Set(ids).count == ids.count)
    for endpoint in endpoints {
      let operation = try operation(endpoint)
      #expect(operation["operationId"] == .string(endpoint.operationID))
      #expect(operation["tags"] == [.string(endpoint.tag.rawValue)])
      #expect(operation["summary"]?.stringValue?.isEmpty == false)
      let responses = try #require(operation["responses"]?.objectValue)
      #expect(responses.contains { $0.name.hasPrefix("2") || ["302", "308"].contains($0.name) })
      for response in responses {
        let declaration = APIDocument.standard.declaration(response.value)
        let content = declaration?["content"]?.objectValue ?? [:]
        #expect(
          ["204", "302", "304", "308"].contains(response.name) == content.isEmpty,
          "\(endpoint.operationID) \(response.name)")
        for media in content { #expect(media.value["schema"]?.objectValue != nil) }
        if response.name >= "400" { #expect(content["application/problem+json"] != nil) }
      }
      #expect(responses["401"] != nil || !endpoint.needsToken)
      #expect(responses["404"] != nil || endpoint.path.placeholders.isEmpty)
      let security = try #require(operation["security"]?.arrayValue)
      #expect(security.contains { $0["adminToken"] != nil } || !endpoint.needsToken)
    }
    let paths = try #require(document["paths"]?.objectValue)
    let operations = paths.flatMap { $0.value.objectValue?.names ?? [] }.filter { $0 != "parameters" }
    #expect(operations.count == endpoints.count)
  }

  @Test func `the response to a dry run says that it is one`() throws {
    let dryRuns = endpoints.filter { $0.queryNames.contains("dryRun") }
    #expect(!dryRuns.isEmpty)
    for endpoint in dryRuns {
      for response in try operation(endpoint)["responses"]?.objectValue ?? [:]
      where response.name.hasPrefix("2") {
        var schema = APIDocument.standard.declaration(response.value)?["content"]?["application/json"]?[
          "schema"]
        if let name = schema?["$ref"]?.stringValue?.split(separator: "/").last {
          schema = document["components"]?["schemas"]?[String(name)]
        }
        #expect(
          schema?["properties"]?["dryRun"]?["type"] == "boolean", "\(endpoint.operationID) \(response.name)")
      }
    }
  }

  @Test func `every reference of the document resolves, and every schema is valid`() throws {
    func check(_ value: JSONValue) {
      switch value {
      case .array(let elements): for element in elements { check(element) }
      case .object(let object):
        for member in object {
          if member.name == "$ref", let text = member.value.stringValue {
            let parts = text.split(separator: "/").map(String.init)
            #expect(parts.count == 4 && parts.starts(with: ["#", "components"]), "\(text)")
            #expect(document["components"]?[parts[2]]?[parts[3]] != nil, "\(text)")
          }
          check(member.value)
        }
      default: break
      }
    }
    check(document)
    for schema in try #require(document["components"]?["schemas"]?.objectValue) {
      let root: JSONValue = [
        "$ref": .string("#/components/schemas/\(schema.name)"),
        "components": document["components"] ?? .null,
      ]
      _ = try SchemaCompiler.compile(root)
    }
  }

  @Test func `two schemas of one name are the same`() {
    var named: [String: JSONValue] = [:]
    for endpoint in endpoints {
      for (name, schema) in endpoint.schemas.flatMap(\.components) {
        #expect(named[name] == nil || named[name] == schema, "\(name) in \(endpoint.operationID)")
        named[name] = schema
      }
    }
  }

  @Test func `responses of problems are written once`() throws {
    let shared = try #require(document["components"]?["responses"]?.objectValue)
    var declarations: Set<String> = []
    for response in shared { #expect(declarations.insert(response.value.text).inserted, "\(response.name)") }
    let text = document.text
    for name in shared.names { #expect(text.contains("\"#/components/responses/\(name)\""), "\(name)") }
  }

  @Test func `the document is made once for a version`() throws {
    let text = OpenAPIDocument.text(version: "0", cookie: "marquee-8080")
    #expect(text == document.serialized())
    #expect(OpenAPIDocument.text(version: "0", cookie: "marquee-8080") == text)
    let other = try JSONParser.parse(OpenAPIDocument.text(version: "1", cookie: "marquee-8081"))
    #expect(other["info"]?["version"] == "1")
    #expect(other["components"]?["securitySchemes"]?["consoleSession"]?["name"] == "marquee-8081")
  }

  @Test func `every operation has the minimum revision, and the session of the console counts as a token`()
    throws
  {
    let reference: JSONValue = [["$ref": "#/components/parameters/MinRevision"]]
    let declaration = try #require(document["components"]?["parameters"]?["MinRevision"])
    #expect(declaration["name"] == "Marquee-Min-Revision")
    #expect(declaration["in"] == "header")
    for path in try #require(document["paths"]?.objectValue) {
      #expect(path.value["parameters"] == reference, "\(path.name)")
    }
    func security(_ path: String, _ method: String) -> JSONValue? {
      document["paths"]?[path]?[method]?["security"]
    }
    #expect(security("/admin/screens/{route}", "put") == [["adminToken": []], ["consoleSession": []]])
    #expect(security("/screens/{route}", "get") == [[:], ["adminToken": []]])
    #expect(security("/preview/{route}", "get") == [[:], ["adminToken": []], ["consoleSession": []]])
    #expect(security("/admin/session", "get") == [["consoleSession": []]])
    #expect(security("/admin/session", "post") == [])
  }

  @Test func `patches have their media types, and 415 says which`() throws {
    for (path, types) in [
      ("/admin/screens/{route}", ["application/json-patch+json", "application/merge-patch+json"]),
      ("/admin/experiments/{key}", ["application/merge-patch+json", "application/json"]),
    ] {
      let operation = try #require(document["paths"]?[path]?["patch"])
      #expect(operation["requestBody"]?["content"]?.objectValue?.names == types)
      let response = APIDocument.standard.declaration(operation["responses"]?["415"])
      #expect(response?["headers"]?["Accept-Patch"] != nil)
    }
  }

  @Test func `the shipped request fields are declared`() throws {
    func headers(_ path: String, _ method: String) throws -> Set<String> {
      let parameters = try #require(document["paths"]?[path]?[method]?["parameters"]?.arrayValue)
      return Set(parameters.filter { $0["in"] == "header" }.compactMap { $0["name"]?.stringValue })
    }
    #expect(
      try headers("/admin/screens/{route}", "put") == [
        "Idempotency-Key", "If-Match", "If-None-Match", "Screen-Message",
      ])
    #expect(
      try headers("/screens/{route}", "get").isSuperset(of: [
        "Screen-User", "Prefer", "If-None-Match", "Accept-View-Types", "Client-Release", "A-IM",
      ]))
  }
}
