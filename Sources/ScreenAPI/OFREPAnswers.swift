import Assignment
import HTTPWire
import JSONText
import Screens

/// The OpenFeature Remote Evaluation Protocol (<https://openfeature.dev/specification/ofrep>): each experiment is a flag
/// whose value is the key of the variant.
extension ScreenAPI {
  /// Why a flag, or none, can be evaluated.
  private struct OFREPFailure: Error {
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

  /// `POST /ofrep/v1/evaluate/flags/{key}`.
  func evaluateFlag(_ key: String, _ request: borrowing HTTPRequest) -> Reply {
    let body = Array(request.body)
    return offloaded(counting: PublicResource.flag(key).pattern) { responder in
      do throws(OFREPFailure) {
        let attributes = try Self.evaluationContext(body)
        let experiment: ScreenExperiment
        do throws(ScreensError) {
          experiment = try publisher.experiment(key).experiment
        } catch {
          throw OFREPFailure(code: .flagNotFound, details: Problem(error).detail)
        }
        let evaluation = try Self.evaluation(of: experiment, attributes)
        responder.respond(.response(Self.json(evaluation)))
      } catch {
        let status: HTTPStatus = error.code == .flagNotFound ? 404 : 400
        responder.respond(.response(Self.json(error.json(key: key), status)))
      }
    }
  }

  /// `POST /ofrep/v1/evaluate/flags`: all flags, with an entity tag.
  func evaluateFlags(_ request: borrowing HTTPRequest) -> Reply {
    let owned = request.owned()
    return offloaded(counting: PublicResource.flags.pattern) { responder in
      do throws(OFREPFailure) {
        let attributes = try Self.evaluationContext(owned.body)
        let flags = publisher.experiments().map { _, experiment in
          do throws(OFREPFailure) {
            return try Self.evaluation(of: experiment, attributes)
          } catch {
            return error.json(key: experiment.key)
          }
        }
        var response = Self.json(["flags": .array(flags)])
        let tag = EntityTag.of(response.body)
        let isKnown = owned.withRequest { request in
          Array(tag.utf8).withBytes { Precondition.evaluate(request, tag: $0, isRead: true) == .notModified }
        }
        if isKnown { response = HTTPResponse(304, fields: []) }
        response.add("ETag", tag)
        responder.respond(.response(response))
      } catch {
        responder.respond(.response(Self.json(error.json(key: nil), 400)))
      }
    }
  }

  /// The attributes of `{"context": {"targetingKey": "42", …}}`: the targeting key is the unit.
  private static func evaluationContext(_ body: [UInt8]) throws(OFREPFailure) -> Attributes {
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONParser.parse(body)
    } catch {
      throw OFREPFailure(
        code: .parseError, details: "\(error.position.line):\(error.position.column): \(error.message)")
    }
    guard case .object(let object) = document else {
      throw OFREPFailure(code: .parseError, details: "a body is an object, not \(document.kind.phrase)")
    }
    guard var context = (object["context"] ?? .object([:])).objectValue else {
      throw OFREPFailure(code: .invalidContext, details: "\"context\" is an object")
    }
    if let key = context["targetingKey"] {
      guard case .string = key else {
        throw OFREPFailure(
          code: .invalidContext, details: "\"targetingKey\" is a string, not \(key.kind.phrase)")
      }
      context["targetingKey"] = nil
      context["user"] = key
    }
    return Attributes(context)
  }

  private static func evaluation(
    of experiment: ScreenExperiment, _ attributes: Attributes
  ) throws(OFREPFailure) -> JSONValue {
    let compiled = experiment.compiled
    let decision = compiled.decide(attributes: attributes)
    if decision.reason == .noUnit {
      let attribute = compiled.experiment.hashAttribute
      throw OFREPFailure(
        code: .targetingKeyMissing,
        details: attribute == Experiment.defaultHashAttribute
          ? "the context has no \"targetingKey\"" : "the context has no \(quoted(attribute))")
    }
    var object: JSONObject = ["key": .string(experiment.key), "reason": .string(decision.ofrepReason)]
    // Without a value the application takes its own default.
    if let place = decision.variant, compiled.experiment.variants.indices.contains(place) {
      let variant = JSONValue.string(compiled.experiment.variants[place].key)
      object["value"] = variant
      object["variant"] = variant
    }
    object["metadata"] = ["decision": .string(decision.reason.rawValue)]
    return .object(object)
  }
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
