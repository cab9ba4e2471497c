import HTTPWire
import JSONSchema
import JSONText
import Synchronization

@testable import ScreenAPI

/// The OpenAPI document. The fixture checks every response that a test receives against it.
final class APIDocument: Sendable {
  static let standard = APIDocument()

  let json = OpenAPIDocument.json(of: .standard, version: "0")
  private let schemas = Mutex<[String: CompiledSchema]>([:])

  /// The parts of a response that the document does not declare.
  /// - Parameters:
  ///   - line: the request line.
  ///   - answer: the response to it.
  func differences(from answer: APIFixture.Answer, to line: String) -> [String] {
    let parts = line.split(separator: " ")
    guard parts.count == 3, let method = HTTPMethod(name: String(parts[0])) else { return [] }
    let target = parts[1].split(separator: "?", maxSplits: 1)[0]
    var path = String(target)
    if path.hasPrefix("/s/"), path.utf8.count > 19 { path = String(path.dropFirst(19)) }
    let segments = Array(path.utf8).withBytes { try? RequestPath.segments(of: $0) }
    guard let segments, let (resource, _) = EndpointTable.standard.match(segments),
      let endpoint = resource.endpoint(method), answer.value(of: "mock-applied") == nil,
      !answer.body.contains("problems/unknown-session"), !answer.body.contains("problems/mock\"")
    else { return [] }
    let name = endpoint.method.name.lowercased()
    let status = String(answer.status)
    let operation = json["paths"]?[resource.path.description]?[name]
    guard let response = response(operation?["responses"]?[status]) else { return ["the status \(status)"] }
    return content(of: answer, response) + fields(of: answer, response) + problem(of: answer, endpoint)
  }

  /// A response of an operation. One that several share stands in the components.
  func response(_ declaration: JSONValue?) -> JSONValue? {
    guard let reference = declaration?["$ref"]?.stringValue else { return declaration }
    return json["components"]?["responses"]?[String(reference.split(separator: "/").last ?? "")]
  }

  private func content(of answer: APIFixture.Answer, _ response: JSONValue) -> [String] {
    guard !answer.bytes.isEmpty, let type = answer.value(of: "content-type") else { return [] }
    let media = String(type.prefix { $0 != ";" })
    let content = response["content"]
    guard let schema = content?[media]?["schema"] else { return ["the type \(media)"] }
    guard media.hasSuffix("json"), answer.value(of: "content-encoding") == nil,
      let value = try? JSONParser.parse(answer.bytes), case .object(let object) = schema
    else { return [] }
    do throws(SchemaError) {
      return try compiled(object).validate(value).map { "\($0.instanceLocation): \($0.message)" }
    } catch {
      return error.faults.map { "the schema: \($0.pointer) \($0.message)" }
    }
  }

  private func compiled(_ schema: JSONObject) throws(SchemaError) -> CompiledSchema {
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

  private func fields(of answer: APIFixture.Answer, _ response: JSONValue) -> [String] {
    let declared = Set((response["headers"]?.objectValue?.names ?? []).map { $0.lowercased() })
    return answer.fields.map { $0.name.lowercased() }.filter {
      !Self.common.contains($0) && !declared.contains($0)
    }.map { "the field \($0)" }
  }

  private func problem(of answer: APIFixture.Answer, _ endpoint: Endpoint) -> [String] {
    guard answer.value(of: "content-type") == "application/problem+json", !answer.bytes.isEmpty,
      answer.value(of: "content-encoding") == nil,
      let type = try? JSONParser.parse(answer.bytes)["type"]?.stringValue,
      let code = type.split(separator: "/").last
    else { return [] }
    return endpoint.allProblems.contains { $0.code == code && $0.status.rawValue == answer.status }
      ? [] : ["the problem \(code)"]
  }
}

extension HTTPMethod {
  init?(name: String) {
    guard let method = Self.allCases.first(where: { $0.name == name && !name.isEmpty }) else { return nil }
    self = method
  }
}
