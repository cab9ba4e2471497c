public import Foundation
public import ScreenKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Assigns a user to variants in the app, from the same features that GrowthBook's SDKs read. The server would assign
/// the same variants.
///
/// ```swift
/// let assignments = try await LocalAssignments(server: server, clientKey: "my-app", user: "42")
/// options.arm = assignments.arm(of:)
/// ```
public struct LocalAssignments: Sendable {
  /// A variant that a user has.
  public struct Assignment: Hashable, Sendable {
    /// The key of the experiment.
    public let experiment: String
    /// The key of the variant.
    public let variant: String
    /// The text that was hashed: the value of the experiment's hash attribute. Nil for a forced variant, which is not
    /// measured.
    public let unit: String?
  }

  /// The reason why a document cannot be used.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong, in one line.
    public let description: String
  }

  private let rules: FeatureRules

  /// Reads the features and the list of screens.
  /// - Parameters:
  ///   - features: The body of `GET /api/features/{clientKey}`.
  ///   - screens: The body of `GET /screens`, which lists the experiments of each screen.
  ///   - user: The user's id; nil for a user without one.
  ///   - attributes: Attributes for targeting. A value that is a JSON number, `true` or `false` is read as such.
  /// - Throws: ``Failure`` when a document is not JSON or does not have the expected members.
  public init(
    features: Data, screens: Data, user: String?, attributes: [String: String] = [:]
  ) throws(Failure) {
    rules = try FeatureRules(features: features, screens: screens, user: user, attributes: attributes)
  }

  /// Fetches the features and the list of screens from a server.
  /// - Parameters:
  ///   - server: The URL of the server, such as `https://screens.example.com`.
  ///   - clientKey: The client key, such as `my-app`. Any name works until the server has one.
  ///   - user: The user's id; nil for a user without one.
  ///   - attributes: Attributes for targeting. A value that is a JSON number, `true` or `false` is read as such.
  ///   - transport: Sends the requests.
  /// - Throws: ``Failure`` when a response is not the expected document; the transport's error when there is none.
  public init(
    server: URL, clientKey: String, user: String?, attributes: [String: String] = [:],
    transport: any Transport = URLSessionTransport()
  ) async throws {
    func document(_ path: String) async throws -> Data {
      let request = URLRequest(url: server.appendingPathComponent(path))
      let response = try await transport.response(to: request, maximumBytes: Self.maximumBytes)
      guard response.status == 200 else {
        throw Failure(description: "the server answered \(response.status) to \(path)")
      }
      return response.body
    }
    try await self.init(
      features: document("api/features/\(clientKey)"), screens: document("screens"), user: user,
      attributes: attributes)
  }

  /// The largest document, in bytes.
  private static let maximumBytes = 16 << 20

  /// Returns the user's variants on a screen; nil if the app cannot decide them: the screen or one of its experiments
  /// is unknown, an experiment is stopped, or a rule cannot be evaluated in the app.
  public func assignments(of route: String) -> [Assignment]? {
    guard let experiments = rules.experiments(of: route), experiments.allSatisfy({ rules.isKnown($0) }) else {
      return nil
    }
    return experiments.compactMap { experiment in
      rules.choice(in: experiment).map {
        Assignment(experiment: experiment, variant: $0.variant, unit: $0.unit)
      }
    }
  }

  /// Returns the user's arm of a screen; nil if the app cannot decide it.
  public func arm(of route: String) -> String? {
    guard let assignments = assignments(of: route) else { return nil }
    return assignments.isEmpty
      ? "default" : assignments.map { "\($0.experiment):\($0.variant)" }.joined(separator: ",")
  }
}

@available(*, deprecated, message: "pass arm(of:) to ScreenClient.Options.arm")
extension LocalAssignments: ArmProvider {}
