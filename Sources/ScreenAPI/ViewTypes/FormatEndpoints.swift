import AdminModel
import HTTPWire
import JSONText
import Screens

/// Wire formats: `/formats`.
enum FormatEndpoints {
  static let all: [Endpoint] = [list, get, source, set, delete]

  static let list = Endpoint(
    .get, "/formats", "listFormats", .formats, "The wire formats, by name",
    reading: .namePage,
    responses: [
      .page("The formats, or a page of them", FormatPage.self)
    ],
    validation: .entityTag
  ) { api, page in
    let (part, link) = page.listed(api.serving.catalogue.formats.values.map { ($0.name, $0.json) })
    return .json(FormatPage(formats: part)).linked(link)
  }

  static let get = Endpoint(
    .get, "/formats/{name}", "getFormat", .formats, "A wire format",
    reading: .formatName,
    responses: [
      .json("The format", .format)
    ], problems: [.unknownFormat], validation: .entityTag
  ) { (api, name) throws(ScreensError) in
    let catalogue = api.serving.catalogue
    guard let format = catalogue.format(name) else {
      throw .unknown(.format, name, among: catalogue.formats.keys)
    }
    return .json(format.json)
  }
}

extension FormatEndpoints {
  static let source = Endpoint(
    .get, "/admin/formats/{name}", "getFormatToChange", .formats, "A wire format", access: .token(.read),
    reading: .formatToChange, responses: [.json("The format", .format)], problems: [.unknownFormat],
    validation: .entityTag
  ) { (api, name) throws(ScreensError) in
    let formats = api.publisher.catalogue.formats
    guard let format = api.publisher.catalogue.format(name) else {
      throw .unknown(.format, name, among: formats.keys)
    }
    return .json(format.json)
  }

  static let set = Endpoint(
    .put, "/admin/formats/{name}", "setFormat", .formats, "Adds or changes a wire format",
    access: .publishing, effect: .stores,
    reading: .formatToChange, .dryRun, .author, .precondition, .body(.format, "The format."),
    responses: [
      .json("The format was changed", DocumentChange.self),
      .json(201, "The format was added", DocumentChange.self),
    ], problems: [.badName, .breaksScreens, .damagedScreen]
  ) { (api, name, dryRun, author, precondition, body) throws(ScreensError) in
    guard Name.isViewType(name) else { return Problem.badName(name, of: "a format").response }
    let isNew = try api.publisher.documents.set(
      .format, name, body, by: author, dryRun: dryRun, force: api.serving.isChangeSet,
      precondition: { precondition.allows($0) })
    return .json(
      DocumentChange(name: name, dryRun: dryRun ? true : nil), isNew && !dryRun ? 201 : 200)
  }

  static let delete = Endpoint(
    .delete, "/admin/formats/{name}", "deleteFormat", .formats,
    "Deletes a wire format that no current version uses", access: .publishing, effect: .stores,
    reading: .formatToChange, .dryRun, .author, .precondition,
    responses: [.json("The format was deleted", DocumentChange.self)],
    problems: [.unknownFormat, .breaksScreens, .damagedScreen]
  ) { (api, name, dryRun, author, precondition) throws(ScreensError) in
    try api.publisher.documents.delete(
      .format, name, by: author, dryRun: dryRun, force: api.serving.isChangeSet,
      precondition: { precondition.allows($0) })
    return .json(DocumentChange(name: name, dryRun: dryRun ? true : nil))
  }
}

extension Schema {
  fileprivate static let format = Schema.named(
    "Format",
    .object(
      .optional("description", .string), .required("screen", .any), .optional("section", .any),
      .required("item", .any),
      .optional("values", .anyObject, "The schemas of the values of screens and sections."),
      .optional("viewType", .pointer, "Where the content has the view type."),
      .optional("id", .pointer, "Where the content has the id."),
      .optional("viewTypes", .anyObject, "What view types are called on the wire."),
      .optional("nesting", .choice(["inline", "flat"]))))
}

extension Problem {
  /// The problem of a name that a document cannot have.
  static func badName(_ name: String, of noun: String) -> Problem {
    Problem(
      .badName,
      "\(quoted(name)) cannot be the name of \(noun); letters, digits, \".\", \"_\" and \"-\", beginning with a letter"
    )
  }
}

extension Parameter where Value == String {
  /// The name of a format in the admin API, which allows only valid names.
  fileprivate static var formatToChange: Self {
    path("name", "The name of a wire format.", .viewTypeName) { $0 }
  }

  fileprivate static var formatName: Self { path("name", "The name of a wire format.", .string) { $0 } }
}
