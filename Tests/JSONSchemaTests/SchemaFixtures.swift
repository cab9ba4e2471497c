import JSONText

@testable import JSONSchema

/// Reads JSON text in tests.
func json(_ text: String) throws -> JSONValue { try JSONParser.parse(text) }

/// Compiles a schema given as JSON text.
func schema(
  _ text: String, uri: String = SchemaCompiler.defaultURI, registry: SchemaRegistry = SchemaRegistry(),
  formats: SchemaCompiler.FormatMode = .annotate
) throws -> CompiledSchema {
  try SchemaCompiler.compile(json(text), uri: uri, registry: registry, formats: formats)
}

/// The errors of an instance, each as "instance location|keyword location|message".
func errors(_ schemaText: String, _ instanceText: String) throws -> [String] {
  try schema(schemaText, formats: .assert).validate(json(instanceText)).map {
    "\($0.instanceLocation)|\($0.keywordLocation)|\($0.message)"
  }
}

/// The faults of a schema, each as "pointer|code|message", with the hint after another bar.
func faults(
  _ text: String, uri: String = SchemaCompiler.defaultURI, registry: SchemaRegistry = SchemaRegistry()
)
  throws -> [String]
{
  do throws(SchemaError) {
    _ = try SchemaCompiler.compile(try json(or: text), uri: uri, registry: registry)
    return []
  } catch {
    return error.faults.map {
      "\($0.pointer)|\($0.code.rawValue)|\($0.message)" + ($0.hint.map { "|\($0)" } ?? "")
    }
  }
}

/// As ``json(_:)``, for places that throw only schema errors; what is no JSON becomes null, which is no schema.
private func json(or text: String) throws(SchemaError) -> JSONValue {
  (try? JSONParser.parse(text)) ?? .null
}
