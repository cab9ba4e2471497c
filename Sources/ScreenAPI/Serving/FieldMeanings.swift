import HTTPWire

/// What values of a field have meant before: which language `Accept-Language` chooses, or which names `Accept-View-Types`
/// lists. The values come from few kinds of devices and apps.
///
/// A place is filled once and read without a lock. A value without a place is looked up again each time, which costs
/// a few microseconds.
final class FieldMeanings<Meaning: Sendable>: Sendable {
  /// The places that a value can have.
  private static var neighbours: Int { 4 }

  /// A value and what it means.
  final class Entry: Sendable {
    let field: [UInt8]
    let meaning: Meaning

    init(_ field: Bytes, _ meaning: Meaning) {
      self.field = Array(field)
      self.meaning = meaning
    }
  }

  private let places: [OnceReference<Entry>]
  let maximumBytes: Int

  /// - Parameters:
  ///   - maximumCount: the number of values that are remembered.
  ///   - maximumBytes: the length of the longest one.
  init(maximumCount: Int, maximumBytes: Int) {
    places = (0..<maximumCount).map { _ in OnceReference() }
    self.maximumBytes = maximumBytes
  }

  /// The meaning of a value, and its entry if it has a place.
  /// - Parameter lookUp: finds the meaning.
  /// - Throws: what `lookUp` throws. Such a value gets no place.
  func meaning<Failure: Error>(
    of field: Bytes, lookUp: (Bytes) throws(Failure) -> Meaning
  ) throws(Failure) -> (meaning: Meaning, entry: Entry?) {
    guard field.count <= maximumBytes else { return (try lookUp(field), nil) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in field { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for neighbour in 0..<Self.neighbours {
      let place = places[Int((hash &+ UInt64(neighbour)) % UInt64(places.count))]
      if let entry = place.load() {
        if entry.field.withBytes({ $0 == field }) { return (entry.meaning, entry) }
      } else {
        let meaning = try lookUp(field)
        let entry = place.storeIfNil(Entry(field, meaning))
        return (meaning, entry.field.withBytes { $0 == field } ? entry : nil)
      }
    }
    return (try lookUp(field), nil)
  }
}
