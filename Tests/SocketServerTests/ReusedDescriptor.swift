import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket with unread text that gets the descriptor of a connection that was just closed.
final class ReusedDescriptor: Sendable {
  private static let text = Array("for someone else".utf8)
  private let descriptor = Atomic<Int32>(-1)

  /// Opens the socket. In a process that does nothing else, it gets the descriptor that was closed last.
  func take(_ closed: Int32) {
    var pair: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0, pair.contains(closed) else { return }
    let (mine, other) = pair[0] == closed ? (pair[0], pair[1]) : (pair[1], pair[0])
    _ = unsafe Self.text.withUnsafeBytes { unsafe write(other, $0.baseAddress, $0.count) }
    descriptor.store(mine, ordering: .sequentiallyConsistent)
  }

  /// Whether the descriptor was reused and its text is unread.
  var hasUnreadText: Bool {
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(
        descriptor.load(ordering: .sequentiallyConsistent), $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    return count == Self.text.count
  }
}
