public import Foundation

/// Reads screens in a wire format, each content straight into its registered type.
public struct ScreenDecoder<Value: Sendable>: Sendable {
  /// The shape in which the screens come.
  public var format: WireFormat
  /// How contents become values of the app.
  public var registry: ViewRegistry<Value>
  /// What becomes of items whose view type is not registered.
  public var unknown: ItemPolicy
  /// What becomes of items whose content cannot be read.
  public var failed: ItemPolicy
  /// Makes the decoder for each screen; for apps with strategies of their own.
  public var makeDecoder: @Sendable () -> JSONDecoder

  /// A decoder, which by default keeps what it cannot show and warns of it.
  public init(
    format: WireFormat = .screen, registry: ViewRegistry<Value>, unknown: ItemPolicy = .keep,
    failed: ItemPolicy = .keep, makeDecoder: @escaping @Sendable () -> JSONDecoder = { .screenKit }
  ) {
    self.format = format
    self.registry = registry
    self.unknown = unknown
    self.failed = failed
    self.makeDecoder = makeDecoder
  }

  /// - Throws: `DecodingError` when it is not JSON or not of the format's shape; ``ScreenWarning`` for an item, where
  ///   the policy says so.
  public func decode(_ data: Data) throws -> Decoded<Screen<Value>> {
    let decoder = makeDecoder()
    if let key = CodingUserInfoKey.screenDecoder { decoder.userInfo[key] = self }
    let document = try decoder.decode(ScreenDocument<Value>.self, from: data)
    return Decoded(value: document.screen, warnings: document.warnings)
  }
}

extension CodingUserInfoKey {
  /// Leads a document that is being read to its decoder; nil never, though its initializer may fail.
  static let screenDecoder = CodingUserInfoKey(rawValue: "dev.marquee.screenDecoder")
}
