/// Why a request got no complete response.
struct TransportFailure: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
