#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The address of a connection's peer.
package enum PeerAddress {
  /// The address without its port: `192.0.2.1`, `2001:db8::1`, `fe80::1%eth0`. Nil if the connection is broken or uses
  /// neither IPv4 nor IPv6. Takes a system call.
  package static func text(of descriptor: Int32) -> String? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // The longest address with a scope has 45 characters, `%` and the name of an interface.
    var text = [CChar](repeating: 0, count: 128)
    // SAFETY: the storage fits every kind of address, and the calls get the sizes of both buffers. If they succeed, the
    // text ends with a zero byte.
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
    // An IPv4 client of a dual-stack socket has an IPv4-mapped address (RFC 4291 §2.5.5.2).
    return address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
  }
}
