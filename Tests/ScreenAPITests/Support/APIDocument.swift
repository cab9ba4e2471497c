import HTTPWire
import JSONSchema
import JSONText
import Synchronization

@testable import ScreenAPI

/// The OpenAPI document. The fixture checks every response that a test receives against it.
final class APIDocument: Sendable {
  static let standard = APIDocument()

  let json = OpenAPIDocument.json(of: .standard, version: "0", cookie: "marquee-8080")
  private let schemas = Mutex<[String: CompiledSchema]>([:])

  /// The parts of a response that the document does not declare.
  /// - Parameters:
  ///   - line: the request line.
  ///   - response: the response to it.
  func differences(from response: APIFixture.Response, to line: String) -> [String] {
    let parts = line.split(separator: " ")
    guard parts.count == 3, let method = HTTPMethod(name: String(parts[0])) else { return [] }
    let target = parts[1].split(separator: "?", maxSplits: 1)[0]
    var path = String(target)
    // A target in absolute form: http://host/path.
    if let authority = path.firstRange(of: "://")?.upperBound {
      path = String(path[authority...].drop { $0 != "/" })
    }
    if path.hasPrefix("/s/"), path.utf8.count > 19 { path = String(path.dropFirst(19)) }
    let segments = Array(path.utf8).withBytes { try? RequestPath.segments(of: $0) }
    guard let segments, let (resource, _) = EndpointTable.standard.match(segments),
      let endpoint = resource.endpoint(method), response.value(of: "mock-applied") == nil,
      !response.body.contains("problems/unknown-session"), !response.body.contains("problems/mock\"")
    else { return [] }
    let name = endpoint.method.name.lowercased()
    let status = String(response.status)
    let operation = json["paths"]?[resource.path.description]?[name]
    guard let declaration = declaration(operation?["responses"]?[status]) else {
      return ["the status \(status)"]
    }
    return content(of: response, declaration) + fields(of: response, declaration)
      + problem(of: response, endpoint)
  }

  /// The declaration of a response. One that several share stands in the components.
  func declaration(_ value: JSONValue?) -> JSONValue? {
    guard let reference = value?["$ref"]?.stringValue else { return value }
    return json["components"]?["responses"]?[String(reference.split(separator: "/").last ?? "")]
  }

  private func content(of response: APIFixture.Response, _ declaration: JSONValue) -> [String] {
    guard !response.bytes.isEmpty, let type = response.value(of: "content-type") else { return [] }
    let media = String(type.prefix { $0 != ";" })
    let content = declaration["content"]
    guard let schema = content?[media]?["schema"] else { return ["the type \(media)"] }
    guard media.hasSuffix("json"), response.value(of: "content-encoding") == nil,
      let value = try? JSONParser.parse(response.bytes), case .object(let object) = schema
    else { return [] }
    do throws(SchemaErrors) {
      return try compiled(object).validate(value).map { "\($0.instanceLocation): \($0.message)" }
    } catch {
      return error.errors.map { "the schema: \($0.pointer) \($0.message)" }
    }
  }

  private func compiled(_ schema: JSONObject) throws(SchemaErrors) -> CompiledSchema {
    let key = JSONValue.object(schema).text
    if let known = schemas.withLock({ $0[key] }) { return known }
    var root = schema
    root["components"] = json["components"]
    let compiled = try SchemaCompiler.compile(.object(root))
    schemas.withLock { $0[key] = compiled }
    return compiled
  }

  /// Fields of HTTP itself, which the document does not declare.
  private static let common: Set<String> = [
    "content-type", "cache-control", "content-encoding", "x-content-type-options", "vary",
    "access-control-allow-origin", "access-control-expose-headers",
  ]

  private func fields(of response: APIFixture.Response, _ declaration: JSONValue) -> [String] {
    let declared = Set((declaration["headers"]?.objectValue?.names ?? []).map { $0.lowercased() })
    return response.fields.map { $0.name.lowercased() }.filter {
      !Self.common.contains($0) && !declared.contains($0)
    }.map { "the field \($0)" }
  }

  private func problem(of response: APIFixture.Response, _ endpoint: Endpoint) -> [String] {
    guard response.value(of: "content-type") == "application/problem+json", !response.bytes.isEmpty,
      response.value(of: "content-encoding") == nil,
      let type = try? JSONParser.parse(response.bytes)["type"]?.stringValue,
      let code = type.split(separator: "/").last
    else { return [] }
    return endpoint.allProblems.contains { $0.code == code && $0.status.rawValue == response.status }
      ? [] : ["the problem \(code)"]
  }
}

extension HTTPMethod {
  init?(name: String) {
    guard let method = Self.allCases.first(where: { $0.name == name && !name.isEmpty }) else { return nil }
    self = method
  }
}
