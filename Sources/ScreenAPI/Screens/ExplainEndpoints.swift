import Assignment
import HTTPWire
import JSONText
import Screens

/// How an assignment comes about: `/screens/{route}/explain`.
enum ExplainEndpoints {
  static let all: [Endpoint] = [explain, explainAttributes]

  private static let problems: [ProblemType] =
    .existingScreen + [.unknownVersion, .unknownVariant, .badParameter]

  static let explain = Endpoint(
    .get, "/screens/{route}/explain", "explainAssignment", .screens,
    "Explains the assignment of a unit, with attributes in the query",
    reading: .route, .publishedScreenQuery, .screenUser,
    responses: [.json("The assignment, step by step", .explanation)], problems: problems
  ) { (api, route, query, user) throws(ScreensError) in
    .json(try api.explanation(of: route, query, user: query.user ?? user))
  }

  static let explainAttributes = Endpoint(
    .post, "/screens/{route}/explain", "explainAssignmentOfAttributes", .screens,
    "Explains the assignment of a unit, with attributes in the body",
    reading: .route, .publishedScreenQuery, .screenUser,
    .body(.anyObject, "Attributes; user is the unit.", isRequired: false),
    responses: [.json("The assignment, step by step", .explanation)], problems: problems
  ) { (api, route, query, field, body) throws(ScreensError) in
    var (query, user) = (query, query.user ?? field)
    let attributes = try attributes(in: body)
    for member in attributes { query.attributes[member.name] = member.value }
    if let unit = Attributes(attributes).unit(of: "user") { user = unit }
    query.attributes["user"] = nil
    return .json(try api.explanation(of: route, query, user: user, isLimited: true))
  }

  private static func attributes(in body: [UInt8]) throws(ScreensError) -> JSONObject {
    if body.isEmpty { return JSONObject() }
    let document = try JSONDocument(body: body)
    guard case .object(let object) = document.value else {
      var diagnostics = Diagnostics()
      diagnostics.add(
        Diagnostic(
          .wrongType, at: .root, "attributes are an object, not \(document.value.kind.phrase)",
          position: document.position(of: .root)))
      throw .invalidBody(diagnostics)
    }
    return object
  }
}

extension ScreenAPI {
  /// - Parameter isLimited: whether the attributes come from a body, which can be a thousand times as large as a query.
  fileprivate func explanation(
    of route: Route, _ query: ScreenQuery, user: String?, isLimited: Bool = false
  ) throws(ScreensError) -> JSONValue {
    let screen =
      if case .number(let version) = query.version {
        try publisher.screens.screen(route, version: version)
      } else {
        try publisher.screens.current(route)
      }
    var explanation: JSONObject = [
      "route": .string(route.name), "version": .number(JSONNumber(screen.version)),
    ]
    let experiments = screen.definition.experiments
    let overrides = try query.overrides(of: experiments)
    guard !isLimited || EvaluationCost.isWithinLimit(of: query.attributes, for: experiments) else {
      throw .invalidBody(Diagnostics(Diagnostic(.tooMany, at: .root, EvaluationCost.detail)))
    }
    let attributes = query.attributes(user: user)
    let explanations = experiments.enumerated().map { number, experiment in
      experiment.compiled.explain(attributes: attributes, override: overrides[number])
        .json(of: experiment.compiled.experiment)
    }
    // The explanation of the only experiment is also in the members of the object itself.
    if let only = explanations.first, explanations.count == 1 {
      for member in only { explanation[member.name] = member.value }
    } else if explanations.isEmpty {
      for name in ["experiment", "variant"] { explanation[name] = JSONValue.null }
      explanation["inExperiment"] = JSONValue.bool(false)
      explanation["reason"] = JSONValue.null
      explanation["hashValue"] = JSONValue.null
      explanation["ranges"] = JSONValue.array([])
      // There is no experiment, so only the unit decides: SDKs hash text outside of ASCII differently.
      let unit = attributes.unit(of: Experiment.defaultHashAttribute)
      explanation["portable"] = JSONValue.bool(unit?.isASCII ?? true)
    }
    explanation["experiments"] = .array(explanations.map { .object($0) })
    return .object(explanation)
  }
}

extension Schema {
  private static let explainedMembers: [Member] = [
    .optional("experiment", .string.orNull), .optional("variant", .string.orNull),
    .optional("inExperiment", .boolean), .optional("reason", .string.orNull, "The step that decided."),
    .optional("hashValue", .number.orNull), .optional("ranges", .array(.array(.number))),
    .optional("portable", .boolean, "Whether all SDKs hash the unit alike."),
    .optional("variants", .array(.string)), .optional("status", .choice(["running", "stopped"])),
    .optional("seed", .string), .optional("hashVersion", .integer), .optional("hashAttribute", .string),
    .optional("unit", .string.orNull), .optional("coverage", .number),
    .optional(
      "namespace",
      .object(
        .required("id", .string), .required("range", .array(.number)),
        .required("value", .number.orNull), .required("isMember", .boolean))),
    .optional(
      "condition",
      .object(.required("passes", .boolean), .required("decidedBy", .string.orNull))),
    .optional("attributes", .anyObject, "The attributes that the experiment looks at."),
    .optional(
      "steps",
      .array(
        .named(
          "ExplanationStep", .object(.required("step", .string), .required("outcome", .string))))),
  ]

  fileprivate static let explanation = Schema.named(
    "Explanation",
    .object(
      [.required("route", .string), .required("version", .integer)] + explainedMembers + [
        .required(
          "experiments", .array(.named("ExperimentExplanation", .object(explainedMembers))),
          "Every experiment. If there is only one, its members are in the object itself, too.")
      ]))
}
