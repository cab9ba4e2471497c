#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// The header fields of a response. Names are case-insensitive (RFC 9110 §5.1).
package struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: String] = [:]

  /// Creates an empty set of fields.
  package init() {}

  package init(_ response: HTTPURLResponse) { self.init(response.allHeaderFields) }

  /// Creates fields from those of a request or a response. Values that are not text are left out.
  package init(_ fields: [AnyHashable: Any]) {
    for (name, value) in fields {
      guard let name = name as? String, let value = value as? String else { continue }
      values[name.lowercased()] = value
    }
  }

  package init(dictionaryLiteral fields: (String, String)...) {
    for (name, value) in fields { values[name.lowercased()] = value }
  }

  /// The value of a field; nil when the response does not have it.
  package subscript(name: String) -> String? { values[name.lowercased()] }

  /// The fields by name, in lower case.
  package var dictionary: [String: String] { values }
}
