import HTTPWire
import Screens

/// What the app that asks can show, as far as it says so.
enum Capabilities {
  /// A list of view types; it stands above a release.
  case viewTypes(Set<String>)
  case release(Release)

  /// View types that a request may list.
  static let maximumViewTypes = 1000

  func shows(_ item: Item) -> Bool {
    switch self {
    case .viewTypes(let names): names.contains(item.viewType)
    case .release(let release): release.shows(item)
    }
  }

  /// Whether the view type is known to the app.
  func names(_ viewType: String) -> Bool {
    switch self {
    case .viewTypes(let names): names.contains(viewType)
    case .release(let release): release.names(viewType)
    }
  }

  /// The release, when it has schemas of its own, so that the view type alone does not say what it shows.
  var lookingAtContent: ReleaseName? {
    if case .release(let release) = self, release.hasSchemas { release.name } else { nil }
  }

  /// `Accept-View-Types: ONE_LINE_TEXT, ONE_IMAGE`: names between commas, in the way of RFC 9110 §5.6.1, so that
  /// empty elements mean nothing.
  /// - Throws: ``ParameterError`` for a name that cannot be one.
  static func viewTypes(in list: String) throws(ParameterError) -> Set<String> {
    var names: Set<String> = []
    for element in list.split(separator: ",") {
      let name = element.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
        .reversed()
      let text = String(name)
      if text.isEmpty { continue }
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

  /// What a request says of itself. A release that is not registered says nothing.
  static func of(
    _ request: borrowing HTTPRequest, release: String?, _ releases: [ReleaseName: Release]
  ) throws(ParameterError) -> Capabilities? {
    if let list = request.list(.acceptViewTypes) { return .viewTypes(try viewTypes(in: list)) }
    let name = release ?? request.field(.clientRelease).map { String(decoding: $0) }
    return name.flatMap { ReleaseName($0) }.flatMap { releases[$0] }.map { .release($0) }
  }
}
