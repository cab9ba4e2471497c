/// The proxies whose `Forwarded` and `X-Forwarded-*` fields the server trusts.
package struct TrustedProxies: Sendable, Equatable {
  private let blocks: [AddressBlock]

  package init(_ blocks: [AddressBlock] = []) { self.blocks = blocks }

  /// Whether no proxy is trusted.
  package var isEmpty: Bool { blocks.isEmpty }

  /// Whether `text` is the address of a trusted proxy.
  package func contains(_ text: String) -> Bool {
    guard !blocks.isEmpty, let address = IPAddress(text) else { return false }
    return blocks.contains { $0.contains(address) }
  }
}
