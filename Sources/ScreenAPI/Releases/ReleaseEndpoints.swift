import AdminModel
import HTTPWire
import JSONText
import Screens

/// Releases of apps: `/admin/releases`.
enum ReleaseEndpoints {
  static let all: [Endpoint] = [list, get, set, delete]

  static let list = Endpoint(
    .get, "/admin/releases", "listReleases", .releases,
    "The releases, with the view types that they can show",
    access: .token(.read),
    responses: [.json("The releases", .object(.required("releases", .array(.listedRelease))))],
    validation: .entityTag
  ) { api in
    let releases = api.publisher.catalogue.releases.values.sorted { $0.name < $1.name }
    return .json(["releases": .array(releases.map(\.summary))])
  }

  static let get = Endpoint(
    .get, "/admin/releases/{platform}/{version}", "getRelease", .releases, "What a release can show",
    access: .token(.read), reading: .releaseName, responses: [.json("The manifest", .release)],
    problems: [.unknownRelease], validation: .entityTag
  ) { (api, name) throws(ScreensError) in
    let catalogue = api.publisher.catalogue
    guard let release = catalogue.releases[name] else {
      throw .unknown(
        .release, name.description, among: catalogue.releases.keys.map(\.description))
    }
    return .json(release.json)
  }

  static let set = Endpoint(
    .put, "/admin/releases/{platform}/{version}", "setRelease", .releases,
    "Registers a release, with the view types that it can show", access: .token(.publish), effect: .stores,
    reading: .releaseName, .author, .precondition, .body(.release, "The manifest."),
    responses: [
      .json("The release was changed", ReleaseReference.self),
      .json(201, "The release was registered", ReleaseReference.self),
    ]
  ) { (api, name, author, precondition, body) throws(ScreensError) in
    let isNew = try api.publisher.documents.set(
      .release, name.description, body, by: author, precondition: { precondition.allows($0) })
    return .json(ReleaseReference(release: name.description), isNew ? 201 : 200)
  }

  static let delete = Endpoint(
    .delete, "/admin/releases/{platform}/{version}", "deleteRelease", .releases, "Deletes a release",
    access: .token(.publish), effect: .stores, reading: .releaseName, .author, .precondition,
    responses: [.json("The release was deleted", ReleaseReference.self)], problems: [.unknownRelease]
  ) { (api, name, author, precondition) throws(ScreensError) in
    try api.publisher.documents.delete(
      .release, name.description, by: author, precondition: { precondition.allows($0) })
    return .json(ReleaseReference(release: name.description))
  }
}

extension Parameter where Value == ReleaseName {
  /// Platform and version have 100 bytes together, with the slash between them, so that each has 98 at most.
  fileprivate static var releaseName: Self {
    let platform = Schema.string(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maximumLength: 98)
    let version = Schema.string(pattern: "^[A-Za-z0-9][A-Za-z0-9._+-]*$", maximumLength: 98)
    return Parameter(
      [
        ParameterDeclaration("platform", in: .path, "The platform of the app.", platform, isRequired: true),
        ParameterDeclaration("version", in: .path, "The version of the app.", version, isRequired: true),
      ], problems: [.notFound]
    ) { (_, arguments, _) throws(Problem) in
      let platform = arguments.placeholders["platform"] ?? ""
      guard let name = ReleaseName(platform + "/" + (arguments.placeholders["version"] ?? "")) else {
        throw .notFound(arguments.path)
      }
      return name
    }
  }
}

// MARK: JSON

extension Schema {
  private static let viewTypes = Schema.array(
    .anyOf([
      .string,
      .named(
        "ReleaseViewType", .closedObject(.required("name", .string), .optional("schema", .any))),
    ]))

  fileprivate static let release = Schema.named(
    "Release",
    .closedObject(
      .required("viewTypes", viewTypes),
      .optional("supported", .boolean.defaulting(to: true))))

  fileprivate static let listedRelease = Schema.named(
    "ListedRelease",
    .object(
      .required("release", .string, "Platform and version, such as ios/1.3.0."),
      .required("supported", .boolean), .required("viewTypes", viewTypes)))
}

extension Release {
  /// The manifest with the release's name in front.
  fileprivate var summary: JSONValue {
    var object: JSONObject = [
      "release": .string(name.description), "supported": .bool(isSupported),
    ]
    for member in json.objectValue ?? [:] where member.name != "supported" {
      object[member.name] = member.value
    }
    return .object(object)
  }
}
