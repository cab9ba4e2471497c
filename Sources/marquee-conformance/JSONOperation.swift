import Foundation
import JSONText

/// Operations on JSON texts and values.
enum JSONOperation {
  static func parse(_ request: LineRequest) throws(LineError) -> JSONValue {
    guard let text = Data(base64Encoded: try request.string("b64")) else {
      throw LineError("\"b64\" is not base64")
    }
    do throws(JSONSyntaxError) {
      _ = try JSONParser.parse([UInt8](text))
      return ["ok": true]
    } catch {
      return [
        "ok": false, "line": .number(JSONNumber(error.line)), "column": .number(JSONNumber(error.column)),
        "message": .string(error.message),
      ]
    }
  }

  /// Applies a JSON Patch (RFC 6902).
  static func applyPatch(_ request: LineRequest) throws(LineError) -> JSONValue {
    let document = try request.value("doc")
    let patch = try request.value("patch")
    do throws(JSONPatchError) {
      return ["result": try JSONPatch(patch).apply(to: document)]
    } catch {
      throw LineError(
        "\(error.code.rawValue) at \(JSONValue.string(error.pointer.description).text): \(error.message)")
    }
  }

  /// Applies a JSON Merge Patch (RFC 7396).
  static func applyMergePatch(_ request: LineRequest) throws(LineError) -> JSONValue {
    ["result": JSONMergePatch.apply(try request.value("patch"), to: try request.value("doc"))]
  }

  /// Returns the value at a JSON Pointer (RFC 6901).
  static func getPointer(_ request: LineRequest) throws(LineError) -> JSONValue {
    let document = try request.value("doc")
    let text = try request.string("pointer")
    guard let pointer = JSONPointer(text) else {
      throw LineError("\(JSONValue.string(text).text) is not a JSON Pointer")
    }
    guard let value = pointer.value(in: document) else {
      throw LineError("there is no value at \(JSONValue.string(text).text)")
    }
    return ["result": value]
  }
}
