public import Foundation

/// Decodes screens in a wire format, each content straight into its registered type.
///
/// ```swift
/// let decoder = ScreenDecoder(format: .viewItems, registry: registry)
/// let screen = try decoder.decode(data).screen
/// ```
public struct ScreenDecoder: Sendable {
  /// The wire format of the screens.
  public var format: WireFormat
  /// The content types of the app.
  public var registry: ViewRegistry
  /// The policy for items whose view type is not registered.
  public var unknown: ItemPolicy
  /// The policy for items whose content cannot be decoded.
  public var failed: ItemPolicy
  /// Creates the `JSONDecoder` for each screen. Replace it to use other decoding strategies.
  public var makeDecoder: @Sendable () -> JSONDecoder

  /// Creates a decoder. By default it keeps every item that the app cannot show and adds a warning.
  public init(
    format: WireFormat = .screen, registry: ViewRegistry, unknown: ItemPolicy = .keep,
    failed: ItemPolicy = .keep, makeDecoder: @escaping @Sendable () -> JSONDecoder = { .screenKit }
  ) {
    self.format = format
    self.registry = registry
    self.unknown = unknown
    self.failed = failed
    self.makeDecoder = makeDecoder
  }

  /// Decodes one screen.
  /// - Returns: The screen, and the problems that decoding worked around, in the order of the JSON.
  /// - Throws: `DecodingError` when the data is not JSON or does not have the shape of the wire format;
  ///   ``ScreenWarning`` for an item when its policy is ``ItemPolicy/throw``.
  public func decode(_ data: Data) throws -> (screen: Screen, warnings: [ScreenWarning]) {
    let decoder = makeDecoder()
    let order = format.isOrderedByMembers ? MemberOrder(data) : nil
    if let key = CodingUserInfoKey.itemReader { decoder.userInfo[key] = ItemReader(self, order: order) }
    let document = try decoder.decode(ScreenDocument.self, from: data)
    return (document.screen, document.warnings)
  }
}

extension CodingUserInfoKey {
  /// The key under which ``ScreenDocument`` and ``ScreenItems`` find the ``ItemReader``. The initializer of
  /// `CodingUserInfoKey` is failable, but never returns nil.
  static let itemReader = CodingUserInfoKey(rawValue: "dev.marquee.itemReader")
}
