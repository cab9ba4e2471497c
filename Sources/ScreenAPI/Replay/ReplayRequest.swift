import HTTPWire
import JSONText
import Screens

/// The body of a replay: `{"against": "draft", "route": "home", "requests": {"last": 1000}}`.
struct ReplayRequest {
  enum Target {
    case draft(Route)
    case changeSet(String)
  }

  enum Source {
    /// The last requests of the journal.
    case last(Int)
    /// Those of an archive that are for screens, and the number of the others.
    case recorded([RecordedScreenRequest], others: Int)
  }

  /// The maximum number of requests in one replay.
  static let maximumRequests = RequestJournal.maximumCapacity

  let target: Target
  let source: Source

  private static let header = Schema.object(.required("name", .string), .required("value", .string))
  private static let recordedRequest = Schema.object(
    .required("url", .string), .optional("method", .string), .optional("headers", .array(header)))
  private static let recorded = Schema.object(
    .required(
      "log", .object(.required("entries", .array(.object(.required("request", recordedRequest)))))))

  static let schema = Schema.named(
    "Replay",
    .closedObject(
      .required("against", .choice(["draft", "changeset"])),
      .optional("route", .string, "The screen whose draft is compared; for draft."),
      .optional("name", .string, "The change set that is compared; for changeset."),
      .required(
        "requests",
        .anyOf([
          .closedObject(.required("last", .integer(from: 1, through: maximumRequests))),
          .named("HTTPArchive", recorded),
        ]), "The last ones of the journal, or an HTTP Archive (HAR 1.2).")))

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a replay"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["against", "route", "name", "requests"], &diagnostics)
    var target: Target?
    var source: Source?
    if let members {
      _ = members.required("against", of: noun, &diagnostics)
      target = Self.target(members, &diagnostics)
      if let requests = members.required("requests", of: noun, &diagnostics) {
        source = Self.source(requests, &diagnostics)
      }
    }
    guard diagnostics.isEmpty, let target, let source else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    self.target = target
    self.source = source
  }

  private static func target(_ members: MemberReader, _ diagnostics: inout Diagnostics) -> Target? {
    switch members.choice("against", of: ["draft", "changeset"], &diagnostics) {
    case "draft":
      guard members.required("route", of: "a replay against a draft", &diagnostics) != nil,
        let text = members.string("route", &diagnostics)
      else { return nil }
      do throws(Route.NameError) {
        return .draft(try Route(text))
      } catch {
        diagnostics.add(
          Diagnostic(.invalidName, at: JSONPointer(tokens: ["route"]), error.message, hint: error.hint))
        return nil
      }
    case "changeset":
      guard members.required("name", of: "a replay against a change set", &diagnostics) != nil else {
        return nil
      }
      return members.string("name", &diagnostics).map { .changeSet($0) }
    default: return nil
    }
  }

  private static func source(_ value: JSONValue, _ diagnostics: inout Diagnostics) -> Source? {
    let location = JSONPointer(tokens: ["requests"])
    if let entries = value["log"]?["entries"]?.arrayValue {
      guard entries.count <= maximumRequests else {
        diagnostics.add(
          Diagnostic(.tooMany, at: location, "a replay has at most \(maximumRequests) requests"))
        return nil
      }
      let requests = entries.compactMap { RecordedScreenRequest($0) }
      return .recorded(requests, others: entries.count - requests.count)
    }
    guard value["log"] == nil else {
      diagnostics.add(
        Diagnostic(
          .wrongType, at: location,
          "\"requests\" is not an HTTP Archive: it needs the array \"entries\" in \"log\""))
      return nil
    }
    let members = MemberReader(value, at: location, named: "\"requests\"", allowed: ["last"], &diagnostics)
    guard members?.required("last", of: "\"requests\"", &diagnostics) != nil else { return nil }
    return members?.integer("last", in: 1...maximumRequests, &diagnostics).map { .last($0) }
  }
}
