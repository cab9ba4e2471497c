/// The members of a JSON object, in the order of the source.
///
/// Names are compared scalar by scalar. Small objects are searched linearly. An object of more than ``indexedCount``
/// members keeps a hash index, so that no document can make look-ups quadratic.
package struct JSONObject: Sendable {
  package private(set) var members: [JSONMember]

  /// The index of each name in `members`; nil for a small object.
  private var index: [ExactString: Int]?

  /// The largest object without a hash index. Up to this size a linear search is faster.
  private static let indexedCount = 16

  package init() {
    members = []
    index = nil
  }

  /// - Parameter members: members with different names; not checked.
  init(distinct members: [JSONMember]) {
    self.members = members
    index = nil
    indexIfLarge()
  }

  package var count: Int { members.count }
  package var isEmpty: Bool { members.isEmpty }
  package var names: [String] { members.map(\.name) }

  /// The value of a name. Setting a new name appends a member, setting an existing name keeps its position, and
  /// setting nil removes the member.
  package subscript(name: String) -> JSONValue? {
    get { index(of: name).map { members[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let position?, let value?):
        members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        index = nil
        indexIfLarge()
      case (nil, let value?):
        members.append(JSONMember(name: name, value: value))
        if index == nil { indexIfLarge() } else { index?[ExactString(name)] = members.count - 1 }
      case (nil, nil):
        break
      }
    }
  }

  /// The index of the member with this name.
  package func index(of name: String) -> Int? {
    if let index { return index[ExactString(name)] }
    return members.firstIndex { $0.name.hasSameScalars(as: name) }
  }

  private mutating func indexIfLarge() {
    guard members.count > Self.indexedCount else { return }
    index = Dictionary(
      members.enumerated().map { (ExactString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension JSONObject: Equatable {
  /// Whether both have the same members in the same order.
  package static func == (one: JSONObject, other: JSONObject) -> Bool { one.members == other.members }
}

extension JSONObject: RandomAccessCollection {
  package var startIndex: Int { members.startIndex }
  package var endIndex: Int { members.endIndex }
  package subscript(position: Int) -> JSONMember { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}
