import JSONSchema
import JSONText

/// Invariant: a schema is refused with errors that point into it, or it compiles. Validation then ends, `isValid` and
/// `report` agree, and errors point into the instance.
///
/// The first line of an input is the schema, the rest is the instance.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (first, second) = halves(data)
    guard let schema = try? JSONParser.parse(first) else { return }
    let instance = (try? JSONParser.parse(second)) ?? .string(String(decoding: second, as: UTF8.self))
    do throws(SchemaErrors) {
      let compiled = try SchemaCompiler.compile(schema, formats: .assert)
      requireAnswer(of: compiled, on: instance)
      let lenient = try SchemaCompiler.compile(schema, formats: .annotate)
      require(!compiled.isValid(instance) || lenient.isValid(instance), "valid only with format assertions")
    } catch let invalid {
      require((1...SchemaLimits.errors).contains(invalid.errors.count), "\(invalid.errors.count) errors")
      for error in invalid.errors where error.document == SchemaCompiler.defaultURI {
        require(error.pointer.value(in: schema) != nil, "an error points outside the schema: \(error)")
        require(!error.message.isEmpty, "an error without a message")
      }
    }
  }

  private static func requireAnswer(of compiled: CompiledSchema, on instance: JSONValue) {
    let report = compiled.report(on: instance, limit: 10)
    require(compiled.isValid(instance) == report.isValid, "isValid and report differ")
    require(report.errors.count <= 10, "more errors than the limit")
    for error in report.errors {
      require(
        error.instanceLocation.value(in: instance) != nil, "an error points outside the instance: \(error)")
      require(!error.message.isEmpty, "an error without a message")
    }
    _ = report.basicOutput.serialized()
  }
}
