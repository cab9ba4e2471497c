import AdminModel
import HTTPWire
import JSONText
import Screens

/// Preview templates, to change them: `/admin/preview-templates`.
enum PreviewTemplateEndpoints {
  static let all: [Endpoint] = [get, set, delete]

  static let get = Endpoint(
    .get, "/admin/preview-templates/{type}", "getTemplateToChange", .previews,
    "How items of a view type look in previews", access: .token(.read), reading: .templateType,
    responses: [.json("The template", .anyObject)], problems: [.unknownPreview], validation: .entityTag
  ) { (api, name) throws(ScreensError) in
    let catalogue = api.publisher.catalogue
    guard let template = catalogue.preview(of: name) else {
      throw .unknown(.preview, name, among: catalogue.previews.keys)
    }
    return .json(template.json)
  }

  static let set = Endpoint(
    .put, "/admin/preview-templates/{type}", "setPreviewTemplate", .previews,
    "Adds or changes the template of a view type", access: .publishing, effect: .stores,
    reading: .templateType, .dryRun, .author, .precondition, .body(.anyObject, "The template."),
    responses: [
      .json("The template was changed", PreviewTemplateChange.self),
      .json(201, "The template was added", PreviewTemplateChange.self),
    ], problems: [.badName]
  ) { (api, name, dryRun, author, precondition, body) throws(ScreensError) in
    guard Name.isViewType(name) else { return Problem.badName(name, of: "a view type").response }
    let isNew = try api.publisher.documents.set(
      .preview, name, body, by: author, dryRun: dryRun, precondition: { precondition.allows($0) })
    return .json(
      PreviewTemplateChange(viewType: name, dryRun: dryRun ? true : nil), isNew && !dryRun ? 201 : 200)
  }

  static let delete = Endpoint(
    .delete, "/admin/preview-templates/{type}", "deletePreviewTemplate", .previews,
    "Deletes the template of a view type. Previews then use one made from its schema", access: .publishing,
    effect: .stores,
    reading: .templateType, .dryRun, .author, .precondition,
    responses: [.json("The template was deleted", PreviewTemplateChange.self)],
    problems: [.unknownPreview]
  ) { (api, name, dryRun, author, precondition) throws(ScreensError) in
    try api.publisher.documents.delete(
      .preview, name, by: author, dryRun: dryRun, precondition: { precondition.allows($0) })
    return .json(PreviewTemplateChange(viewType: name, dryRun: dryRun ? true : nil))
  }
}

extension Parameter where Value == String {
  fileprivate static var templateType: Self { path("type", "The name of a view type.", .viewTypeName) { $0 } }
}
