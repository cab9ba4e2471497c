import JSONText
import Screens

/// A JSONPath whose values conditions and templates can name.
struct WireMockJSONPath {
  private enum Step {
    case member(String)
    case index(Int)
    case allElements
    case filter(WireMockJSONFilter)
    case size
  }

  private var steps: [Step] = []
  private let place: [String]
  private let text: String

  /// - Throws: ``NoCounterpart`` for an expression that no condition can write.
  init(_ text: String, _ place: [String]) throws(NoCounterpart) {
    self.text = text
    self.place = place
    var scanner = JSONPathScanner(text)
    guard scanner.take("$") else { throw unknown }
    while !scanner.isAtEnd {
      if scanner.take(".size()") || scanner.take(".length()") {
        steps.append(.size)
      } else if scanner.take("[*]") || scanner.take(".*") {
        steps.append(.allElements)
      } else if scanner.take("[?(") {
        guard let filter = WireMockJSONFilter(&scanner), scanner.take(")]") else { throw unknown }
        steps.append(.filter(filter))
      } else if let index = scanner.takeIndex() {
        steps.append(.index(index))
      } else if let name = scanner.takeMember() {
        steps.append(.member(name))
      } else {
        throw unknown
      }
    }
  }

  private var unknown: NoCounterpart {
    NoCounterpart(tokens: place, reason: "conditions name members, not \(quoted(text))")
  }

  /// The name of the value, such as `body.items.0.id`; nil if there can be several.
  var name: String? { Self.name(steps[...]).map { $0.isEmpty ? "body" : "body.\($0)" } }

  private static func name(_ steps: ArraySlice<Step>) -> String? {
    var names: [String] = []
    for step in steps {
      switch step {
      case .member(let name): names.append(name)
      case .index(let index): names.append(String(index))
      case .allElements, .filter, .size: return nil
      }
    }
    return names.joined(separator: ".")
  }

  /// The condition that the value, or one of several, exists or matches.
  func condition(matching matcher: WireMockMatcher?) throws(NoCounterpart) -> WireMockCondition {
    let first = steps.firstIndex { Self.name([$0]) == nil } ?? steps.count
    guard let prefix = Self.name(steps[..<first]) else { throw unknown }
    let name = prefix.isEmpty ? "body" : "body.\(prefix)"
    guard first < steps.count else {
      return try matcher?.condition(on: .json(name)) ?? WireMockSubject.json(name).exists(true)
    }
    let rest = steps[(first + 1)...]
    switch steps[first] {
    case .size:
      guard rest.isEmpty, let matcher, let text = matcher.source["equalTo"]?.stringValue,
        let number = JSONNumber(text: text)
      else { throw unknown }
      return WireMockCondition([name: ["$size": .number(number)]])
    case .allElements:
      guard let inner = Self.name(rest) else { throw unknown }
      guard !inner.isEmpty else {
        return try matcher?.condition(on: .texts(name)) ?? WireMockSubject.json(name + ".0").exists(true)
      }
      return WireMockCondition([name: ["$elemMatch": .object(try element(inner, matcher, [:]))]])
    case .filter(let filter):
      guard let inner = Self.name(rest) else { throw unknown }
      let element = try element(inner, matcher, filter.condition(below: ""))
      // A filter of an object tests the object itself.
      var itself = WireMockCondition(filter.condition(below: "\(name)."))
      if !inner.isEmpty {
        let subject = WireMockSubject.json("\(name).\(inner)")
        itself.add(try matcher?.condition(on: subject) ?? subject.exists(true))
      } else if matcher != nil {
        throw unknown
      }
      return WireMockCondition(any: [WireMockCondition([name: ["$elemMatch": .object(element)]]), itself])
    case .member, .index: throw unknown
    }
  }

  /// The condition on the elements of an array.
  private func element(
    _ name: String, _ matcher: WireMockMatcher?, _ filter: JSONObject
  ) throws(NoCounterpart) -> JSONObject {
    var condition = WireMockCondition()
    if !filter.isEmpty { condition.add(WireMockCondition(filter)) }
    if !name.isEmpty {
      let subject = WireMockSubject.json(name)
      condition.add(try matcher?.condition(on: subject) ?? subject.exists(true))
    }
    // An object of names with a dollar sign alone is one of operators.
    guard let object = condition.object, object.contains(where: { !$0.name.hasPrefix("$") }) else {
      throw unknown
    }
    return object
  }
}

/// The filter of a JSONPath: what `@` must be.
struct WireMockJSONFilter {
  private indirect enum Node {
    case all([Node])
    case any([Node])
    case not(Node)
    /// The operators on the value at a path.
    case test(String, JSONObject)
  }

  private let root: Node

  /// Reads up to the parenthesis that closes the filter.
  init?(_ scanner: inout JSONPathScanner) {
    guard let root = Self.disjunction(&scanner, depth: 0) else { return nil }
    self.root = root
  }

  private static let maximumDepth = 10

  private static func disjunction(_ scanner: inout JSONPathScanner, depth: Int) -> Node? {
    guard let first = conjunction(&scanner, depth: depth) else { return nil }
    var nodes = [first]
    while scanner.takeWord("||") {
      guard let next = conjunction(&scanner, depth: depth) else { return nil }
      nodes.append(next)
    }
    return nodes.count == 1 ? first : .any(nodes)
  }

  private static func conjunction(_ scanner: inout JSONPathScanner, depth: Int) -> Node? {
    guard let first = term(&scanner, depth: depth) else { return nil }
    var nodes = [first]
    while scanner.takeWord("&&") {
      guard let next = term(&scanner, depth: depth) else { return nil }
      nodes.append(next)
    }
    return nodes.count == 1 ? first : .all(nodes)
  }

  private static func term(_ scanner: inout JSONPathScanner, depth: Int) -> Node? {
    guard depth < maximumDepth else { return nil }
    scanner.skipSpaces()
    if scanner.take("!") { return term(&scanner, depth: depth + 1).map { .not($0) } }
    if scanner.take("(") {
      guard let inside = disjunction(&scanner, depth: depth + 1) else { return nil }
      return scanner.takeWord(")") ? inside : nil
    }
    guard scanner.take("@") else { return nil }
    var names: [String] = []
    var isSize = false
    while !isSize {
      if scanner.take(".size()") || scanner.take(".length()") {
        isSize = true
      } else if let index = scanner.takeIndex() {
        names.append(String(index))
      } else if let name = scanner.takeMember() {
        names.append(name)
      } else {
        break
      }
    }
    guard !names.isEmpty else { return nil }
    let name = names.joined(separator: ".")
    if scanner.takeWord("=~") {
      guard !isSize, let (text, flags) = scanner.takeExpression(), ["", "i"].contains(flags),
        let pattern = try? WireMockPattern(text, [])
      else { return nil }
      let operation = flags == "i" || pattern.ignoresCase ? "$regexi" : "$regex"
      return .test(name, ["$exists": true, operation: pattern.whole(.lines)])
    }
    let operations = [
      ("==", "$eq"), ("!=", "$ne"), (">=", "$gte"), ("<=", "$lte"), (">", "$gt"), ("<", "$lt"),
    ]
    guard let operation = operations.first(where: { scanner.takeWord($0.0) })?.1 else {
      return isSize ? nil : .test(name, ["$exists": true])
    }
    guard let value = scanner.takeValue() else { return nil }
    if isSize { return .test(name, ["$size": operation == "$eq" ? value : .object([operation: value])]) }
    if value == .null { return .test(name, ["$exists": .bool(operation == "$ne")]) }
    return .test(name, operation == "$eq" ? ["$eq": value] : ["$exists": true, operation: value])
  }

  /// The condition.
  /// - Parameter prefix: what precedes the names.
  func condition(below prefix: String) -> JSONObject { Self.condition(root, prefix) }

  private static func condition(_ node: Node, _ prefix: String) -> JSONObject {
    switch node {
    case .all(let nodes):
      WireMockCondition(all: nodes.map { condition($0, prefix) }).object ?? [:]
    case .any(let nodes): ["$or": .array(nodes.map { .object(condition($0, prefix)) })]
    case .not(let node): ["$not": .object(condition(node, prefix))]
    case .test(let name, let operators): [prefix + name: .object(operators)]
    }
  }
}

/// Reads the parts of a JSONPath.
struct JSONPathScanner {
  private let text: [Character]
  private var position = 0

  init(_ text: String) { self.text = Array(text) }

  var isAtEnd: Bool { position >= text.count }
  private var current: Character? { isAtEnd ? nil : text[position] }

  mutating func skipSpaces() { while current == " " { position += 1 } }

  mutating func take(_ word: String) -> Bool {
    guard text[min(position, text.count)...].starts(with: word) else { return false }
    position += word.count
    return true
  }

  /// Takes a word between spaces.
  mutating func takeWord(_ word: String) -> Bool {
    let start = position
    skipSpaces()
    guard take(word) else {
      position = start
      return false
    }
    skipSpaces()
    return true
  }

  private mutating func takeWhile(_ condition: (Character) -> Bool) -> String {
    let start = position
    while let character = current, condition(character) { position += 1 }
    return String(text[start..<position])
  }

  /// `[0]`.
  mutating func takeIndex() -> Int? {
    let start = position
    if take("["), let index = Int(takeWhile { $0.isASCII && $0.isNumber }), take("]") { return index }
    position = start
    return nil
  }

  /// `.name` or `['name']`. Conditions can name no member with a dot.
  mutating func takeMember() -> String? {
    let start = position
    var name = ""
    if take("['") || take("[\"") {
      let quote = text[position - 1]
      name = takeWhile { $0 != quote }
      if !take("\(quote)]") { name = "" }
    } else if take(".") {
      name = takeWhile { $0.isLetter || $0.isNumber || "_-$".contains($0) }
    }
    if !name.isEmpty, !name.contains("."), !name.hasPrefix("$") { return name }
    position = start
    return nil
  }

  /// `/expression/flags`.
  mutating func takeExpression() -> (text: String, flags: String)? {
    guard take("/") else { return nil }
    var expression = ""
    while let character = current, character != "/" {
      expression.append(character)
      position += 1
      if character == "\\", let escaped = current {
        expression.append(escaped)
        position += 1
      }
    }
    guard take("/") else { return nil }
    return (expression, takeWhile { $0.isLetter })
  }

  /// A text in quotes, a number, true, false or null.
  mutating func takeValue() -> JSONValue? {
    for quote in ["'", "\""] where take(quote) {
      let text = takeWhile { String($0) != quote && $0 != "\\" }
      return take(quote) ? .string(text) : nil
    }
    let word = takeWhile { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    guard let value = try? JSONParser.parse(Array(word.utf8)) else { return nil }
    return value
  }
}
