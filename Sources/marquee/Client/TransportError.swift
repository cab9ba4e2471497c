/// Why a request got no complete response.
struct TransportError: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
