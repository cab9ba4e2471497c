public import Foundation
public import ScreenKit

/// Assigns a user to variants within the app, from the same features that GrowthBook's SDKs read. The result is that
/// of the server.
///
/// ```swift
/// let assignments = try LocalAssignments(features: features, screens: screens, user: "42")
/// configuration.armProvider = assignments
/// ```
public struct LocalAssignments: ArmProvider {
  /// A variant that a user has.
  public struct Assignment: Hashable, Sendable {
    /// The key of the experiment.
    public let experiment: String
    /// The key of the variant.
    public let variant: String
    /// The unit whose hash has decided: the value of the experiment's hash attribute. Nil for a variant that is forced,
    /// which is not measured.
    public let unit: String?
  }

  /// Why a document cannot be used.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong, in one line.
    public let description: String
  }

  private let rules: FeatureRules

  /// - Parameters:
  ///   - features: the body of `GET /api/features/{clientKey}`.
  ///   - screens: the body of `GET /screens`, which says what experiments a screen has.
  ///   - user: the user's id; nil for a user in no experiment.
  ///   - attributes: attributes for targeting. A value that is a JSON number, `true` or `false` is read as such.
  /// - Throws: ``Failure`` for a document that is not of these.
  public init(
    features: Data, screens: Data, user: String?, attributes: [String: String] = [:]
  ) throws(Failure) {
    rules = try FeatureRules(features: features, screens: screens, user: user, attributes: attributes)
  }

  /// The variants that the user has on a screen; nil if they cannot be decided here: the screen or one of its
  /// experiments is unknown, an experiment is stopped, or a rule is not one of Marquee's.
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

  /// The arm of a screen for the user; nil if it cannot be decided here.
  public func arm(of route: String) -> String? {
    guard let assignments = assignments(of: route) else { return nil }
    return assignments.isEmpty
      ? "default" : assignments.map { "\($0.experiment):\($0.variant)" }.joined(separator: ",")
  }
}
