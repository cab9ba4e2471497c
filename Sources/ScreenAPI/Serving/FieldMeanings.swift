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

  /// The meaning of a value.
  /// - Parameter lookUp: finds the meaning.
  func meaning(of field: Bytes, lookUp: (Bytes) -> Meaning) -> Meaning {
    if let known = withEntry(of: field, { $0.meaning }) { return known }
    let meaning = lookUp(field)
    _ = keep(meaning, of: field)
    return meaning
  }

  /// The meaning of a value, and its entry if it has a place.
  /// - Parameter lookUp: finds the meaning.
  /// - Throws: what `lookUp` throws. Such a value gets no place.
  func entry<Failure: Error>(
    of field: Bytes, lookUp: (Bytes) throws(Failure) -> Meaning
  ) throws(Failure) -> (meaning: Meaning, entry: Entry?) {
    if let known = withEntry(of: field, { $0 }) { return (known.meaning, known) }
    let meaning = try lookUp(field)
    return (meaning, keep(meaning, of: field))
  }

  /// Calls `body` with the entry of a value, if it has one. Counts no reference: it is inline, and so is `body`.
  @inline(__always)
  private func withEntry<Result>(of field: Bytes, _ body: (Entry) -> Result) -> Result? {
    guard let first = firstPlace(of: field) else { return nil }
    for neighbour in 0..<Self.neighbours {
      let result = places[(first + neighbour) % places.count].withValue { entry -> Result? in
        entry.field.withBytes { $0 == field } ? body(entry) : nil
      }
      // An empty place is the first one that this value would take.
      guard let result else { return nil }
      if let result { return result }
    }
    return nil
  }

  /// Gives a value a place. Nil if there is none.
  private func keep(_ meaning: Meaning, of field: Bytes) -> Entry? {
    guard let first = firstPlace(of: field) else { return nil }
    let new = Entry(field, meaning)
    for neighbour in 0..<Self.neighbours {
      let entry = places[(first + neighbour) % places.count].storeIfNil(new)
      if entry.field == new.field { return entry }
    }
    return nil
  }

  /// The first place that a value can have; nil if it is too long.
  private func firstPlace(of field: Bytes) -> Int? {
    guard field.count <= maximumBytes else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in field { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(hash % UInt64(places.count))
  }
}
