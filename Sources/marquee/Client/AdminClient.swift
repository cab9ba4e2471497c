import ArgumentParser
import JSONText

/// Asks a server, with a token.
struct AdminClient {
  let address: ServerAddress
  let token: String?

  /// Seconds without a byte after which an answer is given up.
  private static let patience = 30

  func answer(
    _ method: String, _ path: String, parameters: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws(TransportFailure) -> HTTPAnswer {
    var question = HTTPQuestion(
      method: method, target: HTTPQuestion.target(path, parameters),
      fields: [("Accept", "application/json, application/problem+json"), ("User-Agent", "marquee")])
    if let token { question.fields.append(("Authorization", "Bearer \(token)")) }
    if body != nil { question.fields.append(("Content-Type", "application/json")) }
    question.fields += fields
    question.body = body
    return try HTTPExchange.answer(to: question, at: address, patience: Self.patience)
  }

  // MARK: For commands

  /// The answer, whatever it is.
  /// - Throws: `ExitCode` when there is none; standard error then says why.
  func ask(
    _ method: String, _ path: String, parameters: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws -> HTTPAnswer {
    do throws(TransportFailure) {
      return try answer(method, path, parameters: parameters, fields: fields, body: body)
    } catch {
      StandardError.write("marquee: \(address.text): \(error.text)")
      throw ExitCode(1)
    }
  }

  /// The answer of a server that does what it is asked.
  /// - Throws: `ExitCode` when there is none, or it refuses; standard error then says why.
  func accepted(
    _ method: String, _ path: String, parameters: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws -> HTTPAnswer {
    let answer = try ask(method, path, parameters: parameters, fields: fields, body: body)
    guard answer.isSuccess else {
      Refusal(answer).report()
      throw ExitCode(1)
    }
    return answer
  }

  /// The JSON of a server that does what it is asked.
  func document(_ path: String, parameters: [(name: String, value: String)] = []) throws -> JSONValue {
    let answer = try accepted("GET", path, parameters: parameters)
    guard let json = answer.json else {
      StandardError.write("marquee: \(address.text): the answer is no JSON")
      throw ExitCode(1)
    }
    return json
  }
}
