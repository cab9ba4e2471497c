import JSONText

/// Why a request has no answer but an error.
struct LineFault: Error {
  let message: String

  init(_ message: String) { self.message = message }

  var answer: JSONValue { ["error": .string(message)] }
}
