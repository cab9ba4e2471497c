import JSONSchema
import JSONText

/// The state that requests share: the registered schemas.
struct LineSession {
  /// The depth limit of a request, whose documents are nested a few levels below its root.
  private static let depth = JSONParser.defaultDepth + 8

  var registry = SchemaRegistry()

  /// The response to a line, which may be an error.
  mutating func response(to line: [UInt8]) -> JSONValue {
    do throws(LineError) {
      return try perform(request(line))
    } catch {
      return error.response
    }
  }

  private func request(_ line: [UInt8]) throws(LineError) -> LineRequest {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(line, maximumDepth: Self.depth)
    } catch {
      throw LineError("the line is not JSON: \(error)")
    }
    guard case .object(let members) = value else {
      throw LineError("a request must be an object, not \(value.kind.phrase)")
    }
    return LineRequest(members: members)
  }

  private mutating func perform(_ request: LineRequest) throws(LineError) -> JSONValue {
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
    default: throw LineError("unknown operation \(JSONValue.string(name).text)")
    }
  }
}
