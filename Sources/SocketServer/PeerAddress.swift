#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who is at the other end of a connection. Asked only by those who want to know, since it takes a system call.
package enum PeerAddress {
  /// The address as text, without its port: `192.0.2.1`, `2001:db8::1`, `fe80::1%eth0`. Nil when the connection is
  /// broken, since it has no other end then, and when it is none of IPv4 or IPv6.
  package static func text(of descriptor: Int32) -> String? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Room for the longest address with a scope: 45 characters, `%`, the name of an interface.
    var text = [CChar](repeating: 0, count: 128)
    // SAFETY: the storage has room for every kind of address and says how much; the text is ended by a zero that
    // is within its bounds when the call succeeds.
    let isKnown = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getpeername(descriptor, address, &size) == 0 else { return false }
        return unsafe getnameinfo(
          address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      }
    }
    let family = Int32(storage.ss_family)
    guard isKnown, family == AF_INET || family == AF_INET6 else { return nil }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let address = String(decoding: bytes, as: UTF8.self)
    // A client of IPv4 on a socket that takes both (RFC 4291 §2.5.5.2).
    return address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
  }
}
