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
    let response = try sendExpectingSuccess("GET", path, parameters: parameters)
    guard let json = response.json else {
      StandardError.write("marquee: \(address.text): the response is not JSON")
      throw ExitCode(1)
    }
    return json
  }
}
