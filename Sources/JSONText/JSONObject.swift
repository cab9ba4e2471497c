/// The members of a JSON object, in the order in which they were written.
///
/// Names are compared scalar by scalar. Small objects are searched in line; an object of more than
/// ``indexedCount`` members keeps a hash index, so that no document can make look-ups quadratic.
package struct JSONObject: Sendable {
  package private(set) var members: [JSONMember]

  /// Place of each name in `members`; nil while there are few.
  private var index: [ExactString: Int]?

  /// Beyond this many members a scan costs more than a hash.
  private static let indexedCount = 16

  package init() {
    members = []
    index = nil
  }

  /// Takes over members whose names are known to differ.
  init(distinct members: [JSONMember]) {
    self.members = members
    index = nil
    indexIfLarge()
  }

  package var count: Int { members.count }
  package var isEmpty: Bool { members.isEmpty }
  package var names: [String] { members.map(\.name) }

  /// The value of that name. Setting a new name appends it, setting nil removes the member, and setting a
  /// known name keeps its place.
  package subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?):
        members[place].value = value
      case (let place?, nil):
        members.remove(at: place)
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

  /// The position of the member of that name among the members.
  package func place(of name: String) -> Int? {
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
  /// Same members, same order.
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
