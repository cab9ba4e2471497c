import JSONText

/// The description of the whole API in OpenAPI 3.1.
enum OpenAPIDocument {
  static func json(version: String) -> JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Marquee", "version": .string(version), "summary": "Server-driven UI: screens as data",
      ],
      "paths": .object(paths),
      "components": [
        "securitySchemes": ["adminToken": ["type": "http", "scheme": "bearer"]],
        "schemas": ["Problem": .object(problem)],
      ],
    ]
  }

  private static var paths: JSONObject {
    [
      "/screens": ["get": operation("The screens that are served", parameters: [])],
      "/screens/{route}": [
        "get": operation(
          "A screen, in the variant of the user",
          parameters: [
            route, query("user", "the unit of the experiment"), query("variant", "this variant, for testers"),
            query("version", "this published version, or draft with a token"),
            query("format", "this wire format"),
            query("release", "the release that asks, such as ios/1.3.0"),
            header("Accept-View-Types", "the view types that the app can show, between commas"),
            header("Client-Release", "the release that asks"),
            header("A-IM", "json-patch for a patch of what If-None-Match names"),
          ], errors: ["226", "304", "400", "401", "403", "404", "406", "410", "412", "422"])
      ],
      "/screens/{route}/explain": [
        "get": operation(
          "How an assignment comes about", parameters: [route, query("user", "the unit")],
          errors: ["400", "404", "410"]),
        "post": operation(
          "How an assignment comes about, attributes in the body", parameters: [route], body: true,
          errors: ["400", "404", "410"]),
      ],
      "/screens/{route}/events": [
        "get": operation(
          "Server-Sent Events: the current version, then each new one",
          parameters: [route, header("Last-Event-ID", "the version that was heard of last")],
          errors: ["404", "503"])
      ],
      "/view-types": ["get": operation("The view types", parameters: [])],
      "/view-types/{name}": [
        "get": operation("The JSON Schema of a view type", parameters: [name], errors: ["404"])
      ],
      "/formats": ["get": operation("The wire formats", parameters: [])],
      "/formats/{name}": ["get": operation("A wire format", parameters: [name], errors: ["404"])],
      "/health": ["get": operation("Whether screens can be served", parameters: [], errors: ["503"])],
      "/version": ["get": operation("The version of the server", parameters: [])],
      "/metrics": ["get": operation("Counters, in the text format of Prometheus", parameters: [])],
      "/openapi.json": ["get": operation("This document", parameters: [])],
      "/assets/{path}": [
        "get": operation(
          "A file that content names",
          parameters: [path("path", "below the folder of assets"), header("Range", "a part of it")],
          errors: ["206", "304", "404", "416"])
      ],
      "/ofrep/v1/evaluate/flags": [
        "post": operation(
          "All experiments as flags (OpenFeature Remote Evaluation Protocol)", parameters: [], body: true,
          errors: ["304", "400"])
      ],
      "/ofrep/v1/evaluate/flags/{key}": [
        "post": operation(
          "An experiment as a flag (OpenFeature Remote Evaluation Protocol)", parameters: [key], body: true,
          errors: ["400", "404"])
      ],
      "/admin/screens/{route}": [
        "get": admin(
          "The current definition, or an earlier one", [route, query("version", "an earlier one")]),
        "put": admin(
          "Validates a definition and publishes it", [route, dryRun, allowReassignment], body: true,
          done: ["200", "201"]),
        "patch": admin("Changes the definition by a patch", [route], body: true),
        "delete": admin("Deletes the screen", [route]),
      ],
      "/admin/screens/{route}/order": [
        "put": admin(
          "A new order, as an array of item ids",
          [route, query("section", "one section"), query("variant", "one variant")], body: true)
      ],
      "/admin/screens/{route}/versions": [
        "get": admin(
          "The history, newest first",
          [route, query("before", "only lower versions"), query("limit", "at most so many")])
      ],
      "/admin/screens/{route}/rollback": [
        "post": admin("Publishes the content of an earlier version again", [route], body: true)
      ],
      "/admin/screens/{route}/diff": [
        "get": admin(
          "What two versions differ in, by item and as a patch",
          [route, query("from", "a version, or draft"), query("to", "a version, or draft")])
      ],
      "/admin/screens/{route}/items": [
        "post": admin("Adds an item", [route, dryRun], body: true)
      ],
      "/admin/screens/{route}/items/{id}": [
        "put": admin("Another item in the place of one", [route, item, dryRun], body: true),
        "delete": admin("Removes an item", [route, item, dryRun]),
      ],
      "/admin/screens/{route}/draft": [
        "get": admin("The draft, and what is wrong with it", [route]),
        "put": admin(
          "Keeps a definition without publishing it",
          [route, dryRun, query("baseVersion", "the version that it began from")], body: true,
          done: ["200", "201"]),
        "delete": admin("Drops the draft", [route, dryRun]),
      ],
      "/admin/screens/{route}/publish": [
        "post": admin(
          "Makes the draft a version, now or at a time", [route, dryRun], body: true,
          done: ["200", "201", "202"]),
        "delete": admin("Calls a time of publishing off", [route, dryRun]),
      ],
      "/admin/tokens": ["get": admin("Tokens by name, without their secrets", [])],
      "/admin/tokens/{name}": [
        "put": admin("Makes a token, and tells its secret once", [name], body: true, done: ["201"]),
        "delete": admin("Revokes a token", [name]),
      ],
      "/admin/audit": [
        "get": admin(
          "Who has done what, newest first",
          [query("before", "only lower ids"), query("limit", "at most so many")])
      ],
      "/admin/experiments": ["get": admin("The experiments of all screens", [])],
      "/admin/experiments/{key}": [
        "get": admin("How an experiment runs", [key]),
        "patch": admin(
          "Changes coverage, weights, status or force, as a new version of its screen",
          [key, dryRun, allowReassignment], body: true),
      ],
      "/admin/experiments/{key}/results": [
        "get": admin("Units by variant and day, and whether they are split as the weights say", [key])
      ],
      "/admin/experiments/{key}/exposures": [
        "get": admin("Who was shown what", [key, query("format", "ndjson or csv")])
      ],
      "/admin/mock/rules": [
        "get": admin("The rules of the mock", []), "delete": admin("Takes all rules away", []),
      ],
      "/admin/mock/rules/{name}": [
        "get": admin("A rule of the mock", [name]),
        "put": admin("Sets a rule of the mock", [name], body: true),
        "delete": admin("Takes a rule away", [name]),
      ],
      "/admin/mock/scenario": [
        "get": admin("Which scenario is on, and which there are", []),
        "put": admin("Switches a scenario on, or with null off", [], body: true),
        "delete": admin("Switches the scenario off", []),
      ],
      "/admin/sessions": [
        "get": admin("The sessions that there are", []),
        "post": admin(
          "Begins a session: under its path the whole API works on a view of its own", [], body: true,
          done: ["201"]),
        "delete": admin("Ends all sessions", []),
      ],
      "/admin/sessions/{id}": [
        "get": admin("A session", [session]), "delete": admin("Ends a session", [session]),
      ],
      "/s/{id}/{path}": [
        "get": operation(
          "Everything that is under /, in a session",
          parameters: [session, path("path", "any path of this API")],
          errors: ["404"])
      ],
      "/admin/requests": [
        "get": admin("The last requests for screens", matched + page),
        "delete": admin("Forgets all requests", []),
      ],
      "/admin/requests/count": ["get": admin("How many requests there were", matched + page)],
      "/admin/requests/har": ["get": admin("The last requests as an HTTP Archive", matched + page)],
      "/admin/requests/events": [
        "get": admin("Requests as they come (Server-Sent Events)", matched)
      ],
      "/admin/requests/verify": [
        "post": admin("Whether there were as many requests as expected", [], body: true)
      ],
      "/admin/view-types/{name}": [
        "put": admin(
          "Adds or changes a view type",
          [
            name, dryRun,
            query("force", "also when current versions or supported releases break"),
          ], body: true)
      ],
      "/admin/releases": ["get": admin("The releases that are registered", [])],
      "/admin/releases/{platform}/{version}": [
        "get": admin("What a release can show", release),
        "put": admin("Registers a release, with the view types that it can show", release, body: true),
        "delete": admin("Forgets a release", release),
      ],
    ]
  }

  private static var problem: JSONObject {
    [
      "type": "object", "required": ["type", "title", "status", "detail"],
      "properties": [
        "type": ["type": "string", "format": "uri"], "title": ["type": "string"],
        "status": ["type": "integer"], "detail": ["type": "string"],
        "errors": ["type": "array", "items": ["type": "object"]],
      ],
    ]
  }

  private static let route = path("route", "the name of a screen; it may hold \"/\"")
  private static let release = [
    path("platform", "the platform of an app"), path("version", "the version of the app"),
  ]
  private static let name = path("name", "a name")
  private static let session = path("id", "the id of a session")
  private static let matched = [
    query("route", "of this screen"), query("user", "for this user"),
    query("status", "answered with this status"),
    query("variant", "answered with this variant"),
  ]
  private static let page = [
    query("since", "after the request of this id"), query("before", "before the request of this id"),
    query("limit", "at most so many"),
  ]
  private static let key = path("key", "the key of an experiment")
  private static let allowReassignment = query(
    "allowReassignment", "true to move units between variants of an experiment that runs")
  private static let dryRun = query("dryRun", "true to check only")
  private static let item = path("id", "the id of an item")

  private static func path(_ name: String, _ text: String) -> JSONValue {
    parameter(name, "path", text, required: true)
  }

  private static func header(_ name: String, _ text: String) -> JSONValue {
    parameter(name, "header", text, required: false)
  }

  private static func query(_ name: String, _ text: String) -> JSONValue {
    parameter(name, "query", text, required: false)
  }

  private static func parameter(
    _ name: String, _ place: String, _ text: String, required: Bool
  ) -> JSONValue {
    [
      "name": .string(name), "in": .string(place), "required": .bool(required),
      "description": .string(text), "schema": ["type": "string"],
    ]
  }

  /// - Parameter done: what it answers when it has done what was asked.
  private static func admin(
    _ summary: String, _ parameters: [JSONValue], body: Bool = false, done: [String] = ["200"]
  ) -> JSONValue {
    let errors = ["400", "401", "403", "404", "409", "410", "412", "422", "503", "507"]
    var result =
      operation(summary, parameters: parameters, body: body, done: done, errors: errors).objectValue ?? [:]
    result["security"] = [["adminToken": []]]
    return .object(result)
  }

  private static func meaning(of status: String) -> String {
    switch status {
    case "201": "Made"
    case "202": "Scheduled"
    default: "OK"
    }
  }

  private static func operation(
    _ summary: String, parameters: [JSONValue], body: Bool = false, done: [String] = ["200"],
    errors: [String] = []
  ) -> JSONValue {
    var responses = JSONObject()
    for status in done { responses[status] = ["description": .string(meaning(of: status))] }
    for status in errors {
      responses[status] =
        status == "304"
        ? ["description": "Not modified"]
        : status == "226"
          ? [
            "description": "A JSON Patch of what the client has",
            "content": ["application/json-patch+json": [:]],
          ]
          : [
            "description": "A problem",
            "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
          ]
    }
    var result: JSONObject = ["summary": .string(summary), "responses": .object(responses)]
    if !parameters.isEmpty { result["parameters"] = .array(parameters) }
    if body { result["requestBody"] = ["content": ["application/json": ["schema": true]]] }
    return .object(result)
  }
}
