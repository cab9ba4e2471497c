import JSONSchema
import JSONText

/// Invariant: a schema is refused with faults that point into it, or it compiles. Validation then ends, `isValid` and
/// `report` agree, and errors point into the instance.
///
/// The first line of an input is the schema, the rest is the instance.
enum Harness {
  static func run(_ data: [UInt8]) {
    let (first, second) = halves(data)
    guard let schema = try? JSONParser.parse(first) else { return }
    let instance = (try? JSONParser.parse(second)) ?? .string(String(decoding: second, as: UTF8.self))
    do throws(SchemaError) {
      let compiled = try SchemaCompiler.compile(schema, formats: .assert)
      requireAnswer(of: compiled, on: instance)
      let lenient = try SchemaCompiler.compile(schema, formats: .annotate)
      require(!compiled.isValid(instance) || lenient.isValid(instance), "valid only with format assertions")
    } catch {
      require((1...SchemaLimits.faults).contains(error.faults.count), "\(error.faults.count) faults")
      for fault in error.faults where fault.document == SchemaCompiler.defaultURI {
        require(fault.pointer.value(in: schema) != nil, "a fault points outside the schema: \(fault)")
        require(!fault.message.isEmpty, "a fault without a message")
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
