package import JSONText

/// Which items a request for a collection lists, in json-server's words: `?_sort=-price,name&_page=2&price_gte=10`.
package struct CollectionQuery: Sendable {
  private enum Operator: String, CaseIterable {
    case notEqual = "_ne"
    case atLeast = "_gte"
    case atMost = "_lte"
    case above = "_gt"
    case below = "_lt"
  }

  private struct Filter {
    let path: MemberPath
    /// Nil for equality.
    let comparison: Operator?
    /// One of which the value equals, or the text to compare with.
    var texts: [String]
  }

  /// The limits of what one request can ask for: each key and each condition is looked up in all items.
  private static let maximumKeys = 16
  private static let maximumFilters = 64

  private var filters: [Filter] = []
  private var order: [(path: MemberPath, isDescending: Bool)] = []
  private var page: Int?
  private var perPage = 10
  private var range: Range<Int>?
  private let parameters: [(name: String, value: String)]

  package init(_ parameters: [(name: String, value: String)]) {
    self.parameters = parameters
    var numbers: [String: Int] = [:]
    var directions: [Substring] = []
    for (name, value) in parameters {
      switch name {
      case "_sort":
        order += value.split(separator: ",").map { key in
          let isDescending = key.utf8.first == UInt8(ascii: "-")
          return (MemberPath(String(isDescending ? key.dropFirst() : key)), isDescending)
        }
      case "_order": directions = value.split(separator: ",")
      case "_page", "_per_page", "_start", "_end", "_limit": numbers[name] = Int(value).map { max($0, 0) }
      case _ where name.utf8.first == UInt8(ascii: "_"): break
      default: add(name, value)
      }
    }
    order = Array(order.prefix(Self.maximumKeys))
    for (place, direction) in zip(order.indices, directions) where direction == "desc" {
      order[place].isDescending = true
    }
    if numbers["_page"] != nil || numbers["_per_page"] != nil {
      page = max(numbers["_page"] ?? 1, 1)
      if let size = numbers["_per_page"] ?? numbers["_limit"], size > 0 { perPage = size }
    } else if numbers["_start"] != nil || numbers["_end"] != nil || numbers["_limit"] != nil {
      let start = numbers["_start"] ?? 0
      let (last, isTooFar) = start.addingReportingOverflow(numbers["_limit"] ?? .max)
      range = start..<max(start, numbers["_end"] ?? (isTooFar ? .max : last))
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    let comparison = Operator.allCases.first { name.hasSuffix($0.rawValue) && name != $0.rawValue }
    let path = MemberPath(String(name.dropLast(comparison?.rawValue.count ?? 0)))
    // `id=1&id=2` lists the items with one of the ids.
    if comparison == nil,
      let same = filters.firstIndex(where: { $0.comparison == nil && $0.path == path })
    {
      filters[same].texts.append(value)
    } else if filters.count < Self.maximumFilters {
      filters.append(Filter(path: path, comparison: comparison, texts: [value]))
    }
  }

  /// A part of a collection.
  package struct Page: Sendable {
    package let items: [JSONObject]
    /// The number of items on all pages.
    package let total: Int
    /// The relations of `Link` and their queries; empty without pages.
    package var links: [(relation: String, parameters: [(name: String, value: String)])] = []
  }

  package func page(of all: [JSONObject]) -> Page {
    var items = filters.isEmpty ? all : all.filter { item in filters.allSatisfy { Self.passes(item, $0) } }
    if !order.isEmpty {
      let keys = items.map { item in order.map { $0.path.value(in: .object(item)) } }
      items = items.indices.sorted { isBefore(keys[$0], keys[$1]) ?? ($0 < $1) }.map { items[$0] }
    }
    if let range {
      return Page(items: Array(items[items.indices.clamped(to: range)]), total: items.count)
    }
    guard let page else { return Page(items: items, total: items.count) }
    let (start, isTooFar) = (page - 1).multipliedReportingOverflow(by: perPage)
    let rest = isTooFar ? [] : items.dropFirst(start)
    let last = max(1, items.count / perPage + (items.count % perPage == 0 ? 0 : 1))
    var links = [("first", 1)]
    if page > 1 { links.append(("prev", min(page - 1, last))) }
    if page < last { links.append(("next", page + 1)) }
    links.append(("last", last))
    return Page(
      items: Array(rest.prefix(perPage)), total: items.count,
      links: links.map { ($0.0, self.parameters(ofPage: $0.1)) })
  }

  private func parameters(ofPage number: Int) -> [(name: String, value: String)] {
    var parameters = parameters.filter { $0.name != "_page" }
    parameters.append(("_page", String(number)))
    return parameters
  }

  // MARK: Filters

  private static func passes(_ item: JSONObject, _ filter: Filter) -> Bool {
    let value = filter.path.value(in: .object(item))
    guard let comparison = filter.comparison, let text = filter.texts.first else {
      return value.map { value in filter.texts.contains { equals(value, $0) } } ?? false
    }
    if comparison == .notEqual { return value.map { !equals($0, text) } ?? true }
    guard let value, let order = compare(value, text) else { return false }
    return switch comparison {
    case .atLeast: order >= 0
    case .atMost: order <= 0
    case .above: order > 0
    case .below: order < 0
    case .notEqual: order != 0
    }
  }

  private static func equals(_ value: JSONValue, _ text: String) -> Bool {
    switch value {
    case .string(let own): own.hasSameScalars(as: text)
    case .number(let own): JSONNumber(text: text).map { own.isEqual(to: $0) } ?? false
    default: value.text == text
    }
  }

  /// Negative for a value below the text. A number is compared with a number, a string with any text.
  private static func compare(_ value: JSONValue, _ text: String) -> Int? {
    switch value {
    case .number(let own): JSONNumber(text: text).map { own.compare(to: $0) }
    case .string(let own): order(ExactString(own), ExactString(text))
    default: nil
    }
  }

  private static func order<Value: Comparable>(_ one: Value, _ other: Value) -> Int {
    one < other ? -1 : other < one ? 1 : 0
  }

  // MARK: Order

  /// Whether an item comes before another one by their keys; nil if the keys are equal. Items without a key come last.
  private func isBefore(_ keys: [JSONValue?], _ others: [JSONValue?]) -> Bool? {
    for (place, (mine, theirs)) in zip(keys, others).enumerated() {
      switch (mine, theirs) {
      case (nil, nil): continue
      case (nil, _): return false
      case (_, nil): return true
      case (let mine?, let theirs?):
        let order = Self.compare(mine, theirs)
        if order != 0 { return self.order[place].isDescending ? order > 0 : order < 0 }
      }
    }
    return nil
  }

  private static func compare(_ one: JSONValue, _ other: JSONValue) -> Int {
    switch (one, other) {
    case (.number(let one), .number(let other)): one.compare(to: other)
    case (.string(let one), .string(let other)): order(ExactString(one), ExactString(other))
    case (.bool(let one), .bool(let other)): order(one ? 1 : 0, other ? 1 : 0)
    default: order(rank(one), rank(other))
    }
  }

  private static func rank(_ value: JSONValue) -> Int {
    switch value {
    case .bool: 0
    case .number: 1
    case .string: 2
    case .array, .object: 3
    case .null: 4
    }
  }
}

/// A path into an item: `author.name`, `tags[0]`.
private struct MemberPath: Sendable, Equatable {
  private let steps: [String]

  init(_ text: String) {
    steps = text.utf8.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }.map {
      String(Substring($0.last == UInt8(ascii: "]") ? $0.dropLast() : $0))
    }
  }

  func value(in item: JSONValue) -> JSONValue? {
    var value = item
    for step in steps {
      switch value {
      case .object(let object):
        guard let next = object[step] else { return .none }
        value = next
      case .array(let elements):
        guard let index = JSONPointer.arrayIndex(step), elements.indices.contains(index) else {
          return .none
        }
        value = elements[index]
      default: return .none
      }
    }
    return .some(value)
  }
}
