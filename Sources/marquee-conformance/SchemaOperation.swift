import JSONSchema
import JSONText

/// Operations on JSON Schemas.
enum SchemaOperation {
  static func add(_ request: LineRequest, to registry: inout SchemaRegistry) throws(LineError) -> JSONValue {
    registry.add(uri: try request.string("uri"), document: try request.value("schema"))
    return .object(JSONObject())
  }

  static func validate(_ request: LineRequest, registry: SchemaRegistry) throws(LineError) -> JSONValue {
    let schema = try request.value("schema")
    let instance = try request.value("instance")
    let formats: SchemaCompiler.FormatMode = try request.flag("formats") ? .assert : .annotate
    let compiled: CompiledSchema
    do throws(SchemaErrors) {
      compiled = try SchemaCompiler.compile(schema, registry: registry, formats: formats)
    } catch {
      throw LineError(
        error.errors.map { "\($0.document)#\($0.pointer): \($0.message)" }.joined(separator: "; "))
    }
    let report = compiled.report(on: instance)
    return ["valid": .bool(report.isValid), "errors": report.basicOutput["errors"] ?? .array([])]
  }
}
