import Foundation

/// Changes of a JSON value (RFC 6902).
struct JSONPatch: Decodable, Sendable {
  /// What is wrong with a patch, or with a value that it does not fit.
  enum Failure: Error, Hashable {
    case malformed
    case noSuchPlace(String)
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
      // A value of null is a value.
      value =
        container.contains(.value) ? try container.decode(JSONValue.self, forKey: .value) : JSONValue?.none
    }
  }

  /// Values that all copies of a patch may make together: two copies of the root double it, so that thirty would fill
  /// the memory.
  private static let maximumCopied = 1_000_000

  private let operations: [Operation]

  init(from decoder: any Decoder) throws {
    operations = try decoder.singleValueContainer().decode([Operation].self)
  }

  /// - Throws: ``Failure``; the value is then to be thrown away.
  func apply(to value: inout JSONValue) throws(Failure) {
    var copied = 0
    for operation in operations {
      let path = try Self.tokens(operation.path)
      switch operation.op {
      case .add: try value.add(Self.required(operation.value), at: path[...])
      case .remove: _ = try value.remove(at: path[...])
      case .replace: try value.replace(Self.required(operation.value), at: path[...])
      case .move:
        let from = try Self.tokens(Self.required(operation.from))
        // Nothing moves into itself.
        if path.count > from.count, Array(path.prefix(from.count)) == from {
          throw .noSuchPlace(operation.path)
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

  private static func required<Member>(_ member: Member?) throws(Failure) -> Member {
    guard let member else { throw .malformed }
    return member
  }

  /// The parts of a JSON Pointer (RFC 6901).
  private static func tokens(_ pointer: String) throws(Failure) -> [String] {
    if pointer.isEmpty { return [] }
    guard pointer.utf8.first == UInt8(ascii: "/") else { throw .malformed }
    return pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map
    {
      String(decoding: $0, as: UTF8.self).replacingOccurrences(of: "~1", with: "/")
        .replacingOccurrences(of: "~0", with: "~")
    }
  }
}
