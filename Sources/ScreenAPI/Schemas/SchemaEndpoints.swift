import HTTPWire
import JSONText
import ScreenSchemas
import Screens

/// Schemas of documents for editors: `/schemas`.
enum SchemaEndpoints {
  static let all: [Endpoint] = [get]

  static let get = Endpoint(
    .get, "/schemas/{name}", "getSchema", .schemas,
    "The JSON Schema (draft-07) of a kind of documents, for editors",
    reading: .schemaName,
    responses: [
      ResponseDeclaration(200, "A JSON Schema draft-07", content: [("application/schema+json", .anyObject)])
    ], problems: [.unknownSchema], validation: .entityTag
  ) { api, name in
    guard let kind = FileKind.allCases.first(where: { $0.fileName == name }) else {
      let known = FileKind.allCases.map(\.fileName)
      return Problem(
        .unknownSchema,
        "unknown schema \(quoted(name)); \(NearestName.hint(for: name, among: known) ?? known.joined(separator: ", "))"
      ).response
    }
    let schemas = DocumentSchemas(
      api.serving.catalogue, routes: api.publisher.screens.all.map(\.route.name))
    return .json(schemas.schema(of: kind), contentType: "application/schema+json")
  }
}

extension Parameter where Value == String {
  fileprivate static var schemaName: Self {
    path(
      "name", "The name of a kind of documents and .json, such as definition.json.",
      .choice(FileKind.allCases.map(\.fileName))
    ) { $0 }
  }
}
