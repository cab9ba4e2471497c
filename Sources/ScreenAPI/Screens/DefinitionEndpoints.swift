import AdminModel
import HTTPWire
import JSONText
import Screens

/// Definitions: `/admin/screens/{route}`.
enum DefinitionEndpoints {
  static let all: [Endpoint] = [get, publish, patch, delete, reorder]

  static let get = Endpoint(
    .get, "/admin/screens/{route}", "getDefinition", .definitions,
    "The current definition, or that of an earlier version", access: .token(.read),
    reading: .route, .integer("version", "The version; the current one by default."),
    responses: [.json("The definition", .definition, headers: [.versionTag])],
    problems: .existingScreen + [.unknownVersion]
  ) { (api, route, version) throws(ScreensError) in
    let (json, number): (JSONValue, Int)
    if let version {
      let stored = try api.publisher.screens.version(version, of: route)
      guard let definition = stored.definition else { throw .versionWithoutContent(version, route) }
      (json, number) = (definition, version)
    } else {
      (json, number) = try api.publisher.screens.currentDefinition(route)
    }
    var response = HTTPResponse.json(json)
    response.add("ETag", "\"\(number)\"")
    return response
  }

  static let publish = Endpoint(
    .put, "/admin/screens/{route}", "publishDefinition", .definitions,
    "Validates a definition and publishes it", access: .publishing, effect: .stores,
    reading: .routeToChange, .dryRun, .allowsReassignment, .rollout, .author, .precondition,
    .body(.definition, "The definition."),
    responses: .publishedOrCreated, problems: .publishing + [.reassignsUnits]
  ) { (api, route, dryRun, allowsReassignment, rollout, author, precondition, body) throws(ScreensError) in
    let outcome = try api.publisher.screens.publish(
      body, at: route, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment,
      rollout: rollout, precondition: precondition.allows)
    return api.published(outcome, rollout, dryRun: dryRun)
  }

  private static let patchTypes: [MediaContent] = [
    (DefinitionPatch.Kind.jsonPatch.rawValue, .jsonPatch),
    (DefinitionPatch.Kind.mergePatch.rawValue, .mergePatch),
  ]

  static let patch = Endpoint(
    .patch, "/admin/screens/{route}", "patchDefinition", .definitions,
    "Changes the current definition by a patch and publishes it", access: .publishing, effect: .stores,
    reading: .routeToChange, .dryRun, .allowsReassignment, .rollout, .author, .precondition,
    .patch(
      patchTypes, "A JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7396) of the definition.",
      rule: "a patch is application/json-patch+json or application/merge-patch+json",
      accepted: "application/json-patch+json, application/merge-patch+json"),
    responses: .published,
    problems: .publishing + .existingScreen + [.patchDoesNotApply, .reassignsUnits]
  ) { (api, route, dryRun, allowsReassignment, rollout, author, precondition, body) throws(ScreensError) in
    let kind: DefinitionPatch.Kind =
      body.mediaType == DefinitionPatch.Kind.mergePatch.rawValue ? .mergePatch : .jsonPatch
    let patch = try DefinitionPatch(body.bytes, kind: kind)
    let outcome = try api.publisher.screens.patch(
      route, by: author, dryRun: dryRun, allowsReassignment: allowsReassignment,
      rollout: rollout, precondition: precondition.allows, patch)
    return api.published(outcome, rollout, dryRun: dryRun)
  }

  static let delete = Endpoint(
    .delete, "/admin/screens/{route}", "deleteScreen", .definitions,
    "Deletes the screen: a new version without content", access: .publishing, effect: .stores,
    reading: .routeToChange, .dryRun, .rollout, .author, .precondition,
    responses: .published, problems: .existingScreen
  ) { (api, route, dryRun, rollout, author, precondition) throws(ScreensError) in
    let outcome = try api.publisher.screens.delete(
      route, by: author, dryRun: dryRun, rollout: rollout, precondition: precondition.allows)
    return api.published(outcome, rollout, dryRun: dryRun)
  }

  static let reorder = Endpoint(
    .put, "/admin/screens/{route}/order", "reorderItems", .definitions,
    "Publishes the items in a new order", access: .publishing, effect: .stores,
    reading: .routeToChange, .dryRun, .text("section", "The id of the one section that is reordered."),
    .text("variant", "The key of the variant that is reordered."), .orderList, .rollout, .author,
    .precondition,
    .body(.array(.string), "The ids of all items, in the new order."),
    responses: .published,
    problems: .publishing + .existingScreen + [.unknownSection, .unknownVariant, .unknownItem]
  ) {
    (api, route, dryRun, section, variant, list, rollout, author, precondition, body) throws(ScreensError) in
    let (ids, document) = try OrderEdit.ids(in: body)
    let order = OrderEdit(ids: ids, section: section, list: list, variant: variant)
    let outcome = try api.publisher.screens.edit(
      route, by: author, via: .order, dryRun: dryRun, rollout: rollout, precondition: precondition.allows
    ) { (screen, catalogue) throws(ScreensError) in
      try order.apply(to: screen, catalogue: catalogue, document: document)
    }
    return api.published(outcome, rollout, dryRun: dryRun)
  }
}

extension Schema {
  static let jsonPatch = Schema.named("JSONPatch", Schema(ValueType.jsonPatch))

  /// Any patch but an object would replace the whole definition with an invalid one (RFC 7396 §2).
  fileprivate static let mergePatch = Schema.named("DefinitionMergePatch", .anyObject)
}

extension Parameter where Value == OrderEdit.List? {
  /// The list of items inside another item that is reordered.
  fileprivate static var orderList: Self {
    let parent = Parameter<String?>.text("parent", "The id of the item whose list is reordered; with at.")
    let at = Parameter<JSONPointer?>.query(
      "at", "The place of that list in the item's content, such as /children.", .pointer
    ) { (text) throws(Problem) in
      guard let text else { return nil }
      guard let pointer = JSONPointer(text) else {
        throw .badParameter("at", "\(quoted(text)) is not a JSON Pointer, such as /children")
      }
      return pointer
    }
    return Parameter<OrderEdit.List?>(parent, at) { (parent, at) throws(Problem) in
      switch (parent, at) {
      case (nil, nil): return nil
      case (let parent?, let at?): return OrderEdit.List(parent: parent, at: at)
      case (nil, _?): throw .badParameter("at", "\"at\" goes with \"parent\", the id of an item")
      case (_?, nil):
        throw .badParameter("parent", "\"parent\" goes with \"at\", the place of a list in its content")
      }
    }
  }
}
