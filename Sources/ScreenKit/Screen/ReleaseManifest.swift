public import Foundation

/// The view types that a release of the app can show: the JSON body of `PUT /admin/releases/PLATFORM/VERSION`.
///
/// The server then sends this release no other view types.
public struct ReleaseManifest: Codable, Hashable, Sendable {
  /// The names of the view types that the release can show.
  public var viewTypes: [String]
  /// Whether the release is still in use. The server checks each publication against the supported releases.
  public var supported: Bool

  /// Creates a manifest.
  /// - Parameters:
  ///   - viewTypes: The names of the view types that the release can show.
  ///   - supported: Whether the release is still in use.
  public init(viewTypes: [String], supported: Bool = true) {
    self.viewTypes = viewTypes
    self.supported = supported
  }

  /// Encodes the manifest as JSON, with members sorted by name.
  /// - Throws: `EncodingError`.
  public func json() throws -> Data { try JSONEncoder.screenKit.encode(self) }
}
