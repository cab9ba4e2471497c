import HTTPWire
import Screens

/// A kind of problem (RFC 9457 §3.1.1): its status, the last part of its URI and its title.
///
/// An endpoint declares the kinds that it can return; the OpenAPI document lists them by status.
struct ProblemType: Sendable, Hashable {
  let status: HTTPStatus
  let code: String
  let title: String

  init(_ status: HTTPStatus, _ code: String, _ title: String) {
    self.status = status
    self.code = code
    self.title = title
  }

  /// The same type with a title for a narrower case.
  func titled(_ title: String) -> ProblemType { ProblemType(status, code, title) }
}

extension ProblemType {
  // 400: the request is malformed.
  static let badForm = ProblemType(400, "bad-form", "The form is malformed")
  static let badJSON = ProblemType(400, "bad-json", "The body is not JSON")
  static let badName = ProblemType(400, "bad-name", "The name is invalid")
  static let badParameter = ProblemType(400, "bad-parameter", "A parameter is wrong")
  static let badRoute = ProblemType(400, "bad-route", "The route is invalid")
  static let malformedPath = ProblemType(400, "malformed-path", "The path is malformed")

  // 401, 403: access.
  static let unauthorized = ProblemType(401, "unauthorized", "A token is needed")
  static let forbidden = ProblemType(403, "forbidden", "The token is wrong")
  static let invalidLink = ProblemType(403, "invalid-link", "The link is invalid")
  static let crossSite = ProblemType(403, "cross-site", "The request comes from another site")
  static let insufficientScope = ProblemType(403, "insufficient-scope", "The scope of the token is too low")

  // 404, 410: missing resources.
  static let noDraft = ProblemType(404, "no-draft", "There is no draft")
  static let noResponse = ProblemType(404, "no-response", "No response fits the request")
  static let noExposures = ProblemType(404, "no-exposures", "No exposures are kept")
  static let noJournal = ProblemType(404, "no-journal", "No requests are kept")
  static let notFound = ProblemType(404, "not-found", "The path does not exist")
  static let notScheduled = ProblemType(404, "not-scheduled", "Nothing is scheduled")
  static let unknownAsset = unknown(.asset)
  static let unknownChangeSet = ProblemType(404, "unknown-changeset", "There is no such change set")
  static let unknownClientKey = unknown(.clientKey)
  static let unknownComment = unknown(.comment)
  static let unknownEndpoint = ProblemType(404, "unknown-endpoint", "There is no such endpoint")
  static let unknownExperiment = ProblemType(404, "unknown-experiment", "There is no such experiment")
  static let unknownFormat = unknown(.format)
  static let unknownGuest = ProblemType(404, "unknown-guest", "There is no such guest link")
  static let unknownItem = ProblemType(404, "unknown-item", "There is no such item")
  static let unknownLanguage = ProblemType(404, "unknown-language", "The screens do not have this language")
  static let unknownPreview = unknown(.preview)
  static let unknownRelease = unknown(.release)
  static let unknownRendition = ProblemType(404, "unknown-rendition", "There is no such rendition")
  static let unknownGuard = unknown(.guard)
  static let unknownRollout = unknown(.rollout)
  static let unknownRule = ProblemType(404, "unknown-rule", "There is no such rule")
  static let unknownSchema = ProblemType(404, "unknown-schema", "There is no such schema")
  static let unknownScreen = ProblemType(404, "unknown-screen", "There is no such screen")
  static let unknownSection = ProblemType(404, "unknown-section", "There is no such section")
  static let unknownSession = ProblemType(404, "unknown-session", "There is no such session")
  static let unknownToken = ProblemType(404, "unknown-token", "There is no such token")
  static let unknownVariant = ProblemType(404, "unknown-variant", "There is no such variant")
  static let unknownVersion = ProblemType(404, "unknown-version", "There is no such version")
  static let unknownViewType = unknown(.viewType)
  static let unknownWebhook = unknown(.webhook)
  static let unknownDelivery = ProblemType(404, "unknown-delivery", "There is no such delivery")
  static let pageExpired = ProblemType(410, "page-expired", "The page has expired")
  static let expiredLink = ProblemType(410, "expired-link", "The link has expired")
  static let deletedScreen = ProblemType(410, "deleted-screen", "The screen was deleted")

  /// The problem of a document that does not exist.
  static func unknown(_ kind: DocumentKind) -> ProblemType {
    ProblemType(404, "unknown-" + kind.word, "There is no such \(kind.noun)")
  }

  // 405, 406, 415, 416: HTTP.
  static let methodNotAllowed = ProblemType(405, "method-not-allowed", "The method is not allowed here")
  static let notAcceptable = ProblemType(406, "not-acceptable", "No acceptable response exists")
  static let unsupportedMediaType = ProblemType(
    415, "unsupported-media-type", "The media type is not supported")
  static let rangeNotSatisfiable = ProblemType(416, "range-not-satisfiable", "There is no such range")

  // 409, 412: conflicts with the current state.
  static let breaksReleases = ProblemType(409, "breaks-releases", "The change would break releases")
  static let assetInUse = ProblemType(409, "asset-in-use", "Drafts or change sets use the picture")
  static let breaksScreens = ProblemType(409, "breaks-screens", "The change would make screens invalid")
  static let breaksViewTypes = ProblemType(
    409, "breaks-view-types", "The change would make other view types invalid")
  static let changeSetBuiltUpon = ProblemType(
    409, "changeset-built-upon", "Later changes depend on the change set")
  static let changeSetConflicts = ProblemType(
    409, "changeset-conflicts", "The change set conflicts with the published state")
  static let changeSetExists = ProblemType(409, "changeset-exists", "The change set exists already")
  static let changeSetOpen = ProblemType(409, "changeset-open", "The change set is not published")
  static let changeSetPublished = ProblemType(409, "changeset-published", "The change set is published")
  static let draftOutdated = ProblemType(409, "draft-outdated", "The draft began from another version")
  static let itemExists = ProblemType(409, "item-exists", "The item exists already")
  static let mockOff = ProblemType(409, "mock-off", "The mock is off")
  static let leadsNowhere = ProblemType(409, "leads-nowhere", "Links would lead nowhere")
  static let untranslated = ProblemType(409, "untranslated", "Texts would be left without a translation")
  static let notGuardable = ProblemType(
    409, "not-guardable", "The publication cannot have a guard")
  static let rolloutEnded = ProblemType(409, "rollout-ended", "The rollout has ended")
  static let rolloutRunning = ProblemType(409, "rollout-running", "A rollout of the screen is open")
  static let notInSession = ProblemType(409, "not-in-session", "Only the server itself has this")
  static let requestInProgress = ProblemType(
    409, "request-in-progress", "The first request with this key is not answered yet")
  static let patchDoesNotApply = ProblemType(409, "patch-does-not-apply", "The patch does not apply")
  static let reassignsUnits = ProblemType(
    409, "reassigns-units", "The change moves units between variants of a running experiment")
  static let scenarioDoesNotApply = ProblemType(
    409, "scenario-does-not-apply", "The scenario does not apply to the screens")
  static let tokenExists = ProblemType(409, "token-exists", "The token exists already")
  static let preconditionFailed = ProblemType(412, "precondition-failed", "The resource has changed")

  // 421, 429: wrong hosts, too many requests.
  static let misdirected = ProblemType(421, "misdirected", "The host is not this server's")
  static let tooManyExposures = ProblemType(
    429, "too-many-exposures", "Too many exposures were sent")
  static let tooManyReports = ProblemType(429, "too-many-reports", "Too many reports were sent")
  static let tooManySignIns = ProblemType(429, "too-many-sign-ins", "Too many failed sign-ins")

  // 422: the request is well-formed, but the server cannot do what it asks.
  static let idempotencyKeyReused = ProblemType(
    422, "idempotency-key-reused", "The key belongs to another request")
  static let invalidBody = ProblemType(422, "invalid-body", "The body is invalid")
  static let invalidChangeSet = ProblemType(422, "invalid-changeset", "The change set is invalid")
  static let invalidScreen = ProblemType(422, "invalid-screen", "The screen is invalid")
  static let notAsExpected = ProblemType(422, "not-as-expected", "The requests are not as expected")
  static let tooMany = ProblemType(422, "too-many", "There are too many rules")
  static let unknownBase = ProblemType(422, "unknown-base", "There is no such version")

  // 500, 502, 503, 504, 507: the server.
  static let damagedScreen = ProblemType(500, "damaged-screen", "The screen cannot be read")
  static let invalidHeader = ProblemType(500, "invalid-header", "A field of the response is invalid")
  static let upstreamFailed = ProblemType(502, "upstream-failed", "The real backend gave no answer")
  static let upstreamTimeout = ProblemType(504, "upstream-timeout", "The real backend did not answer in time")
  static let upstreamBusy = ProblemType(503, "upstream-busy", "Too many requests wait for the real backend")
  static let noUpstream = ProblemType(502, "no-upstream", "There is no backend to forward to")
  static let renditionTooLarge = ProblemType(
    500, "rendition-too-large", "The screen is too large in this format")
  static let unreadableAsset = ProblemType(500, "unreadable-asset", "The asset cannot be read")
  static let draining = ProblemType(503, "draining", "The server is shutting down")
  static let behind = ProblemType(503, "behind", "This node has not seen that revision yet")
  static let notReady = ProblemType(503, "not-ready", "The server has no screens yet")
  static let outcomeUnknown = ProblemType(503, "outcome-unknown", "The outcome is not known")
  static let storeUnavailable = ProblemType(503, "store-unavailable", "The store is not available")
  static let tooManyDelays = ProblemType(503, "too-many-delays", "Too many responses are delayed")
  static let tooManyListeners = ProblemType(503, "too-many-listeners", "There are too many listeners")
  static let tooManyPreviews = ProblemType(503, "too-many-previews", "Too many previews are being made")
  static let tooManySessions = ProblemType(503, "too-many-sessions", "There are too many sessions")
  static let noRoom = ProblemType(507, "no-room", "There is no room left")
}
