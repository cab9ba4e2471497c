/// The bytes that wait to be sent to one side of a connection, in order, each for the delay at least.
struct DelayLine {
  /// The size of a read.
  static let chunkBytes = 16384
  /// The bound of a line: 1 MiB of full chunks.
  private static let chunkLimit = 64

  private var chunks: [(arrival: ContinuousClock.Instant, bytes: ArraySlice<UInt8>)] = []

  var isEmpty: Bool { chunks.isEmpty }
  /// Whether more can be read. A peer that does not read stops its sender this way.
  var hasRoom: Bool { chunks.count < Self.chunkLimit }

  mutating func append(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
    if !bytes.isEmpty { chunks.append((now, bytes[...])) }
  }

  /// The time at which the first byte can be sent; nil if there is none.
  func due(after delay: Duration) -> ContinuousClock.Instant? { chunks.first?.arrival.advanced(by: delay) }

  /// Sends the bytes that are due, as many as the kernel accepts now.
  /// - Returns: false if the connection is broken.
  mutating func flush(to socket: LoopbackSocket, at now: ContinuousClock.Instant, delay: Duration) -> Bool {
    while let first = chunks.first, first.arrival.advanced(by: delay) <= now {
      guard let count = socket.send(first.bytes) else { return false }
      if count < first.bytes.count {
        chunks[0].bytes = first.bytes.dropFirst(count)
        return true
      }
      chunks.removeFirst()
    }
    return true
  }
}
