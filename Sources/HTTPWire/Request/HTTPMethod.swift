/// A request method (RFC 9110 §9). Methods are case-sensitive.
package enum HTTPMethod: UInt8, Sendable, CaseIterable {
  case get, head, post, put, patch, delete, options
  /// Known methods that no resource implements.
  case trace, connect
  /// Any other token.
  case other

  package init(_ name: Bytes) {
    switch name.count {
    case 3 where name == "GET": self = .get
    case 3 where name == "PUT": self = .put
    case 4 where name == "HEAD": self = .head
    case 4 where name == "POST": self = .post
    case 5 where name == "PATCH": self = .patch
    case 5 where name == "TRACE": self = .trace
    case 6 where name == "DELETE": self = .delete
    case 7 where name == "OPTIONS": self = .options
    case 7 where name == "CONNECT": self = .connect
    default: self = .other
    }
  }

  /// The method's name; empty for `.other`.
  package var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .connect: "CONNECT"
    case .other: ""
    }
  }
}
