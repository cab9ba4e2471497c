/// Why there is no answer.
struct TransportFailure: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
