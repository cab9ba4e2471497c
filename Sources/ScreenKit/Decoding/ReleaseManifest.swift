public import Foundation

/// What a release of the app can show: the JSON that `PUT /admin/releases/PLATFORM/VERSION` takes, so that the server
/// sends it nothing else.
public struct ReleaseManifest: Codable, Hashable, Sendable {
  /// The names of the view types that it can show.
  public var viewTypes: [String]
  /// Whether anybody still uses it.
  public var supported: Bool

  /// A manifest; `supported` as long as anybody uses the release.
  public init(viewTypes: [String], supported: Bool = true) {
    self.viewTypes = viewTypes
    self.supported = supported
  }

  /// The document to send, with sorted members.
  public func json() throws -> Data { try JSONEncoder.screenKit.encode(self) }
}
