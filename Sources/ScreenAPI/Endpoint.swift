import HTTPWire
import Screens

/// An operation of the API: its method, path, access, parameters and responses, and the handler that answers.
///
/// To add one, write it in the `…Endpoints` of its noun and name it in that type's `all`. Everything else follows from
/// the value: matching, 404, 405 and `Allow`, the scope of the token, the label in the metrics, and its part of
/// `/openapi.json`.
struct Endpoint: Sendable {
  /// Who may use an endpoint.
  enum Access: Sendable {
    /// The public API: everybody, and pages of all origins (CORS).
    case everybody
    /// The console: browsers without a token, but not pages of other origins.
    case console
    /// The admin API: bearers of a token with the scope. A dry run and a request within a session may need a lower one.
    /// In a change set, guests who may comment can be admitted, too.
    case token(
      AccessScope, forDryRun: AccessScope? = nil, inSession: AccessScope? = nil, admitsGuests: Bool = false)

    /// Publishing: a dry run needs the scope `edit` alone.
    static let publishing = Access.token(.publish, forDryRun: .edit)
  }

  /// How the preconditions of a request apply to a response of status 200.
  enum Validation: Sendable {
    case none
    /// By an entity tag of its bytes, which `If-None-Match` and `If-Match` may name.
    case entityTag
    /// The same, and clients may request parts with `Range`.
    case ranges
    /// By the entity tag that the handler set.
    case prepared
  }

  /// What an endpoint does to the server. Its queue follows, and whether its requests are writes.
  enum Effect: Sendable, CaseIterable {
    /// Answers from memory at once.
    case answers
    /// Reads, and may wait for the store.
    case reads
    /// Changes something outside the store of screens: sessions in memory, or the exposures that apps report.
    case remembers
    /// Stores a change. A dry run of it reads.
    case stores
    /// Renders a preview.
    case previews
    /// Computes for as long as the body of the request asks for.
    case computes
  }

  /// Where a handler runs.
  enum Executor: Sendable {
    /// On the loop, for a handler that waits for nothing.
    case loop
    /// On the queue of apps, for one that takes time.
    case appQueue
    /// On a queue of the admin API, for one that may wait for the store.
    case adminQueue
    /// On the queue of writers. Nothing else runs there: writers wait for writers only.
    case writeQueue
    /// On a queue that renders few previews at a time, so that they hold up nothing else.
    case previewQueue
    /// On a queue of few long computations, so that they hold up nothing else.
    case computeQueue
  }

  /// Answers a request.
  typealias Respond =
    @Sendable (ScreenAPI, borrowing HTTPRequest, EndpointArguments) throws(Problem) -> HTTPResponse

  /// Begins a stream on the responder.
  typealias Stream =
    @Sendable (ScreenAPI, borrowing HTTPRequest, EndpointArguments, CountedResponder) throws(Problem) -> Void

  enum Handler: Sendable {
    case respond(Respond)
    case stream(Stream)
    /// `GET /screens/{route}`. Most of these requests are served without a lookup in the table.
    case serveScreen
  }

  let method: HTTPMethod
  let path: PathTemplate
  let operationID: String
  let tag: Tag
  let summary: String
  let access: Access
  let parameters: [ParameterDeclaration]
  let body: BodyDeclaration?
  let responses: [ResponseDeclaration]
  let problems: [ProblemType]
  let validation: Validation
  /// Whether a GET endpoint also answers HEAD.
  let allowsHead: Bool
  let effect: Effect
  /// Whether responses contain secrets. They are not compressed, because the size of a compressed body reveals
  /// something about its content (BREACH).
  let isSecret: Bool
  let handler: Handler

  /// Names of the query parameters.
  let queryNames: [String]

  /// - Parameters:
  ///   - parameters: the values that the handler receives, in this order.
  ///   - problems: the problems of the handler. Those of access and of the parameters are added.
  ///   - handler: makes the response.
  init<each Value: Sendable>(
    _ method: HTTPMethod, _ path: PathTemplate, _ operationID: String, _ tag: Tag, _ summary: String,
    access: Access = .everybody, effect: Effect = .reads, reading parameters: repeat Parameter<each Value>,
    responses: [ResponseDeclaration], problems: [ProblemType] = [], validation: Validation = .none,
    isSecret: Bool = false,
    handler: @escaping @Sendable (ScreenAPI, repeat each Value) throws(ScreensError) -> HTTPResponse
  ) {
    let isPublic = if case .everybody = access { true } else { false }
    self.init(
      method, path, operationID, tag, summary, access: access, effect: effect,
      inputs: Inputs(repeat each parameters), responses: responses, problems: problems,
      validation: validation, allowsHead: method == .get, isSecret: isSecret,
      handler: .respond { (api, request, arguments) throws(Problem) in
        let values = (repeat try (each parameters).read(request, arguments, api))
        do throws(ScreensError) {
          return try handler(api, repeat each values)
        } catch {
          throw isPublic ? Problem(error) : Problem(forAdministrator: error)
        }
      })
  }

  /// An endpoint whose response is written in pieces.
  /// - Parameter stream: begins the response on the responder.
  init<each Value: Sendable>(
    _ method: HTTPMethod, _ path: PathTemplate, _ operationID: String, _ tag: Tag, _ summary: String,
    access: Access = .everybody, reading parameters: repeat Parameter<each Value>,
    responses: [ResponseDeclaration], problems: [ProblemType] = [], allowsHead: Bool = true,
    stream: @escaping @Sendable (ScreenAPI, CountedResponder, repeat each Value) throws(ScreensError) -> Void
  ) {
    let isPublic = if case .everybody = access { true } else { false }
    self.init(
      method, path, operationID, tag, summary, access: access, effect: .reads,
      inputs: Inputs(repeat each parameters), responses: responses, problems: problems, validation: .none,
      allowsHead: allowsHead, isSecret: false,
      handler: .stream { (api, request, arguments, responder) throws(Problem) in
        let values = (repeat try (each parameters).read(request, arguments, api))
        do throws(ScreensError) {
          try stream(api, responder, repeat each values)
        } catch {
          throw isPublic ? Problem(error) : Problem(forAdministrator: error)
        }
      })
  }

  /// The endpoint that serves screens. Its parameters are declared for the document; `ScreenServing` reads them.
  init(
    servingScreensAt path: PathTemplate, _ operationID: String, _ tag: Tag, _ summary: String,
    parameters: [ParameterDeclaration], responses: [ResponseDeclaration], problems: [ProblemType]
  ) {
    self.init(
      .get, path, operationID, tag, summary, access: .everybody, effect: .reads,
      inputs: Inputs(declarations: parameters), responses: responses, problems: problems,
      validation: .none, allowsHead: true, isSecret: false, handler: .serveScreen)
  }

  /// What the parameters of an endpoint declare.
  private struct Inputs {
    var declarations: [ParameterDeclaration] = []
    var body: BodyDeclaration?
    var problems: [ProblemType] = []

    init(declarations: [ParameterDeclaration]) { self.declarations = declarations }

    init<each Value: Sendable>(_ parameters: repeat Parameter<each Value>) {
      for parameter in repeat each parameters {
        declarations += parameter.declarations
        body = parameter.body ?? body
        problems += parameter.problems
      }
    }
  }

  private init(
    _ method: HTTPMethod, _ path: PathTemplate, _ operationID: String, _ tag: Tag, _ summary: String,
    access: Access, effect: Effect, inputs: Inputs, responses: [ResponseDeclaration],
    problems: [ProblemType], validation: Validation, allowsHead: Bool, isSecret: Bool, handler: Handler
  ) {
    self.method = method
    self.path = path
    self.operationID = operationID
    self.tag = tag
    self.summary = summary
    self.access = access
    parameters = inputs.declarations
    body = inputs.body
    self.responses = responses
    self.problems = problems + inputs.problems
    self.validation = validation
    self.allowsHead = allowsHead
    self.effect = effect
    self.isSecret = isSecret
    self.handler = handler
    queryNames = inputs.declarations.filter { $0.location == .query }.map(\.name)
  }

  var isPublic: Bool { if case .everybody = access { true } else { false } }
  var needsToken: Bool { if case .token = access { true } else { false } }

  /// Whether a guest who may comment on a change set can send requests in it.
  var admitsGuests: Bool {
    if case .token(_, _, _, let admitsGuests) = access { admitsGuests } else { false }
  }

  /// Whether requests change the server's state. They may be sent again with their `Idempotency-Key`, and are answered
  /// with the revision.
  var isWrite: Bool { needsToken && (effect == .stores || effect == .remembers) }

  /// Whether a request with a query is a dry run, which reads.
  func isDryRun(_ query: Bytes) -> Bool {
    queryNames.contains("dryRun")
      && QueryParameters.parse(query).contains { $0.name == "dryRun" && $0.value == "true" }
  }

  /// Whether a request ends when its client has gone. A change does not: whether it is stored should not hang on how long
  /// the client waits. Nor does a read of the public API, which is short: asking the client takes an interim response.
  func isCancellable(isDryRun: Bool) -> Bool {
    guard case .respond = handler else { return false }
    return switch effect {
    case .answers, .remembers: false
    case .stores: isDryRun
    case .reads: needsToken
    case .previews, .computes: true
    }
  }

  /// Where the handler runs.
  /// - Parameter inSession: whether the request is for a session. A session has its own store, so its changes need not
  ///   wait for other changes.
  func executor(isDryRun: Bool, inSession: Bool = false) -> Executor {
    switch effect {
    case .answers: .loop
    case .stores where inSession: .appQueue
    case .stores where !isDryRun: .writeQueue
    case .reads, .remembers, .stores: isPublic ? .appQueue : .adminQueue
    case .previews: .previewQueue
    case .computes: .computeQueue
    }
  }

  /// The scope that a token needs for a request; nil for everybody.
  func scope(isDryRun: Bool, isInSession: Bool) -> AccessScope? {
    guard case .token(let scope, let forDryRun, let inSession, _) = access else { return nil }
    if isDryRun, let forDryRun { return forDryRun }
    if isInSession, let inSession { return inSession }
    return scope
  }
}

extension Endpoint {
  /// The noun of an endpoint, by which the document groups operations.
  enum Tag: String, Sendable, CaseIterable {
    case screens = "Screens"
    case events = "Events"
    case viewTypes = "View types"
    case formats = "Formats"
    case schemas = "Schemas"
    case assets = "Assets"
    case previews = "Previews"
    case flags = "Flags"
    case features = "Features"
    case webhooks = "Webhooks"
    case definitions = "Definitions"
    case drafts = "Drafts"
    case changeSets = "Change sets"
    case comments = "Comments"
    case history = "History"
    case experiments = "Experiments"
    case exposures = "Exposures"
    case rollouts = "Rollouts"
    case translations = "Translations"
    case releases = "Releases"
    case mock = "Mock"
    case sessions = "Sessions"
    case requests = "Requests"
    case tokens = "Tokens"
    case console = "Console"
    case operations = "Operations"

    var description: String {
      switch self {
      case .screens: "Screens for apps, and explanations of assignments."
      case .events: "Live updates."
      case .viewTypes: "Kinds of cells, each with the JSON Schema of its content."
      case .formats: "Shapes in which screens are sent."
      case .schemas: "Schemas of the documents in a folder of screens, for editors."
      case .assets: "Files that content refers to."
      case .previews: "HTML previews of screens."
      case .flags: "Experiments as flags: OpenFeature Remote Evaluation Protocol."
      case .features: "Experiments as features that GrowthBook's SDKs evaluate, and the client keys of SDKs."
      case .webhooks: "URLs that receive a message for each change, and the deliveries of these messages."
      case .definitions: "Definitions of screens: publish, change, delete."
      case .drafts: "Definitions that are not published yet, and their schedules."
      case .changeSets: "Changes of several screens and documents that are published as one."
      case .comments: "Comments on the items of screens, and on those of change sets."
      case .history: "Versions of screens, their differences, and the audit log."
      case .experiments: "How experiments run."
      case .exposures: "Which units were shown which variants."
      case .rollouts: "New versions on their way to everybody, and what apps report about them."
      case .translations: "The languages of screens: what is translated, and what is not."
      case .releases: "Releases of apps, with the view types that they can show."
      case .mock: "Rules and scenarios that change responses, for tests of apps."
      case .sessions: "Isolated views of the server, for tests that run in parallel."
      case .requests: "The last requests for screens."
      case .tokens: "Tokens for the admin API."
      case .console: "The web application, and the sessions of those who use it."
      case .operations: "Health, version and metrics of the server."
      }
    }
  }
}
