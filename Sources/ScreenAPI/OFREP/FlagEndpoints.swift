import Assignment
import HTTPWire
import JSONText
import Screens

/// The OpenFeature Remote Evaluation Protocol (<https://openfeature.dev/specification/ofrep>): each experiment is a
/// flag whose value is the `value` of the variant, or else its key. Its errors have a form of their own.
enum FlagEndpoints {
  static let all: [Endpoint] = [evaluateAll, evaluate, listen]

  static let evaluateAll = Endpoint(
    .post, "/ofrep/v1/evaluate/flags", "evaluateFlags", .flags, "Evaluates all experiments as flags",
    reading: .publicAddress, .body(.evaluationRequest, "The context.", problems: []),
    responses: [
      .json(
        "The flags",
        .object(
          .required("flags", .array(.anyOf([.evaluation, .evaluationFailure]))),
          .required("eventStreams", .array(.eventStream), "Where changes are announced."))),
      .json(400, "The context cannot be used", .evaluationFailure),
    ], validation: .entityTag
  ) { api, address, body in
    do throws(EvaluationError) {
      let experiments = api.publisher.experiments.served().map { $0.1 }
      let attributes = try evaluationContext(body, of: experiments)
      let flags = experiments.map { experiment in
        do throws(EvaluationError) {
          return try evaluation(of: experiment, attributes)
        } catch {
          return error.json(key: experiment.key)
        }
      }
      return .json([
        "flags": .array(flags),
        "eventStreams": [
          ["type": "sse", "url": .string(address + api.serving.path + "/ofrep/v1/events")]
        ],
      ])
    } catch {
      return .json(error.json(key: nil), 400)
    }
  }

  static let listen = Endpoint(
    .get, "/ofrep/v1/events", "listenToFlags", .flags,
    "Server-Sent Events: one of type `refetchEvaluation` at the start and after each change",
    responses: [.eventStream("An event after each change")],
    stream: { api, responder in
      let (features, publisher) = (api.serving.features, api.publisher)
      features.feed.listen(to: .flags, responder) { features.cache.bodyOfAll(publisher) }
    })

  static let evaluate = Endpoint(
    .post, "/ofrep/v1/evaluate/flags/{key}", "evaluateFlag", .flags, "Evaluates one experiment as a flag",
    reading: .experimentKey, .body(.evaluationRequest, "The context.", problems: []),
    responses: [
      .json("The flag", .evaluation), .json(400, "The context cannot be used", .evaluationFailure),
      .json(404, "There is no such flag", .evaluationFailure),
    ]
  ) { api, key, body in
    do throws(EvaluationError) {
      let experiment: ScreenExperiment
      do throws(ScreensError) {
        experiment = try api.publisher.experiments.servedWithKey(key)
      } catch {
        // A body that cannot be read is an error first.
        _ = try evaluationContext(body, of: [])
        throw EvaluationError(code: .flagNotFound, details: Problem(error).detail)
      }
      let attributes = try evaluationContext(body, of: [experiment])
      return .json(try evaluation(of: experiment, attributes))
    } catch {
      return .json(error.json(key: key), error.code == .flagNotFound ? 404 : 400)
    }
  }

  /// Why a flag cannot be evaluated, or why none of them can.
  private struct EvaluationError: Error {
    enum Code: String {
      case parseError = "PARSE_ERROR"
      case invalidContext = "INVALID_CONTEXT"
      case targetingKeyMissing = "TARGETING_KEY_MISSING"
      case flagNotFound = "FLAG_NOT_FOUND"
    }

    let code: Code
    let details: String

    func json(key: String?) -> JSONValue {
      var object = JSONObject()
      if let key { object["key"] = .string(key) }
      object["errorCode"] = .string(code.rawValue)
      object["errorDetails"] = .string(details)
      return .object(object)
    }
  }

  /// The attributes of `{"context": {"targetingKey": "42", …}}`: the targeting key is the unit.
  private static func evaluationContext(
    _ body: [UInt8], of experiments: [ScreenExperiment]
  ) throws(EvaluationError) -> Attributes {
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONParser.parse(body)
    } catch {
      throw EvaluationError(
        code: .parseError, details: "\(error.position.line):\(error.position.column): \(error.message)")
    }
    guard case .object(let object) = document else {
      throw EvaluationError(code: .parseError, details: "a body is an object, not \(document.kind.phrase)")
    }
    guard var context = (object["context"] ?? .object([:])).objectValue else {
      throw EvaluationError(code: .invalidContext, details: "\"context\" is an object")
    }
    if let key = context["targetingKey"] {
      guard case .string = key else {
        throw EvaluationError(
          code: .invalidContext, details: "\"targetingKey\" is a string, not \(key.kind.phrase)")
      }
      context["targetingKey"] = nil
      context["user"] = key
    }
    guard EvaluationCost.isWithinLimit(of: context, for: experiments) else {
      throw EvaluationError(code: .invalidContext, details: EvaluationCost.detail)
    }
    return Attributes(context)
  }

  private static func evaluation(
    of experiment: ScreenExperiment, _ attributes: Attributes
  ) throws(EvaluationError) -> JSONValue {
    let compiled = experiment.compiled
    let decision = compiled.decide(attributes: attributes)
    if decision.reason == .noUnit {
      let attribute = compiled.experiment.hashAttribute
      throw EvaluationError(
        code: .targetingKeyMissing,
        details: attribute == Experiment.defaultHashAttribute
          ? "the context has no \"targetingKey\"" : "the context has no \(quoted(attribute))")
    }
    var object: JSONObject = ["key": .string(experiment.key), "reason": .string(decision.ofrepReason)]
    if let place = decision.variant, compiled.experiment.variants.indices.contains(place) {
      object["value"] = experiment.values.indices.contains(place) ? experiment.values[place] : nil
      object["variant"] = .string(compiled.experiment.variants[place].key)
    } else {
      // Without a value the application takes its own default (OFREP ADR 6). Providers need the variant all the same:
      // the one in Python fails without it.
      object["variant"] = ""
    }
    object["metadata"] = ["decision": .string(decision.reason.rawValue)]
    return .object(object)
  }
}

extension Schema {
  fileprivate static let evaluationRequest = Schema.named(
    "EvaluationRequest",
    .object(.optional("context", .anyObject, "Attributes; targetingKey is the unit.")))

  fileprivate static let evaluation = Schema.named(
    "Evaluation",
    .object(
      .required("key", .string),
      .required("reason", .choice(["SPLIT", "TARGETING_MATCH", "DISABLED", "DEFAULT"])),
      .optional(
        "value", .anyOf([.string, .number, .boolean, .anyObject]),
        "The value of the variant, or else its key. Without it the app takes its own default."),
      .required("variant", .string),
      .required("metadata", .object(.required("decision", .string, "The step that decided.")))))

  fileprivate static let eventStream = Schema.named(
    "EventStream", .object(.required("type", .string), .required("url", .string)))

  fileprivate static let evaluationFailure = Schema.named(
    "EvaluationFailure",
    .object(
      .optional("key", .string),
      .required(
        "errorCode",
        .choice(["PARSE_ERROR", "INVALID_CONTEXT", "TARGETING_KEY_MISSING", "FLAG_NOT_FOUND"])),
      .required("errorDetails", .string)))
}

extension Decision {
  /// The reason in OpenFeature's words.
  fileprivate var ofrepReason: String {
    switch reason {
    case .assigned: "SPLIT"
    case .forced, .override: "TARGETING_MATCH"
    case .stopped: "DISABLED"
    case .noUnit, .namespace, .condition, .notCovered: "DEFAULT"
    }
  }
}
