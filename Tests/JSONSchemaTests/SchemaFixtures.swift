import JSONText

@testable import JSONSchema

/// Parses JSON text.
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

/// The errors of a schema, each as "pointer|code|message", with the hint after another bar.
func errors(
  _ text: String, uri: String = SchemaCompiler.defaultURI, registry: SchemaRegistry = SchemaRegistry()
)
  throws -> [String]
{
  do throws(SchemaErrors) {
    _ = try SchemaCompiler.compile(try json(or: text), uri: uri, registry: registry)
    return []
  } catch {
    return error.errors.map {
      "\($0.pointer)|\($0.code.rawValue)|\($0.message)" + ($0.hint.map { "|\($0)" } ?? "")
    }
  }
}

/// Like ``json(_:)``, where only schema errors can be thrown. A syntax error gives null, which is not a schema.
private func json(or text: String) throws(SchemaErrors) -> JSONValue {
  (try? JSONParser.parse(text)) ?? .null
}
