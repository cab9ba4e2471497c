import HTTPWire
import JSONText
import Screens

/// Wire formats: `/formats`.
enum FormatEndpoints {
  static let all: [Endpoint] = [list, get]

  static let list = Endpoint(
    .get, "/formats", "listFormats", .formats, "The wire formats, by name",
    responses: [.json("The formats", .object(.required("formats", .array(.listedDocument))))],
    validation: .entityTag
  ) { api in
    .json(["formats": .listed(api.serving.catalogue.formats.values.map { ($0.name, $0.json) })])
  }

  static let get = Endpoint(
    .get, "/formats/{name}", "getFormat", .formats, "A wire format",
    reading: .formatName,
    responses: [
      .json(
        "The format",
        .named(
          "Format",
          .object(
            .optional("description", .string), .required("screen", .any), .optional("section", .any),
            .required("item", .any))))
    ], problems: [.unknownFormat], validation: .entityTag
  ) { api, name in
    let catalogue = api.serving.catalogue
    if let format = catalogue.format(name) { return .json(format.json) }
    let nearest = NearestName.to(name, among: catalogue.formats.keys)
    return Problem(
      .unknownFormat, "unknown format \(quoted(name))" + (nearest.map { "; did you mean \($0)?" } ?? "")
    ).response
  }
}

extension Parameter where Value == String {
  fileprivate static var formatName: Self { path("name", "The name of a wire format.", .string) { $0 } }
}
