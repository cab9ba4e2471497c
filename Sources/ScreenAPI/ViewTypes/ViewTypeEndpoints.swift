import AdminModel
import HTTPWire
import JSONText
import SchemaCompatibility
import ScreenCodegen
import Screens

/// View types: `/view-types` and `/admin/view-types`.
enum ViewTypeEndpoints {
  static let all: [Endpoint] = [list, get, swift, set, delete]

  static let list = Endpoint(
    .get, "/view-types", "listViewTypes", .viewTypes, "The view types, by name",
    reading: .namePage,
    responses: [
      .page("The view types, or a page of them", ViewTypePage.self)
    ],
    validation: .entityTag
  ) { api, page in
    let (part, link) = page.listed(api.serving.catalogue.viewTypes.values.map { ($0.name, $0.schema) })
    return .json(ViewTypePage(viewTypes: part)).linked(link)
  }

  static let get = Endpoint(
    .get, "/view-types/{name}", "getViewType", .viewTypes, "The JSON Schema of a view type's content",
    reading: .viewTypeName,
    responses: [
      ResponseDeclaration(
        200, "A JSON Schema 2020-12", content: [("application/schema+json", .jsonSchema)])
    ], problems: [.unknownViewType], validation: .entityTag
  ) { (api, name) throws(ScreensError) in
    let catalogue = api.serving.catalogue
    guard let viewType = catalogue.viewType(name) else {
      throw .unknown(.viewType, name, among: catalogue.viewTypes.keys)
    }
    return .json(viewType.schema, contentType: "application/schema+json")
  }

  static let swift = Endpoint(
    .get, "/admin/view-types/{name}/swift", "generateSwift", .viewTypes,
    "The Swift type of a view type's content, as marquee codegen swift writes it", access: .token(.read),
    reading: .viewTypeName,
    responses: [ResponseDeclaration(200, "Swift", content: [("text/plain", .string)])],
    problems: [.unknownViewType]
  ) { (api, name) throws(ScreensError) in
    let catalogue = api.serving.catalogue
    guard catalogue.viewType(name) != nil else {
      throw .unknown(.viewType, name, among: catalogue.viewTypes.keys)
    }
    // All view types together: names of types must not collide.
    let generator = SwiftGenerator(catalogue.viewTypes.values.map { ($0.name, $0.schema) })
    let typeName = generator.typeNames.first { $0.viewType.hasSameScalars(as: name) }?.typeName ?? name
    let file = generator.files.first { $0.name == "\(typeName).swift" }
    return HTTPResponse(
      200, contentType: "text/plain; charset=utf-8", body: Array((file?.text ?? "").utf8))
  }

  static let set = Endpoint(
    .put, "/admin/view-types/{name}", "setViewType", .viewTypes, "Adds or changes a view type",
    access: .publishing, effect: .stores,
    reading: .viewTypeName, .dryRun,
    .flag("force", "Changes it although other view types, current versions or supported releases break."),
    .isGuarded, .author, .precondition, .body(.jsonSchema, "The JSON Schema of the content."),
    responses: [
      .json("The view type was changed", ViewTypeChange.self),
      .json(201, "The view type was added", ViewTypeChange.self),
    ],
    problems: [.badName, .invalidScreen, .breaksScreens, .breaksViewTypes, .breaksReleases, .damagedScreen]
  ) { (api, name, dryRun, force, isGuarded, author, precondition, body) throws(ScreensError) in
    guard Name.isViewType(name) else {
      return Problem(
        .badName,
        "\(quoted(name)) cannot be a view type; letters, digits, \".\", \"_\" and \"-\", beginning with a letter"
      ).response
    }
    // A change set is checked as a whole when it is published.
    let outcome = try api.publisher.viewTypes.set(
      name, schema: body, by: author, dryRun: dryRun, force: force || api.serving.isChangeSet,
      isGuarded: isGuarded, precondition: { precondition.allows($0) })
    let compatibility = outcome.compatibility.map { Compatibility($0) }
    return .json(
      ViewTypeChange(
        name: name, compatibility: compatibility.isEmpty ? nil : compatibility, dryRun: dryRun ? true : nil),
      outcome.isNew && !dryRun ? 201 : 200)
  }
}

extension ViewTypeEndpoints {
  static let delete = Endpoint(
    .delete, "/admin/view-types/{name}", "deleteViewType", .viewTypes,
    "Deletes a view type that no current version uses", access: .publishing, effect: .stores,
    reading: .viewTypeName, .dryRun, .author, .precondition,
    responses: [.json("The view type was deleted", DocumentChange.self)],
    problems: [.unknownViewType, .breaksScreens, .breaksViewTypes, .damagedScreen]
  ) { (api, name, dryRun, author, precondition) throws(ScreensError) in
    try api.publisher.documents.delete(
      .viewType, name, by: author, dryRun: dryRun, force: api.serving.isChangeSet,
      precondition: { precondition.allows($0) })
    return .json(DocumentChange(name: name, dryRun: dryRun ? true : nil))
  }
}

extension Parameter where Value == String {
  fileprivate static var viewTypeName: Self {
    path("name", "The name of a view type.", .viewTypeName) { $0 }
  }
}

// MARK: JSON

extension Schema {
  fileprivate static let jsonSchema = Schema.anyOf([.anyObject, .boolean])
}

extension ListPage {
  /// A page of names, with the title and description that their documents have.
  func listed(
    _ documents: [(name: String, document: JSONValue)]
  ) -> (part: [ListedDocument], link: String?) {
    let (part, link) = part(of: documents.sorted { $0.name < $1.name }) { $0.name }
    return (
      part.map { name, document in
        ListedDocument(
          name: name, title: document["title"]?.stringValue,
          description: document["description"]?.stringValue)
      }, link
    )
  }
}
