public import Foundation

/// The reason why there is no screen: what kind of problem it is, and what is wrong.
///
/// A ``ScreenClient`` throws no other type, except that a cancelled task throws `CancellationError`. What works without a
/// client also throws the errors of Foundation: ``ScreenDecoder``, ``ScreenSeed`` and ``WireFormat`` a `DecodingError`.
///
/// ```swift
/// do {
///   show(try await client.screen("menu"))
/// } catch let error as ScreenError where error.code == .notFound {
///   showHome()
/// } catch {
///   showMessage(error.localizedDescription)
/// }
/// ```
public struct ScreenError: Error, Sendable {
  /// The kinds of problems.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not a valid route.
    case badRoute
    /// An attribute has the name of a query parameter of the API.
    case reservedAttribute
    /// The closure ``ScreenClient/Options/headerFields`` threw an error.
    case headerFieldsFailed
    /// No response arrived: the device is offline, the server cannot be reached, or the time is over.
    case noResponse
    /// The server has no screen of this route (404).
    case notFound
    /// The screen was deleted (410).
    case gone
    /// The version that the pages are of is no longer there (410). Begin again with the first page.
    case pageExpired
    /// The server answered with another error status.
    case refused
    /// The response is larger than ``ScreenClient/Options/maximumBytes``.
    case tooLarge
    /// The response is not a screen in the wire format that the client asked for.
    case unreadable
    /// An item cannot be shown, and its policy is ``ItemPolicy/throw``.
    case itemNotShown
    /// The screen is not cached, and the policy is ``CachePolicy/cacheOnly``.
    case notCached
    /// The document is not a wire format.
    case invalidFormat
  }

  /// The kind of problem.
  public let code: Code
  /// What is wrong, in one line. For a response of the server it is the server's explanation, which may name a similar
  /// route.
  public let message: String
  /// The status of the server's response; nil when the problem is not one.
  public let status: Int?
  /// The error of the network, the decoder or the app; nil without one.
  public let underlyingError: (any Error)?

  /// Creates an error without a server, such as one for a preview or a test of the app.
  public init(_ code: Code, _ message: String, status: Int? = nil, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.status = status
    underlyingError = underlying
  }
}

extension ScreenError: Hashable {
  /// Returns whether both have the same code, message and status.
  public static func == (left: ScreenError, right: ScreenError) -> Bool {
    left.code == right.code && left.message == right.message && left.status == right.status
  }

  /// Hashes the code, the message and the status.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
    hasher.combine(status)
  }
}

extension ScreenError: LocalizedError, CustomStringConvertible {
  /// What is wrong, in one line.
  public var description: String { message }

  /// What is wrong, in one line. It is in English.
  public var errorDescription: String? { message }
}

// MARK: Making errors

extension ScreenError {
  package static func badRoute(_ route: String) -> ScreenError {
    ScreenError(
      .badRoute, "\"\(route)\" is not a route: use letters, digits, \".\", \"_\", \"-\" and \"/\"")
  }

  package static func reservedAttribute(_ name: String) -> ScreenError {
    ScreenError(
      .reservedAttribute, "\"\(name)\" is a query parameter of the API; give the attribute another name")
  }

  package static func notFound(_ detail: String?) -> ScreenError {
    ScreenError(.notFound, detail ?? "the server has no such screen", status: 404)
  }

  package static let gone = ScreenError(.gone, "the screen was deleted", status: 410)

  package static let pageExpired = ScreenError(
    .pageExpired, "the pages are of a version that is no longer there", status: 410)

  package static func refused(status: Int, detail: String?) -> ScreenError {
    ScreenError(
      .refused, "the server answered \(status)" + (detail.map { ": \($0)" } ?? ""), status: status)
  }

  package static let notCached = ScreenError(.notCached, "the screen is not cached")

  package static func tooLarge(_ bytes: Int) -> ScreenError {
    ScreenError(.tooLarge, "the response is larger than \(bytes) bytes")
  }

  package static func malformed(_ reason: String) -> ScreenError {
    ScreenError(.invalidFormat, "not a wire format: \(reason)")
  }

  package static func unknownPlaceholder(_ name: String) -> ScreenError {
    ScreenError(.invalidFormat, "not a wire format: \"\(name)\" is not a placeholder here")
  }

  /// Returns any error as one of this type, except a cancellation, which stays what it is.
  static func wrapping(_ error: any Error) -> any Error {
    switch error {
    case is CancellationError, is ScreenError: error
    case let error as DecodingError:
      ScreenError(.unreadable, "the response is not a screen: \(error.line)", underlying: error)
    case let error as ScreenWarning: ScreenError(.itemNotShown, error.description, underlying: error)
    default: ScreenError(.noResponse, error.localizedDescription, underlying: error)
    }
  }

  /// Whether the app may show the cached screen after this error. It may not if the server has said that the screen does
  /// not exist, or if the app asked for something that cannot exist.
  var allowsCachedScreen: Bool {
    switch code {
    case .notFound, .gone, .badRoute, .reservedAttribute: false
    default: true
    }
  }
}
