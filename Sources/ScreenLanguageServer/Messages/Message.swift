package import JSONText

/// A message to a client (JSON-RPC 2.0).
package enum Message {
  /// The error code of a refused request (JSON-RPC 2.0 §5.1, LSP 3.17 `ErrorCodes`).
  enum Refusal: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case notInitialized = -32002
  }

  static func response(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  static func refusal(_ id: JSONValue, _ code: Refusal, _ message: String) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .number(JSONNumber(code.rawValue)), "message": .string(message)],
    ]
  }

  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  static func request(_ id: String, _ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": params]
  }

  /// A message with its header.
  package static func framed(_ message: JSONValue) -> [UInt8] {
    let content = message.serialized()
    return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
