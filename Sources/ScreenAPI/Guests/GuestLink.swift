import HTTPWire
import MessageDigest
import Screens

/// A link that shows a change set to people without a token, until it expires, somebody revokes it, or the set ends. The
/// set keeps what it allows. The text of the link is signed and stored nowhere; a new admin token ends all links.
struct GuestLink {
  /// The allowed times until a link expires, in seconds.
  static let lifetimes = 1...30 * 86_400
  /// The query parameter with the text of the link.
  static let parameter = "guest"

  /// The name of the change set.
  let changeSet: String
  /// Tells the set from a later one with its name.
  let mark: String
  let guest: ChangeSetGuest

  init(_ changeSet: String, _ state: ChangeSetState, _ guest: ChangeSetGuest) {
    self.changeSet = changeSet
    mark = Self.mark(of: state)
    self.guest = guest
  }

  private static func mark(of state: ChangeSetState) -> String {
    String(state.createdAt.bitPattern, radix: 16)
  }

  /// Why a link opens nothing.
  enum Refusal: Error {
    /// It is not signed by this server for this change set.
    case wrong
    /// It has expired, or somebody has revoked it.
    case expired
    /// The set was published or deleted.
    case ended

    var problem: Problem {
      switch self {
      case .wrong: Problem(.invalidLink, "the signature does not match the link: ask for a new one")
      case .expired: Problem(.expiredLink, "the link has expired or was revoked: ask for a new one")
      case .ended: Problem(.expiredLink, "the change set of the link was published or deleted")
      }
    }
  }

  /// The text of the link, for its address and for the cookie.
  func text(_ key: Key) -> String { Self.text(of: changeSet, mark: mark, guest.number, key) }

  private static func text(of changeSet: String, mark: String, _ number: Int, _ key: Key) -> String {
    let fields = "\(mark).\(number)"
    // The name of a set has no slash, so different links have different texts.
    return fields + "." + key.code(of: "\(changeSet)/\(fields)")
  }

  /// Checks the signature of a text and that the link is still in force.
  /// - Parameter service: the change sets of the server.
  init(_ text: String, of changeSet: String, _ service: ChangeSetService, now: Double, _ key: Key)
    throws(Refusal)
  {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int(parts[1]) else { throw .wrong }
    self.changeSet = changeSet
    mark = String(parts[0])
    // The fields are written again, so a text that only means the same does not count.
    let signed = Self.text(of: changeSet, mark: mark, number, key)
    let isSigned = Array(signed.utf8).withBytes { expected in
      Array(text.utf8).withBytes { BearerCredentials.isSame(expected, $0) }
    }
    guard isSigned else { throw .wrong }
    guard let found = service.guest(number, of: changeSet), found.set.isOpen, Self.mark(of: found.set) == mark
    else { throw .ended }
    guard let link = found.link, !link.isExpired(at: now) else { throw .expired }
    guest = link
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

    fileprivate func code(of text: String) -> String {
      SHA256Digest.authenticationCode(of: Array(text.utf8), key: bytes).hexadecimal
    }
  }
}
