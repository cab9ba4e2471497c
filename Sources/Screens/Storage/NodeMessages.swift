/// Short-lived messages between the nodes that share a store. They may be lost.
package struct NodeMessages: Sendable {
  /// The next message to the other nodes; nil for none.
  package let next: @Sendable () -> String?
  /// Takes a message of another node.
  package let receive: @Sendable (String) -> Void

  package init(next: @escaping @Sendable () -> String?, receive: @escaping @Sendable (String) -> Void) {
    self.next = next
    self.receive = receive
  }
}
