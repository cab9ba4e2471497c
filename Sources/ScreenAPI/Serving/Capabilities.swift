import HTTPWire
import Screens

/// What the requesting app can show, if it says so.
enum Capabilities {
  /// The view types of `Accept-View-Types`, which takes precedence over a release.
  case viewTypes(Set<String>)
  case release(Release)

  /// The number of view types that a request may list.
  static let maximumViewTypes = 1000

  func shows(_ item: Item) -> Bool {
    switch self {
    case .viewTypes(let names): names.contains(item.viewType)
    case .release(let release): release.shows(item)
    }
  }

  /// Whether the app knows a view type.
  func names(_ viewType: String) -> Bool {
    switch self {
    case .viewTypes(let names): names.contains(viewType)
    case .release(let release): release.names(viewType)
    }
  }

  /// The release if it has its own schemas; the view type alone then does not decide what it shows.
  var releaseWithSchemas: ReleaseName? {
    if case .release(let release) = self, release.hasSchemas { release.name } else { nil }
  }

  /// Parses `Accept-View-Types: ONE_LINE_TEXT, ONE_IMAGE`: names separated by commas; empty elements are ignored
  /// (RFC 9110 §5.6.1).
  /// - Throws: ``ParameterError`` for a text that is not a valid name, and for too many names.
  static func viewTypes(in list: String) throws(ParameterError) -> Set<String> {
    var names: Set<String> = []
    for text in FieldList.elements(of: list) where !text.isEmpty {
      guard Name.isViewType(text) else {
        throw ParameterError(
          name: "Accept-View-Types", detail: "\(quoted(text)) cannot be the name of a view type")
      }
      guard names.insert(text).inserted, names.count > maximumViewTypes else { continue }
      throw ParameterError(
        name: "Accept-View-Types", detail: "more than \(maximumViewTypes) view types are listed")
    }
    return names
  }

  /// The capabilities that a request declares; nil if it declares none, or an unregistered release.
  /// - Parameter lists: the lists of view types that are known.
  static func of(
    _ request: borrowing HTTPRequest, release: String?, _ releases: [ReleaseName: Release],
    _ lists: ViewTypeLists
  ) throws(ParameterError) -> Capabilities? {
    if let field = request.field(.acceptViewTypes), !request.isRepeated(.acceptViewTypes) {
      let names = request.withKept(orKeep: ConnectionMemory.init) { memory in
        Result { () throws(ParameterError) in try memory.names(field, among: lists) }
      }
      return .viewTypes(try names.get())
    }
    if let list = request.list(.acceptViewTypes) { return .viewTypes(try viewTypes(in: list)) }
    let name = release ?? request.field(.clientRelease).map { String(decoding: $0) }
    return name.flatMap { ReleaseName($0) }.flatMap { releases[$0] }.map { .release($0) }
  }
}
