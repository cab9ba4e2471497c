package import JSONText

/// What an author says about the responses of an app, because it cannot be inferred.
package struct ElementHints: Sendable, Equatable {
  /// The places of the lists whose elements are items.
  package var items: [JSONPointer]
  /// The place of the view type in an element.
  package var type: JSONPointer?
  /// The place of the id in an element.
  package var id: JSONPointer?

  package static let none = ElementHints()

  package init(items: [JSONPointer] = [], type: JSONPointer? = nil, id: JSONPointer? = nil) {
    self.items = items
    self.type = type
    self.id = id
  }

  /// Reads the hints of a ``CaptureRecord``.
  init(_ json: JSONValue) {
    func pointer(_ value: JSONValue?) -> JSONPointer? { value?.stringValue.flatMap { JSONPointer($0) } }
    self.init(
      items: (json["items"]?.arrayValue ?? []).compactMap { pointer($0) }, type: pointer(json["type"]),
      id: pointer(json["id"]))
  }

  /// The hints for a ``CaptureRecord``.
  var json: JSONValue {
    var json: JSONObject = ["items": .array(items.map { .string($0.description) })]
    if let type { json["type"] = .string(type.description) }
    if let id { json["id"] = .string(id.description) }
    return .object(json)
  }

  var isEmpty: Bool { self == .none }

  /// Whether a response is one that the hints are about.
  func fit(_ response: JSONValue) -> Bool {
    guard !isEmpty else { return false }
    guard !items.isEmpty else { return true }
    return items.contains { Self.isList($0.value(in: response)) }
  }

  private static func isList(_ value: JSONValue?) -> Bool {
    switch value {
    case .array?, .object?: true
    default: false
    }
  }

  /// The lists that a response has at the places, as arrays. An object is a list of its values, or a single element.
  func lists(in response: JSONValue) -> [[JSONValue]] {
    items.compactMap { pointer in
      switch pointer.value(in: response) {
      case .array(let elements)?: elements
      case .object(let object)?: Self.isMap(object, type: type) ? object.map(\.value) : [.object(object)]
      default: nil
      }
    }
  }

  /// Whether an object holds elements by id, and is no element itself.
  static func isMap(_ object: JSONObject, type: JSONPointer?) -> Bool {
    object.allSatisfy { $0.value.objectValue != nil } && type?.value(in: .object(object)) == nil
  }

  /// The first element of a response that is not as the hints say, and why; nil if all are.
  func misfit(in response: JSONValue) -> (place: JSONPointer, reason: String)? {
    for pointer in items {
      var elements: [(place: JSONPointer, value: JSONValue)] = []
      switch pointer.value(in: response) {
      case .array(let list)?: elements = list.enumerated().map { (pointer.appending($0), $1) }
      case .object(let object)?:
        elements =
          Self.isMap(object, type: type)
          ? object.map { (pointer.appending($0.name), $0.value) } : [(pointer, .object(object))]
      default: return (pointer, "there is no array or object here, where --items looks for items")
      }
      for element in elements {
        if let type, ElementForm(type: .pointer(type), id: nil).type(of: element.value) == nil {
          return (element.place, "this element has no view type at \(type), where --type looks for it")
        }
        if let id, ElementForm.text(id.value(in: element.value)) == nil {
          return (element.place, "this element has no id at \(id), where --id looks for it")
        }
      }
    }
    return nil
  }
}
