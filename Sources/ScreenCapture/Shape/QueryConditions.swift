import JSONText

/// Conditions over the attributes of requests, by which each of several groups of requests gets its own sections.
struct QueryConditions {
  /// The condition of each group. The usual group gets every request that is in no other group.
  let conditions: [JSONValue]
  /// A name for each group, such as `tab-offers`.
  let labels: [String]

  /// - Parameter groups: the attributes of the requests in each group.
  /// - Throws: ``Omission`` if no attributes tell the groups apart.
  init(_ groups: [[JSONObject]]) throws(Omission) {
    guard let names = try Self.names(for: groups) else {
      throw Omission(
        "no condition over the query can tell its response from another response of the route", in: "request",
        "url")
    }
    // The request with the fewest parameters is the usual one.
    let fewest = groups.map { $0.map(\.count).min() ?? 0 }
    let usual = fewest.indices.min { fewest[$0] < fewest[$1] } ?? 0
    let clauses = groups.map { Self.clauses(of: $0, names) }
    let others = clauses.enumerated().filter { $0.offset != usual }.flatMap(\.element)
    conditions = clauses.enumerated().map { index, own in
      if index == usual { return ["$nor": .array(others)] }
      return own.count == 1 ? own[0] : ["$or": .array(own)]
    }
    labels = clauses.enumerated().map { index, own in
      guard index != usual, let members = own.first?.objectValue else { return "usual" }
      return members.map { member in
        let value = member.value["$eq"] ?? member.value
        return member.name + "-" + (value.stringValue ?? (value.objectValue == nil ? value.text : "none"))
      }
      .joined(separator: "-")
    }
  }

  /// Attributes that tell the groups apart, none of which can be left out; nil if there are none.
  /// - Throws: ``Omission`` if there are too many to try.
  private static func names(for groups: [[JSONObject]]) throws(Omission) -> [String]? {
    var values: [ExactString: Set<ExactString>] = [:]
    for attributes in groups.joined() {
      for member in attributes where isUsable(member.name) {
        values[ExactString(member.name), default: []].insert(member.value.text)
      }
    }
    guard values.count <= CaptureLimits.queryNames else {
      throw Omission(
        "the queries of the route have more than \(CaptureLimits.queryNames) different parameters",
        in: "request", "url")
    }
    // The names with the most values are the first to be left out: many such parameters only number the requests.
    var names = values.sorted { ($0.value.count, $1.key) > ($1.value.count, $0.key) }.map(\.key.text)
    guard tellsApart(names, groups) else { return nil }
    for name in names {
      let fewer = names.filter { $0 != name }
      if tellsApart(fewer, groups) { names = fewer }
    }
    return names
  }

  /// Whether a condition can name the attribute. In conditions, a dot is a path, and `$` begins an operator.
  private static func isUsable(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.first != UInt8(ascii: "$") && !name.utf8.contains(UInt8(ascii: "."))
  }

  private static func tellsApart(_ names: [String], _ groups: [[JSONObject]]) -> Bool {
    var seen: [ExactString: Int] = [:]
    for (index, group) in groups.enumerated() {
      for attributes in group {
        let text = ExactString(clause(of: attributes, names).text)
        if let other = seen.updateValue(index, forKey: text), other != index { return false }
      }
    }
    return true
  }

  private static func clauses(of group: [JSONObject], _ names: [String]) -> [JSONValue] {
    var seen: Set<ExactString> = []
    return group.map { clause(of: $0, names) }.filter { seen.insert($0.text) }
  }

  private static func clause(of attributes: JSONObject, _ names: [String]) -> JSONValue {
    var clause = JSONObject()
    for name in names { clause[name] = test(of: attributes[name]) }
    return .object(clause)
  }

  /// The test of one attribute. Without an operator, a condition converts types: `true` holds for every text that is
  /// not empty, and `"null"` for a missing attribute.
  private static func test(of value: JSONValue?) -> JSONValue {
    switch value {
    case nil: ["$exists": false]
    case .string(let text)? where text != "null": .string(text)
    case let value?: ["$eq": value]
    }
  }
}
