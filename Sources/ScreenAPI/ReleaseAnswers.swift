import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// `GET /admin/releases`: all of them, with what they can show.
  var releases: HTTPResponse {
    let releases = publisher.catalogue.releases.values.sorted { $0.name < $1.name }
    return Self.json(["releases": .array(releases.map(\.summary))])
  }

  /// `GET`, `PUT` and `DELETE /admin/releases/{platform}/{version}`.
  func release(
    _ name: ReleaseName, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    switch request.method {
    case .put:
      let isNew = try publisher.setRelease(name, manifest: body, by: parameters.author)
      return Self.json(["release": .string(name.description)], isNew ? 201 : 200)
    case .delete:
      try publisher.deleteRelease(name, by: parameters.author)
      return Self.json(["release": .string(name.description)])
    default:
      let catalogue = publisher.catalogue
      guard let release = catalogue.releases[name] else {
        throw .unknownRelease(name, nearest: catalogue.nearestRelease(to: name))
      }
      return Self.json(release.json)
    }
  }
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

extension Impact {
  /// Adds `"impact"`, when there are releases to speak of.
  func add(to object: inout JSONObject) {
    guard isKnown else { return }
    object["impact"] = .array(entries.map(\.json))
    if count > entries.count { object["impactCount"] = .number(JSONNumber(count)) }
  }
}

extension Impact.Entry {
  fileprivate var json: JSONValue {
    [
      "release": .string(release.description), "variant": variant.map { .string($0) } ?? JSONValue.null,
      "item": .string(item), "effect": .string(effect.rawValue),
    ]
  }
}
