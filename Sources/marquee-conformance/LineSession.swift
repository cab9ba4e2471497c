import JSONSchema
import JSONText

/// What is known between one line and the next: the schemas that were added.
struct LineSession {
  /// A request holds its documents some levels below its own root.
  private static let depth = JSONParser.defaultDepth + 8

  var registry = SchemaRegistry()

  /// The answer to a line, an error among them.
  mutating func answer(_ line: [UInt8]) -> JSONValue {
    do throws(LineFault) {
      return try answer(request(line))
    } catch {
      return error.answer
    }
  }

  private func request(_ line: [UInt8]) throws(LineFault) -> LineRequest {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(line, maximumDepth: Self.depth)
    } catch {
      throw LineFault("the line is not JSON: \(error)")
    }
    guard case .object(let members) = value else {
      throw LineFault("a request is an object, not \(value.kind.phrase)")
    }
    return LineRequest(members: members)
  }

  private mutating func answer(_ request: LineRequest) throws(LineFault) -> JSONValue {
    let name = try request.string("op")
    switch name {
    case "json.parse": return try JSONOperation.parse(request)
    case "patch.apply": return try JSONOperation.applyPatch(request)
    case "merge.apply": return try JSONOperation.applyMergePatch(request)
    case "pointer.get": return try JSONOperation.getPointer(request)
    case "schema.add": return try SchemaOperation.add(request, to: &registry)
    case "schema.validate": return try SchemaOperation.validate(request, registry: registry)
    case "query.parse": return try HTTPOperation.parseQuery(request)
    case "etag.fresh": return try HTTPOperation.isFresh(request)
    case "negotiate": return try HTTPOperation.negotiate(request)
    case "hash": return try AssignmentOperation.hash(request)
    case "ranges": return try AssignmentOperation.ranges(request)
    case "choose": return try AssignmentOperation.choose(request)
    case "namespace": return try AssignmentOperation.isInNamespace(request)
    case "condition": return try AssignmentOperation.meetsCondition(request)
    case "assign": return try AssignmentOperation.assign(request)
    default: throw LineFault("unknown operation \(JSONValue.string(name).text)")
    }
  }
}
