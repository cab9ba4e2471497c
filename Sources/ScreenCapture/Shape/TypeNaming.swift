import JSONText
import Screens

/// Names the view types of items whose wire format does not send them.
struct TypeNaming {
  /// The member of the content that has the name of the view type; nil to try the usual ones.
  var discriminator: String?
  /// The name for other content.
  var fallback: String

  func name(of content: JSONValue) -> String {
    let members = discriminator.map { [$0] } ?? ItemDiscriminator.usualNames
    return members.lazy.compactMap { content[$0]?.stringValue }.first(where: Name.isViewType) ?? fallback
  }
}

extension Name {
  /// A name of a view type or wire format, made from recorded names. Characters that a name cannot have become `-`.
  static func made(from parts: [String], default other: String) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "-")) }
      bytes += part.utf8.prefix(CaptureLimits.nameBytes).map {
        isValid("x" + String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "-")
      }
    }
    let name = bytes.drop { !Name.isViewType(String(UnicodeScalar($0))) }.prefix(CaptureLimits.nameBytes)
    return name.isEmpty ? other : String(decoding: name, as: UTF8.self)
  }
}
