import JSONText

/// The error in the response to a request.
struct LineError: Error {
  let message: String

  init(_ message: String) { self.message = message }

  var response: JSONValue { ["error": .string(message)] }
}
