/// A JSON Patch (RFC 6902).
struct JSONPatch: Decodable, Sendable {
  /// The reason why a patch cannot be applied.
  enum PatchError: Error, Hashable {
    case malformed
    case noSuchLocation(String)
    case testFailed(String)
    case tooLarge
  }

  private struct Operation: Decodable, Sendable {
    enum Name: String, Decodable { case add, remove, replace, move, copy, test }
    var op: Name
    var path: String
    var from: String?
    var value: JSONValue?

    enum CodingKeys: CodingKey { case op, path, from, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      op = try container.decode(Name.self, forKey: .op)
      path = try container.decode(String.self, forKey: .path)
      from = try container.decodeIfPresent(String.self, forKey: .from)
      // `"value": null` is a value; `decodeIfPresent` would treat it as missing.
      value =
        container.contains(.value) ? try container.decode(JSONValue.self, forKey: .value) : JSONValue?.none
    }
  }

  /// The largest number of values that the `copy` operations of one patch create together. Copying the root
  /// into itself doubles the value, so thirty operations would exhaust the memory.
  private static let maximumCopied = 1_000_000

  private let operations: [Operation]

  init(from decoder: any Decoder) throws {
    operations = try decoder.singleValueContainer().decode([Operation].self)
  }

  /// Applies the patch in place.
  /// - Throws: ``PatchError``. The value is then partly changed; discard it.
  func apply(to value: inout JSONValue) throws(PatchError) {
    var copied = 0
    for operation in operations {
      let path = try Self.tokens(operation.path)
      switch operation.op {
      case .add: try value.add(Self.required(operation.value), at: path[...])
      case .remove: _ = try value.remove(at: path[...])
      case .replace: try value.replace(Self.required(operation.value), at: path[...])
      case .move:
        let from = try Self.tokens(Self.required(operation.from))
        // A value cannot move into itself (RFC 6902 §4.4).
        if path.count > from.count, Array(path.prefix(from.count)) == from {
          throw .noSuchLocation(operation.path)
        }
        try value.add(value.remove(at: from[...]), at: path[...])
      case .copy:
        let part = try value.value(at: Self.tokens(Self.required(operation.from))[...])
        copied += part.count(upTo: Self.maximumCopied)
        if copied > Self.maximumCopied { throw .tooLarge }
        try value.add(part, at: path[...])
      case .test:
        if try value.value(at: path[...]) != Self.required(operation.value) {
          throw .testFailed(operation.path)
        }
      }
    }
  }

  private static func required<Member>(_ member: Member?) throws(PatchError) -> Member {
    guard let member else { throw .malformed }
    return member
  }

  /// Returns the reference tokens of a JSON Pointer (RFC 6901).
  private static func tokens(_ pointer: String) throws(PatchError) -> [String] {
    if pointer.isEmpty { return [] }
    guard pointer.utf8.first == UInt8(ascii: "/") else { throw .malformed }
    return pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
      .map { unescaped($0) }
  }

  /// Replaces `~1` by `/` and `~0` by `~`. It works on bytes because Foundation does not find `~1` before a
  /// combining character.
  private static func unescaped(_ part: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    for byte in part {
      switch (bytes.last, byte) {
      case (UInt8(ascii: "~"), UInt8(ascii: "1")): bytes[bytes.count - 1] = UInt8(ascii: "/")
      // 0xFF stands for the unescaped tilde, so that the next byte does not complete another escape.
      case (UInt8(ascii: "~"), UInt8(ascii: "0")): bytes[bytes.count - 1] = 0xFF
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes.map { $0 == 0xFF ? UInt8(ascii: "~") : $0 }, as: UTF8.self)
  }
}
