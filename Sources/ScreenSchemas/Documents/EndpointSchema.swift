import Assignment
import JSONText
import ScreenMock
import Screens

/// The schema of an endpoint of the mock: `_endpoints/NAME.json`.
extension DocumentSchemas {
  var endpoint: JSONValue {
    var definitions = JSONObject()
    let operators: [(String, JSONValue)] = [
      (
        SchemaOperator.name,
        ["description": "The value fits this JSON Schema.", "type": ["object", "boolean"]]
      )
    ]
    for (name, schema) in ConditionSchema.definitions(groups: catalogue.groups.names, operators) {
      definitions[name] = schema
    }
    definitions["delay"] = Self.delay
    definitions["response"] = Self.response
    return Self.document(
      "Marquee: endpoint of the mock",
      JSONValue.members(
        [
          "$schema": .text("The address of a schema, for editors; it means nothing to Marquee."),
          "description": .text("What the endpoint is for."),
          "request": JSONValue.members(
            [
              "method": .choice(MockEndpoint.methods, "The method. GET includes HEAD."),
              "path": .text(
                "The path. {name} stands for one segment, {rest...} at the end for one or more.",
                pattern: "^/.", maximum: EndpointPath.maximumBytes),
              "when": .reference(
                to: "condition",
                "A condition on url, path, query, headers, cookies, body, text, form, files, state and user."),
              "body": ["description": "A JSON Schema of the body.", "type": ["object", "boolean"]],
            ], required: ["path"], "The requests that the endpoint answers."),
          "responses": .list(of: .reference(to: "response"), "The first one whose condition holds answers."),
          "proxy": .flag("Whether the real backend answers when no response does."),
          "collection": .members(
            [
              "seed": .list(of: ["type": "object"], "The items at the start."),
              "schema": ["description": "A JSON Schema of the items.", "type": ["object", "boolean"]],
              "id": .text("The member that has the id of an item. (default: id)"),
            ], required: ["seed"], "Items that requests list, read and change, as with json-server."),
          "screen": JSONValue.text("The route of the screen that answers.")
            .with(["examples": .strings(routes)]),
          "user": .text("The value that names the unit, such as headers.x-user-id."),
          "attributes": [
            "description": "Attributes for targeting, each from a value such as headers.x-country.",
            "type": "object", "additionalProperties": ["type": "string"],
          ],
          "format": .choice(
            catalogue.formats.keys.sorted(), "The wire format; that of the screen by default."),
        ], required: ["request"], "An address of the app's backend that is not at /screens/."
      ).with([
        "anyOf": .array(["responses", "collection", "screen", "proxy"].map { ["required": [.string($0)]] })
      ]), definitions: definitions)
  }

  private static let response: JSONValue = JSONValue.members(
    [
      "when": .reference(to: "condition", "The response answers only requests that meet this condition."),
      "status": .number(
        "integer", from: MockEffect.statuses.lowerBound, to: MockEffect.statuses.upperBound,
        "The status. (default: 200)"),
      "headers": [
        "description": "The fields of the response. Their values can have placeholders.", "type": "object",
        "additionalProperties": ["type": ["string", "array"], "items": ["type": "string"]],
      ],
      "body": [
        "description": "The JSON body. Its strings can have placeholders: {{path.id}}, {{=body.items}}."
      ],
      "text": .text("The body as text, which can have placeholders."),
      "asset": .text("A file of _assets/ as the body."),
      "set": [
        "description": "A JSON Merge Patch of the state. Its strings can have placeholders.",
        "type": "object",
      ],
      "delay": .reference(to: "delay", "The delay of the response."),
      "fault": .choice(MockFault.all.map(\.name), "The fault of the connection."),
    ], "A response of the endpoint."
  ).with([
    "allOf": [.notBoth("body", "text"), .notBoth("body", "asset"), .notBoth("text", "asset")]
  ])
}
