import JSONText
import ScreenChaos
import ScreenMock
import Screens

/// The schema of a scenario of the mock: `_scenarios/NAME.json`.
extension DocumentSchemas {
  /// The characters of a pattern of routes. The server checks the rest.
  private static let routePattern = "^[A-Za-z0-9*][A-Za-z0-9._*/-]*$"

  var scenario: JSONValue {
    var definitions = LayoutSchemas(catalogue).definitions
    for suffix in ["", LayoutSchemas.templateSuffix] {
      definitions["layoutEdit" + suffix] = [
        "properties": .object(LayoutSchemas.members(LayoutSchemas.editNames, suffix: suffix))
      ]
    }
    definitions["override"] = Self.override
    definitions["delay"] = Self.delay
    definitions["rule"] = rule(isStep: false)
    definitions["step"] = rule(isStep: true)
    var screens = JSONObject()
    for route in routes { screens[route] = .reference(to: "override") }
    return Self.document(
      "Marquee: scenario of the mock",
      .members(
        [
          "$schema": .text("The address of a schema, for editors; it means nothing to Marquee."),
          "description": .text("What the scenario is for."),
          "screens": [
            "description":
              "Overrides by route. In a route, * stands for any characters within a segment, ** for any.",
            "type": "object", "properties": .object(screens),
            "propertyNames": [
              "pattern": .string(Self.routePattern), "maxLength": .number(JSONNumber(Route.maximumBytes)),
            ],
            "additionalProperties": .reference(to: "override"),
            "maxProperties": .number(JSONNumber(Scenario.maximumScreens)),
          ],
          "rules": JSONValue.list(
            of: .reference(to: "rule"), "Effects on all responses while the scenario is on."
          ).with(["maxItems": .number(JSONNumber(Scenario.maximumRules))]),
          "sequence": JSONValue.list(
            of: .reference(to: "step"), "Effects on the first, second, … response of each screen."
          ).with(["maxItems": .number(JSONNumber(Scenario.maximumRules))]),
        ], "A named state of the world for tests of apps."), definitions: definitions)
  }

  private static let override: JSONValue = {
    var members: JSONObject = [
      "variant": .text("The variant that everybody gets: its key, or EXPERIMENT:KEY."),
      "template": .flag("Whether strings of the content are templates."),
    ]
    for name in LayoutSchemas.editNames { members[name] = ["type": "array"] }
    return JSONValue.members(members, "What the scenario changes in a screen.").with([
      "minProperties": 1,
      "anyOf": .array((LayoutSchemas.editNames + ["variant"]).map { ["required": [.string($0)]] }),
      "allOf": .array(
        LayoutSchemas.editRules + [
          [
            "if": ["properties": ["template": ["const": true]], "required": ["template"]],
            "then": .reference(to: "layoutEdit" + LayoutSchemas.templateSuffix),
            "else": .reference(to: "layoutEdit"),
          ]
        ]),
    ])
  }()

  static let delay: JSONValue = {
    let most = MockDelay.maximum
    return [
      "description": "Milliseconds, or a distribution of them.",
      "anyOf": [
        .number("integer", from: 0, to: most, "Milliseconds."),
        .members(
          [
            "from": .number("integer", from: 0, to: most, "The shortest delay, in milliseconds."),
            "to": .number("integer", from: 0, to: most, "The longest delay, in milliseconds."),
          ], required: ["from", "to"], "A uniform distribution."),
        .members(
          [
            "median": .number("number", from: 0, to: most, "The median, in milliseconds."),
            "sigma": .number("number", from: 0, to: 10, "The standard deviation of the logarithm."),
          ], required: ["median", "sigma"], "A log-normal distribution, like the latency of networks."),
      ],
    ]
  }()

  /// - Parameter isStep: whether it is an element of a sequence, whose position decides when it applies.
  private func rule(isStep: Bool) -> JSONValue {
    var match: JSONObject = [
      "route": JSONValue.text("The screens: a route, in which * and ** stand for any characters.")
        .with(["examples": .strings(routes), "pattern": .string(Self.routePattern)]),
      "condition": .reference(to: "condition", "A condition on the attributes of the request."),
      "probability": .number("number", from: 0, to: 1, "The share of requests that the rule applies to."),
    ]
    if !isStep {
      match["path"] = .text(
        "The endpoints: a path, in which * and ** stand for any characters.", pattern: "^/")
      match["nth"] = .number("integer", from: 1, "The number of the one request that the rule applies to.")
      match["times"] = .number("integer", from: 0, "How often the rule applies at most.")
    }
    let effects: JSONObject = [
      "delay": .reference(to: "delay", "The delay of the response."),
      "bytesPerSecond": .number("integer", from: 1, "The speed of the response."),
      "status": .number(
        "integer", from: MockEffect.statuses.lowerBound, to: MockEffect.statuses.upperBound,
        "The status in place of the response's own."),
      "fault": .choice(MockFault.all.map(\.name), "The fault of the connection."),
      "chaos": .choice(ChaosKind.allCases.map(\.rawValue), "The damage to the screen itself."),
    ]
    var members: JSONObject = [
      "match": .members(match, "The requests that the rule applies to; by default all."),
      "seed": .number("integer", from: 0, "The seed of the random choices."),
    ]
    if !isStep { members["order"] = .number("integer", "The rank among rules; the lowest comes first.") }
    for effect in effects { members[effect.name] = effect.value }
    let rule = JSONValue.members(
      members, isStep ? "The effect on one response; without one it is unchanged." : "An effect on responses."
    )
    if isStep { return rule }
    return rule.with(["anyOf": .array(effects.map { ["required": [.string($0.name)]] })])
  }
}
