import Assignment
package import JSONText
package import Screens

/// An address of an app's backend, as `_endpoints/NAME.json` describes it.
package struct MockEndpoint: Sendable {
  package let name: String
  package let path: EndpointPath
  /// Nil for a collection, which answers several.
  package let method: String?
  let condition: EndpointCondition?
  package let bodySchema: ContentSchema?
  package let action: Action
  /// The document that it was read from.
  package let json: JSONValue
  /// The approximate memory of the endpoint, in bytes.
  let bytes: Int
  /// Whether a request of the admin API has set it, and no file.
  package var isAdded = false

  package enum Action: Sendable {
    /// The first response whose condition holds.
    /// - Parameter isForwarded: whether the real backend answers when none holds.
    case responses([EndpointResponse], isForwarded: Bool)
    case collection(MockCollection)
    case screen(ScreenAddress)
  }

  /// The parameters of `/screens/{route}` that are no attributes.
  package static var screenParameters: Set<String> { ScreenAddress.parameters }
  /// The methods that a document can name.
  package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
  /// The largest number of endpoints on a server.
  package static let maximumEndpoints = 5000
  /// The largest number of responses of an endpoint.
  package static let maximumResponses = 100
  /// The limit of the memory of all endpoints that requests have set, in bytes.
  package static let maximumBytes = 16 << 20

  /// Reads an endpoint.
  /// - Parameter routes: the routes of the screens that it can name.
  /// - Throws: ``InvalidDocument`` with positions in the document.
  package static func read(
    _ document: JSONDocument, name: String, catalogue: Catalogue, routes: [String]
  ) throws(InvalidDocument) -> MockEndpoint {
    try EndpointReader.read(document, name: name, catalogue: catalogue, routes: routes)
  }

  package var collection: MockCollection? {
    if case .collection(let collection) = action { collection } else { nil }
  }

  /// The methods that it answers.
  package var methods: [String] {
    method.map { [$0] }
      ?? MockEndpointTable.entries(of: self).map(\.method).reduce(into: []) { methods, method in
        if !methods.contains(method) { methods.append(method) }
      }
  }

  /// Whether a response repeats the request as it was sent: its target, its text or its cookies.
  package var repeatsUndecoded: Bool {
    guard case .responses(let responses, _) = action else { return false }
    return responses.contains(where: \.repeatsUndecoded)
  }

  /// The approximate memory of an endpoint with this document, in bytes.
  static func bytes(of document: JSONValue) -> Int {
    let extent = JSONExtent(of: document)
    return extent.values * 100 + extent.bytes * 3 + patterns(in: document) * (128 << 10)
  }

  /// The number of regular expressions. A short one can become a program of megabytes.
  private static func patterns(in value: JSONValue) -> Int {
    switch value {
    case .null, .bool, .number, .string: return 0
    case .array(let elements): return elements.reduce(0) { $0 + patterns(in: $1) }
    case .object(let object):
      return object.reduce(0) { count, member in
        let name = member.name.lowercased()
        let own =
          name == "patternproperties"
          ? member.value.objectValue?.count ?? 0
          : name == "pattern" || name.hasPrefix("$") && name.contains("regex") ? 1 : 0
        return count + own + patterns(in: member.value)
      }
    }
  }

  /// Different for a file's endpoint and one of the same name that a request has set.
  var key: String { (isAdded ? "+" : "") + name }

  /// `POST /api/carts/{cart}`, for messages.
  package var title: String { method.map { "\($0) \(path)" } ?? "\(path)" }

  /// Whether an endpoint answers even with `--no-mock`.
  package var isScreen: Bool { if case .screen = action { true } else { false } }
}

/// A response of an endpoint.
package struct EndpointResponse: Sendable {
  enum Content: Sendable {
    case none
    case json(EndpointTemplate)
    case text(PlaceholderText)
    /// The name of a file in `_assets/`.
    case asset(String)
  }

  let condition: EndpointCondition?
  package let status: Int
  let fields: [(name: String, value: PlaceholderText)]
  let content: Content
  /// A JSON Merge Patch of the state.
  let changes: EndpointTemplate?
  let effect: MockEffect
  /// The values that its templates name, with the number of places.
  private let uses: [(path: ValuePath, count: Int)]

  /// The limit of what the values of a request make of the templates of a response, in bytes.
  package static let maximumBytes = 16 << 20

  init(
    condition: EndpointCondition?, status: Int, fields: [(name: String, value: PlaceholderText)],
    content: Content, changes: EndpointTemplate?, effect: MockEffect
  ) {
    self.condition = condition
    self.status = status
    self.fields = fields
    self.content = content
    self.changes = changes
    self.effect = effect
    var names = fields.flatMap(\.value.names) + (changes?.names ?? [])
    switch content {
    case .none, .asset: break
    case .json(let template): names += template.names
    case .text(let text): names += text.names
    }
    var counts: [String: (path: ValuePath, count: Int)] = [:]
    for name in names { counts[name.description, default: (name, 0)].count += 1 }
    uses = counts.values.sorted { $0.count > $1.count }
  }

  var repeatsUndecoded: Bool {
    uses.contains { [.url, .text, .cookies].contains($0.path.source) }
  }

  /// Whether the values of a request fit: one value in many places makes much of little. Stops at the limit, so that it
  /// takes no longer than writing as many bytes.
  func fits(_ values: EndpointValues) -> Bool {
    var bytes = 0
    for (path, count) in uses {
      guard let value = values[path] else { continue }
      let (product, overflows) = value.serialized().count.multipliedReportingOverflow(by: count)
      guard !overflows, product <= Self.maximumBytes - bytes else { return false }
      bytes += product
    }
    return true
  }
}

/// A screen at an address of the app's own.
package struct ScreenAddress: Sendable {
  package let route: String
  package let format: String?
  package let user: ValuePath?
  package let attributes: [(name: String, path: ValuePath)]

  /// The fields of requests that decide the response, in lower case.
  package var fields: [String] {
    var fields: [String] = []
    for field in ([user] + attributes.map(\.path)).compactMap({ $0?.field }) where !fields.contains(field) {
      fields.append(field)
    }
    return fields
  }
}

/// A condition on the values of a request.
struct EndpointCondition: Sendable {
  /// The condition as its author wrote it.
  let source: JSONValue
  private let compiled: Condition

  /// - Parameter source: a valid condition.
  /// - Returns: nil if it is invalid.
  init?(_ source: JSONValue, groups: ConditionGroups) {
    var ignored = Diagnostics()
    let compiled = ConditionReader.read(
      Self.namingLists(source), at: .root, groups: groups, operators: SchemaOperator.all, &ignored)
    guard let compiled else { return nil }
    self.source = source
    self.compiled = compiled
  }

  func holds(_ values: EndpointValues) -> Bool { compiled.passes(values.attributes) }

  /// The operators that test the list of all texts of a name, such as `query.tag`. The others test the first text.
  private static let listOperators = [
    ConditionOperator.all, .allIgnoringCase, .elementMatch, .size,
  ].map(\.rawValue)

  /// The condition with other names for all texts of a name: `*query.tag.0` in place of `query.tag.0`, and `*query.tag`
  /// for operators of lists. A text has no members, so conditions find the first one and all of them by different names.
  private static func namingLists(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(namingLists))
    case .object(let object):
      var renamed = JSONObject()
      for member in object {
        if ["$and", "$or", "$nor", "$not"].contains(member.name) {
          renamed[member.name] = namingLists(member.value)
        } else {
          let path = try? ValuePath(member.name, placeholders: [])
          let list = EndpointValues.listPrefix + member.name
          if path?.isOfList ?? false {
            renamed[list] = member.value
          } else if path?.source.isOfTexts ?? false, case .object(let operators) = member.value {
            let (ofList, others) = divided(operators)
            if !ofList.isEmpty { renamed[list] = .object(ofList) }
            if !others.isEmpty || ofList.isEmpty { renamed[member.name] = .object(others) }
          } else {
            renamed[member.name] = member.value
          }
        }
      }
      return .object(renamed)
    default: return value
    }
  }

  /// The operators that test a list, and the others.
  private static func divided(_ operators: JSONObject) -> (ofList: JSONObject, others: JSONObject) {
    var ofList = JSONObject()
    var others = JSONObject()
    for member in operators {
      if isOfList(member.name, member.value) {
        ofList[member.name] = member.value
      } else {
        others[member.name] = member.value
      }
    }
    return (ofList, others)
  }

  private static func isOfList(_ name: String, _ operand: JSONValue) -> Bool {
    guard name == ConditionOperator.not.rawValue, case .object(let operators) = operand else {
      return listOperators.contains(name)
    }
    return operators.contains { isOfList($0.name, $0.value) }
  }
}
