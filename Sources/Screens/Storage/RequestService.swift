/// Requests with an `Idempotency-Key`, which can be repeated.
package struct RequestService: Sendable {
  let publisher: Publisher

  /// The stored request with an `Idempotency-Key`.
  package func repeatable(_ id: String) throws(StoreError) -> RepeatableRequest? {
    try publisher.store.repeatableRequest(id)
  }

  /// Keeps the response to a request for its repetitions.
  package func keep(_ response: KeptResponse, to request: RequestIdentity) throws(StoreError) {
    try publisher.store.keep(response, to: request, at: publisher.clock())
  }
}

extension Publisher {
  /// The requests that can be repeated.
  package var requests: RequestService { RequestService(publisher: self) }
}
