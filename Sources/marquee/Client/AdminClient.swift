import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput

/// A client of the admin API.
struct AdminClient {
  let address: ServerAddress
  let token: String?

  /// The longest wait for a byte, in seconds.
  private static let timeout = 30

  func response(
    _ method: String, _ path: String, parameters: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws(TransportError) -> ClientResponse {
    var request = ClientRequest(
      method: method, target: ClientRequest.target(path, parameters),
      fields: [("Accept", "application/json, application/problem+json"), ("User-Agent", "marquee")])
    if let token { request.fields.append(("Authorization", "Bearer \(token)")) }
    if body != nil { request.fields.append(("Content-Type", "application/json")) }
    request.fields += fields
    request.body = body
    return try request.send(to: address, timeout: Self.timeout)
  }

  // MARK: For commands

  /// Sends a request and returns the response, whatever its status.
  /// - Throws: `ExitCode` if there is no response, after an error message.
  func send(
    _ method: String, _ path: String, parameters: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws -> ClientResponse {
    do throws(TransportError) {
      return try response(method, path, parameters: parameters, fields: fields, body: body)
    } catch {
      StandardError.write("marquee: \(address.text): \(error.text)")
      throw ExitCode(1)
    }
  }

  /// Sends a request and returns the successful response.
  /// - Throws: `ExitCode` if there is no response or another status, after an error message.
  func sendExpectingSuccess(
    _ method: String, _ path: String, parameters: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [], body: [UInt8]? = nil
  ) throws -> ClientResponse {
    let response = try send(method, path, parameters: parameters, fields: fields, body: body)
    guard response.isSuccess else {
      Refusal(response).report()
      throw ExitCode(1)
    }
    return response
  }

  /// Gets a JSON document.
  /// - Throws: `ExitCode` if the request fails, after an error message.
  func document(_ path: String, parameters: [(name: String, value: String)] = []) throws -> JSONValue {
    try json(of: sendExpectingSuccess("GET", path, parameters: parameters))
  }

  /// Reads a response as JSON.
  /// - Throws: `ExitCode` if it is not JSON, after an error message.
  func json(of response: ClientResponse) throws -> JSONValue {
    guard let json = response.json else {
      throw CommandError("\(address.text): the response is not JSON").exit
    }
    return json
  }

  /// Gets a value.
  /// - Throws: `ExitCode` if the request fails, or the response is no such value, after an error message.
  func value<Value: APIObject>(
    _ path: String, parameters: [(name: String, value: String)] = [], as type: Value.Type
  ) throws -> Value {
    try decoded(sendExpectingSuccess("GET", path, parameters: parameters), as: type)
  }

  /// Reads a response as a value.
  /// - Throws: `ExitCode` if it is no such value, after an error message.
  func decoded<Value: APIObject>(_ response: ClientResponse, as type: Value.Type) throws -> Value {
    let json = try json(of: response)
    do throws(APIDecodingError) {
      return try Value(decoding: json)
    } catch {
      throw CommandError(
        "\(address.text): the response has another form than this version of marquee expects: \(error.text)"
      ).exit
    }
  }
}
