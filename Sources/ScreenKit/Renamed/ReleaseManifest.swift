public import Foundation

/// Replaced by ``ViewRegistry/releaseManifest(isSupported:)``.
@available(*, deprecated, message: "use ViewRegistry.releaseManifest(isSupported:)")
public struct ReleaseManifest: Codable, Hashable, Sendable {
  /// The names of the view types that the release can show.
  public var viewTypes: [String]
  /// Whether the release is still in use.
  public var supported: Bool

  /// Creates a manifest.
  public init(viewTypes: [String], supported: Bool = true) {
    self.viewTypes = viewTypes
    self.supported = supported
  }

  /// Encodes the manifest as JSON, with members sorted by name.
  /// - Throws: `EncodingError`.
  public func json() throws -> Data { try JSONEncoder.screenKit.encode(self) }
}

extension ViewRegistry {
  /// Replaced by ``releaseManifest(isSupported:)``.
  @available(*, deprecated, renamed: "releaseManifest(isSupported:)")
  public var manifest: ReleaseManifest { ReleaseManifest(viewTypes: viewTypes) }
}
