import JSONText
import Screens

/// The schema of a guard for rollouts: `_guards/NAME.json`.
extension DocumentSchemas {
  static let `guard` = document(
    "Marquee: guard",
    .members(
      [
        "$schema": .text("The address of this schema, for editors; it means nothing to Marquee."),
        "steps": [
          "type": "array", "minItems": 1, "maxItems": 20,
          "description": "The shares of units that get the new version, in per cent, rising.",
          "items": ["type": "number", "minimum": .double(0.01), "maximum": 100],
        ],
        "hold": .text("The least duration of a step: 10m by default.", pattern: duration),
        "onHarm": .choice(
          Guard.Response.allCases.map(\.rawValue), "What happens when the new version is worse."),
        "tolerate": [
          "type": "number", "minimum": 1, "exclusiveMaximum": 100,
          "description": "The ratio of an event's frequencies, new to old, that is no harm: 1.25 by default.",
        ],
        "alpha": [
          "type": "number", "minimum": .double(Guard.alphas.lowerBound),
          "maximum": .double(Guard.alphas.upperBound),
          "description": "The largest probability of a stop without harm: 0.01 by default.",
        ],
        "settle": .text(
          "When a settled screen counts, after it was served: 60s by default.", pattern: duration),
        "floor": [
          "type": "number", "minimum": 0, "exclusiveMaximum": 1,
          "description": "The rate of an event below which it holds up no step: 0.005 by default.",
        ],
        "events": events(
          GuardEvent.builtIn, "The events that are compared: all built-in ones by default."),
      ], required: ["steps"],
      "The rule of a rollout: its steps, and what stops it."))

  /// A list of built-in events, and of events of one's own.
  static func events(_ builtIn: [GuardEvent], _ description: String) -> JSONValue {
    [
      "type": "array", "minItems": 1, "description": .string(description),
      "items": [
        "anyOf": [
          ["enum": .strings(builtIn.map(\.name))],
          .members(
            [
              "name": .text("The name of an event of your own.", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$"),
              "kind": .choice(["good", "bad"], "Whether fewer or more of them are harm."),
            ], required: ["name", "kind"]),
        ]
      ],
    ]
  }

  private static let duration = "^[0-9][0-9.]*[smhd]$"
}
