import Assignment
import JSONText
import Screens

/// Reads `_endpoints/NAME.json`, and reports all its errors.
struct EndpointReader {
  private let name: String
  let catalogue: Catalogue
  private let routes: [String]
  /// The placeholders of the path.
  private(set) var placeholders: [String] = []
  var diagnostics = Diagnostics()

  private static let members = [
    "description", "request", "responses", "proxy", "collection", "screen", "user", "attributes", "format",
  ]

  /// Reads an endpoint.
  /// - Parameter routes: the routes of the screens that it can name.
  /// - Throws: ``InvalidDocument`` with positions in the document.
  static func read(
    _ document: JSONDocument, name: String, catalogue: Catalogue, routes: [String]
  ) throws(InvalidDocument) -> MockEndpoint {
    var reader = EndpointReader(name: name, catalogue: catalogue, routes: routes)
    let endpoint = reader.endpoint(document.value)
    guard let endpoint, reader.diagnostics.isEmpty else {
      reader.diagnostics.locate(in: document)
      throw InvalidDocument(reader.diagnostics)
    }
    return endpoint
  }

  /// An endpoint with the groups of another catalogue. The screen that it names stays known.
  static func updated(_ endpoint: MockEndpoint, _ catalogue: Catalogue) throws(InvalidDocument)
    -> MockEndpoint
  {
    var reader = EndpointReader(
      name: endpoint.name, catalogue: catalogue,
      routes: endpoint.json["screen"]?.stringValue.map { [$0] } ?? [])
    let updated = reader.endpoint(endpoint.json)
    guard var updated, reader.diagnostics.isEmpty else { throw InvalidDocument(reader.diagnostics) }
    updated.isAdded = endpoint.isAdded
    return updated
  }

  private init(name: String, catalogue: Catalogue, routes: [String]) {
    self.name = name
    self.catalogue = catalogue
    self.routes = routes
  }

  private mutating func endpoint(_ value: JSONValue) -> MockEndpoint? {
    guard
      let members = MemberReader(
        value, at: .root, named: "an endpoint", allowed: Self.members, isDocument: true, &diagnostics,
        meaning: { ["response", "body", "status"].contains($0) ? "it stands in \"responses\"" : nil })
    else { return nil }
    _ = members.string("description", &diagnostics)
    let kinds = ["responses", "collection", "screen"].filter { members.object[$0] != nil }
    let isForwarded = members.flag("proxy", &diagnostics) ?? false
    if kinds.count > 1 {
      report(
        .init(tokens: [kinds[1]]), .invalidValue, anchor: .name,
        "an endpoint has either \(quoted(kinds[0])) or \(quoted(kinds[1]))")
    } else if kinds.isEmpty, !isForwarded {
      report(
        .root, .missingMember, "an endpoint needs one of \"responses\", \"collection\" and \"screen\"")
    }
    if isForwarded, kinds.first.map({ $0 != "responses" }) ?? false {
      report(.init(tokens: ["proxy"]), .invalidValue, "\"proxy\" goes with \"responses\" or alone")
    }
    for name in ["user", "attributes", "format"] where members.object[name] != nil && kinds != ["screen"] {
      report(.init(tokens: [name]), .invalidValue, anchor: .name, "\(quoted(name)) goes with \"screen\"")
    }
    let isCollection = kinds.contains("collection")
    guard let part = members.required("request", of: "an endpoint", &diagnostics),
      let request = MemberReader(
        part, at: .init(tokens: ["request"]), named: "a request",
        allowed: isCollection ? ["path"] : ["method", "path", "when", "body"], &diagnostics,
        meaning: {
          isCollection && ["method", "when", "body"].contains($0) ? "a collection has only a path" : nil
        }
      )
    else { return nil }
    let path = path(request, isCollection: isCollection)
    placeholders = path?.names ?? []
    var method: String?
    if !isCollection,
      request.required("method", of: "a request", hint: "such as \"GET\"", &diagnostics) != nil
    {
      method = request.choice("method", of: MockEndpoint.methods, &diagnostics)
    }
    let condition = condition("when", of: request)
    let schema = schema(request.object["body"], at: request.pointer.appending("body"), of: "the body")
    let action: MockEndpoint.Action? =
      switch kinds.first {
      case "collection":
        members.object["collection"].flatMap { collection($0) }.map { .collection($0) }
      case "screen": screen(members).map { .screen($0) }
      default: .responses(responses(members, isForwarded: isForwarded), isForwarded: isForwarded)
      }
    guard let path, let action else { return nil }
    return MockEndpoint(
      name: name, path: path, method: method, condition: condition, bodySchema: schema, action: action,
      json: value, bytes: MockEndpoint.bytes(of: value))
  }

  // MARK: Requests

  private mutating func path(_ request: MemberReader, isCollection: Bool) -> EndpointPath? {
    guard request.required("path", of: "a request", hint: "such as \"/api/login\"", &diagnostics) != nil,
      let text = request.string("path", &diagnostics)
    else { return nil }
    let location = request.pointer.appending("path")
    do throws(EndpointPath.SyntaxError) {
      let path = try EndpointPath(text)
      let item = path.appending(placeholder: MockEndpointTable.itemID)
      if path.isReserved || isCollection && item.isReserved {
        report(
          location, .invalidValue, "\(quoted(text)) is Marquee's own",
          hint: "give it another first segment, such as /api\(text)")
      }
      if isCollection, !path.names.isEmpty {
        report(location, .invalidValue, "the path of a collection has no placeholders")
      }
      return path
    } catch {
      report(location, .invalidValue, error.message, hint: error.hint)
      return nil
    }
  }

  private mutating func schema(_ value: JSONValue?, at location: JSONPointer, of owner: String)
    -> ContentSchema?
  {
    guard let value else { return nil }
    do throws(InvalidDocument) {
      return try ContentSchema(
        value, of: owner, at: location)
    } catch {
      diagnostics.add(error.diagnostics)
      return nil
    }
  }

  mutating func condition(_ member: String, of members: MemberReader) -> EndpointCondition? {
    guard let value = members.object[member] else { return nil }
    let location = members.pointer.appending(member)
    guard
      let read = ConditionReader.read(
        value, at: location, groups: catalogue.groups, operators: SchemaOperator.all, &diagnostics)
    else { return nil }
    var isValid = true
    for name in read.attributePaths {
      do throws(ValuePath.SyntaxError) {
        _ = try ValuePath(name, placeholders: placeholders)
      } catch {
        isValid = false
        report(
          Self.place(of: name, in: value, at: location) ?? location, .invalidCondition, anchor: .name,
          error.message, hint: error.hint)
      }
    }
    guard isValid else { return nil }
    return EndpointCondition(value, groups: catalogue.groups)
  }

  /// The place of a name in a condition; nil if it is made of several members.
  private static func place(of name: String, in value: JSONValue, at location: JSONPointer) -> JSONPointer? {
    switch value {
    case .object(let object):
      if object[name] != nil { return location.appending(name) }
      return object.lazy.compactMap { place(of: name, in: $0.value, at: location.appending($0.name)) }.first
    case .array(let elements):
      return elements.enumerated().lazy.compactMap {
        place(of: name, in: $0.element, at: location.appending($0.offset))
      }.first
    default: return nil
    }
  }

  // MARK: Screens

  private mutating func screen(_ members: MemberReader) -> ScreenAddress? {
    guard let route = members.string("screen", &diagnostics) else { return nil }
    if !routes.contains(where: { $0.hasSameScalars(as: route) }) {
      report(
        .init(tokens: ["screen"]), .unknownID, "there is no screen \(quoted(route))",
        hint: NearestName.hint(for: route, among: routes))
    }
    let format = members.string("format", &diagnostics)
    if let format, catalogue.format(format) == nil {
      report(
        .init(tokens: ["format"]), .unknownFormat, "unknown format \(quoted(format))",
        hint: NearestName.hint(for: format, among: catalogue.formats.keys.sorted()))
    }
    let user = members.string("user", &diagnostics).flatMap { valuePath($0, at: .init(tokens: ["user"])) }
    var attributes: [(name: String, path: ValuePath)] = []
    if let value = members.object["attributes"] {
      guard case .object(let object) = value else {
        report(
          .init(tokens: ["attributes"]), .wrongType, "\"attributes\" is an object, not \(value.kind.phrase)")
        return nil
      }
      for member in object {
        let location = JSONPointer(tokens: ["attributes", member.name])
        guard case .string(let text) = member.value else {
          report(
            location, .wrongType, "an attribute is the name of a value, not \(member.value.kind.phrase)",
            hint: "such as \"headers.x-country\"")
          continue
        }
        if ScreenAddress.parameters.contains(member.name) {
          report(
            location, .invalidValue, anchor: .name,
            "an attribute cannot be called \(quoted(member.name)): screens have a parameter of this name")
        }
        if let path = valuePath(text, at: location) { attributes.append((member.name, path)) }
      }
    }
    return ScreenAddress(route: route, format: format, user: user, attributes: attributes)
  }

  private mutating func valuePath(_ text: String, at location: JSONPointer) -> ValuePath? {
    do throws(ValuePath.SyntaxError) {
      return try ValuePath(text, placeholders: placeholders)
    } catch {
      report(location, .invalidValue, error.message, hint: error.hint)
      return nil
    }
  }

  // MARK: Collections

  private mutating func collection(_ value: JSONValue) -> MockCollection? {
    guard
      let members = MemberReader(
        value, at: .init(tokens: ["collection"]), named: "a collection", allowed: ["seed", "schema", "id"],
        &diagnostics)
    else { return nil }
    let id = members.string("id", &diagnostics) ?? "id"
    let schema = schema(
      members.object["schema"], at: members.pointer.appending("schema"), of: "an item")
    let seed = members.required("seed", of: "a collection", hint: "[] for an empty one", &diagnostics)
    guard seed != nil, let items = members.array("seed", &diagnostics) else { return nil }
    let location = members.pointer.appending("seed")
    let seeds = MockCollection.items(items, id: id, schema: schema, at: location, &diagnostics)
    return MockCollection(seed: seeds, id: id, schema: schema)
  }

  mutating func report(
    _ location: JSONPointer, _ code: Diagnostic.Code, anchor: JSONDocument.Anchor = .value,
    _ message: String, hint: String? = nil
  ) {
    diagnostics.add(Diagnostic(code, at: location, anchor: anchor, message, hint: hint))
  }
}

extension ScreenAddress {
  /// The parameters of `/screens/{route}` that are no attributes.
  static let parameters: Set<String> = ["user", "variant", "version", "format", "arm", "rendition"]
}
