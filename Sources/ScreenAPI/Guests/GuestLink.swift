import HTTPWire
import MessageDigest
import Screens

/// A link that shows a change set to people without a token, until it expires or the set ends. It is signed, so nothing is
/// stored; a new admin token ends all links.
struct GuestLink {
  /// The allowed times until a link expires, in seconds.
  static let lifetimes = 1...30 * 86_400
  /// The query parameter with the text of the link.
  static let parameter = "guest"

  /// The name of the change set.
  let changeSet: String
  /// Tells the set from a later one with its name.
  let mark: String
  /// Milliseconds since 1970 UTC: a link can last for a second.
  let expiry: Int
  let mayComment: Bool

  init(_ changeSet: String, _ state: ChangeSetState, until expiry: Int, mayComment: Bool) {
    self.changeSet = changeSet
    mark = Self.mark(of: state)
    self.expiry = expiry
    self.mayComment = mayComment
  }

  /// The expiry as a response has it.
  var expiresAt: String { Self.text(ofExpiry: expiry) }

  static func text(ofExpiry expiry: Int) -> String { Timestamp.text(Double(expiry) / 1000) }

  private static func mark(of state: ChangeSetState) -> String {
    String(state.createdAt.bitPattern, radix: 16)
  }

  /// Why a link opens nothing.
  enum Refusal: Error {
    /// It is not signed by this server for this change set.
    case wrong
    case expired
    /// The set was published or deleted.
    case ended

    var problem: Problem {
      switch self {
      case .wrong: Problem(.invalidLink, "the signature does not match the link: ask for a new one")
      case .expired: Problem(.expiredLink, "the link has expired: ask for a new one")
      case .ended: Problem(.expiredLink, "the change set of the link was published or deleted")
      }
    }
  }

  /// The text of the link, for its address and for the cookie.
  func text(_ key: Key) -> String { fields + "." + key.code(of: self) }

  private var fields: String { "\(mark).\(expiry).\(mayComment ? "comment" : "view")" }

  /// Checks the signature of a text and that the link is still in force.
  /// - Parameters:
  ///   - state: the change set now; nil if there is none of this name.
  ///   - now: seconds since 1970 UTC.
  init(
    _ text: String, of changeSet: String, _ state: ChangeSetState?, now: Double, _ key: Key
  ) throws(Refusal) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let expiry = Int(parts[1]) else { throw .wrong }
    self.changeSet = changeSet
    mark = String(parts[0])
    self.expiry = expiry
    mayComment = parts[2] == "comment"
    // The fields are written again, so a text that only means the same does not count.
    let isSigned = Array(self.text(key).utf8).withBytes { expected in
      Array(text.utf8).withBytes { BearerCredentials.isSame(expected, $0) }
    }
    guard isSigned else { throw .wrong }
    guard Double(expiry) > now * 1000 else { throw .expired }
    guard let state, state.isOpen, Self.mark(of: state) == mark else { throw .ended }
  }

  /// The key that signs links, derived from the admin token.
  struct Key {
    private let bytes: [UInt8]

    init(adminToken: String) {
      bytes =
        SHA256Digest.authenticationCode(
          of: Array("guest links to change sets".utf8), key: Array(adminToken.utf8)
        ).bytes
    }

    /// The name of a set has no slash, so different links give different texts.
    fileprivate func code(of link: GuestLink) -> String {
      SHA256Digest.authenticationCode(of: Array("\(link.changeSet)/\(link.fields)".utf8), key: bytes)
        .hexadecimal
    }
  }
}
