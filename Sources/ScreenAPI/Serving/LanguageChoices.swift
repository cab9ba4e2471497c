import HTTPWire

/// The languages that values of `Accept-Language` have chosen before. The values come from few kinds of devices.
///
/// A place is filled once and read without a lock. A value without a place is looked up again each time, which costs
/// about a microsecond.
final class LanguageChoices: Sendable {
  /// The number of values that are remembered.
  static let maximumCount = 4096
  /// A longer value is not remembered.
  static let maximumBytes = 256
  /// The places that a value can have.
  private static let neighbours = 4

  private final class Choice: Sendable {
    let field: [UInt8]
    let language: Int

    init(_ field: [UInt8], _ language: Int) {
      self.field = field
      self.language = language
    }
  }

  private let places = (0..<maximumCount).map { _ in OnceReference<Choice>() }

  /// - Parameter lookUp: finds the number of the language that a value chooses.
  func language(for field: Bytes, lookUp: (Bytes) -> Int) -> Int {
    guard field.count <= Self.maximumBytes else { return lookUp(field) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in field { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for neighbour in 0..<Self.neighbours {
      let place = places[Int((hash &+ UInt64(neighbour)) % UInt64(Self.maximumCount))]
      if let choice = place.load() {
        if choice.field.withBytes({ $0 == field }) { return choice.language }
      } else {
        let language = lookUp(field)
        _ = place.storeIfNil(Choice(Array(field), language))
        return language
      }
    }
    return lookUp(field)
  }
}
