/// The request of a client's packet without a type byte.
enum StartupCode {
  /// A connection with version 3 of the protocol.
  case version3
  /// Encryption by TLS or GSSAPI. Another packet of this kind follows if the server refuses.
  case encryption
  case cancel
  case unknown

  /// - Parameter body: the packet after its length.
  init(_ body: [UInt8]) {
    switch Int(bigEndian: body.prefix(4)) {
    case 3 << 16..<4 << 16: self = .version3
    case 80_877_103, 80_877_104: self = .encryption
    case 80_877_102: self = .cancel
    default: self = .unknown
    }
  }
}

extension Int {
  /// An unsigned number in network byte order.
  init(bigEndian bytes: ArraySlice<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Int($1) } }
}
