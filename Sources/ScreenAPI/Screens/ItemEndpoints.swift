import HTTPWire
import Screens

/// Single items: `/admin/screens/{route}/items`.
enum ItemEndpoints {
  static let all: [Endpoint] = [add, replace, remove]

  private static let problems: [ProblemType] =
    .publishing + .existingScreen + [.unknownItem]

  private static let id = Parameter<String>.path("id", "The id of the item.", .name) { $0.isEmpty ? nil : $0 }

  static let add = Endpoint(
    .post, "/admin/screens/{route}/items", "addItem", .definitions, "Adds an item", access: .publishing,
    effect: .stores,
    reading: .routeToChange, .dryRun, .rollout, .author, .precondition,
    .body(
      .named(
        "ItemInsertion",
        .closedObject(
          .required("item", .item), .optional("before", .string, "Puts the item before this one."),
          .optional("after", .string, "Puts the item after this one."),
          .optional("section", .string, "Puts the item at the end of this section."),
          .optional("into", .string, "Puts the item into this one."),
          .optional("at", .pointer, "The place in the content of the item that into names."),
          .optional("first", .boolean, "Whether to put the item at the beginning of that place."))),
      "The item, and at most one of before, after, section and into (with at)."),
    responses: .published, problems: problems + [.unknownSection]
  ) { (api, route, dryRun, rollout, author, precondition, body) throws(ScreensError) in
    try api.edit(route, .insertion(body), dryRun: dryRun, rollout, author, precondition)
  }

  static let replace = Endpoint(
    .put, "/admin/screens/{route}/items/{id}", "replaceItem", .definitions,
    "Replaces an item", access: .publishing, effect: .stores,
    reading: .routeToChange, id, .dryRun, .rollout, .author, .precondition, .body(.item, "The item."),
    responses: .published, problems: problems
  ) { (api, route, id, dryRun, rollout, author, precondition, body) throws(ScreensError) in
    try api.edit(route, .replacement(of: id, body), dryRun: dryRun, rollout, author, precondition)
  }

  static let remove = Endpoint(
    .delete, "/admin/screens/{route}/items/{id}", "removeItem", .definitions, "Removes an item",
    access: .publishing, effect: .stores, reading: .routeToChange, id, .dryRun, .rollout, .author,
    .precondition,
    responses: .published, problems: problems
  ) { (api, route, id, dryRun, rollout, author, precondition) throws(ScreensError) in
    try api.edit(route, .removal(of: id), dryRun: dryRun, rollout, author, precondition)
  }
}

extension ScreenAPI {
  fileprivate func edit(
    _ route: Route, _ edit: ItemEdit, dryRun: Bool, _ rollout: RolloutOptions,
    _ author: Author, _ precondition: AdminPrecondition
  ) throws(ScreensError) -> HTTPResponse {
    let outcome = try publisher.screens.edit(
      route, by: author, via: .item, dryRun: dryRun, rollout: rollout, precondition: precondition.allows
    ) { (screen, catalogue) throws(ScreensError) in try edit.apply(to: screen, catalogue: catalogue) }
    return published(outcome, rollout, dryRun: dryRun)
  }
}
