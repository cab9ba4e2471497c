import AdminTokenFile
import HTTPWire

extension Marquee.Configuration {
  /// Checks all values. Opens nothing.
  /// - Returns: the trusted proxies.
  func checked() throws(StartError) -> TrustedProxies {
    if let adminToken, !AdminToken.isValid(adminToken) {
      throw StartError("the admin token cannot be sent in a request; it consists of \(AdminToken.rule)")
    }
    var blocks: [AddressBlock] = []
    for text in trustedProxies {
      guard let block = AddressBlock(text) else {
        throw StartError("the trusted proxy \(text) is not a block of addresses such as 10.0.0.0/8")
      }
      blocks.append(block)
    }
    return TrustedProxies(blocks)
  }
}
