import HTTPWire
import JSONText
import Screens

/// Experiments as features of GrowthBook's SDKs: `/api/features/{clientKey}` and `/sub/{clientKey}`.
enum FeatureEndpoints {
  static let all: [Endpoint] = [get, listen]

  static let get = Endpoint(
    .get, "/api/features/{clientKey}", "getFeatures", .features,
    "The experiments as features, which GrowthBook's SDKs evaluate",
    reading: .clientKeyOfSDK, responses: [.json("The features", .features)], problems: [.unknownClientKey],
    validation: .entityTag
  ) { (api, name) throws(ScreensError) in
    guard let body = api.serving.features.cache.body(for: name, api.publisher) else {
      throw .unknownDocument(.document(.clientKey, name), nearest: nil)
    }
    // As in GrowthBook's API: fresh for 30 seconds; then usable for an hour while a cache revalidates, and for ten
    // hours while this server fails.
    var response = HTTPResponse.json(
      serialized: body, caching: "public, max-age=30, stale-while-revalidate=3600, stale-if-error=36000")
    // SDKs for browsers open the stream only if they see this field.
    response.add("X-SSE-Support", "enabled")
    return response
  }

  static let listen = Endpoint(
    .get, "/sub/{clientKey}", "listenToFeatures", .features,
    "Server-Sent Events: the features, then again after each change",
    reading: .clientKeyOfSDK, responses: [.eventStream("An event `features` with each payload")],
    stream: { api, responder, name in
      // Some SDKs never try again after any other status than 200. So an unknown key has a stream without features.
      let (features, publisher) = (api.serving.features, api.publisher)
      features.feed.listen(to: .features(clientKey: name), responder) {
        features.cache.body(for: name, publisher)
          ?? FeaturePayload.empty
      }
    })
}

/// The cache of feature payloads, and the listeners to their changes.
final class Features: Sendable {
  let cache: FeatureCache
  let feed = FeatureFeed()

  /// - Parameter keepsPayloads: false in a session, to save memory.
  init(keepsPayloads: Bool) { cache = FeatureCache(keepsPayloads: keepsPayloads) }

  /// Notes a change of screens, groups or client keys that readers of the publisher see.
  func didChange() {
    cache.didChange()
    feed.didChange()
  }
}

extension Parameter where Value == String {
  /// The client key in the URL of an SDK. Any text is accepted, because SDKs cannot show why a key was refused.
  fileprivate static var clientKeyOfSDK: Self {
    path("clientKey", "The client key.", .name) { $0.isEmpty ? nil : $0 }
  }
}

extension Schema {
  fileprivate static let features = Schema.named(
    "Features",
    .object(
      .required("status", .integer), .required("dateUpdated", .string),
      .required("features", .map(.anyObject), "By key of the experiment."),
      .required("experiments", .array(.anyObject)),
      .required("savedGroups", .map(.array(.any)), "The groups that conditions refer to.")))
}
