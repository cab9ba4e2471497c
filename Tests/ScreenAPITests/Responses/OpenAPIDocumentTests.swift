import HTTPWire
import JSONSchema
import JSONText
import Testing

@testable import ScreenAPI

/// The OpenAPI document, which is generated from the table of endpoints.
@Suite struct OpenAPIDocumentTests {
  private let document = APIDocument.standard.json

  private var endpoints: [Endpoint] { EndpointTable.standard.resources.flatMap(\.endpoints) }

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
