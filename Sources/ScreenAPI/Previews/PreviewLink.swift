import HTTPWire
import JSONText
import MessageDigest
import Screens

/// Signed links to previews of unpublished content, for people without a token. The signature covers the path
/// and the query.
struct PreviewLink {
  /// The names of the parameters.
  static let expiry = "expires"
  static let signature = "signature"

  /// The allowed times until a link expires, in seconds.
  static let lifetimes = 60...30 * 86_400
  static let defaultLifetime = 86_400
  /// The longest path with its query, in bytes. With the signature it fits into the head of a request.
  static let maximumPathBytes = 4096

  /// Derived from the admin token, so that nothing has to be stored and a new token ends all links.
  private let key: [UInt8]

  /// The path of the session, or empty. It is signed as well, so a link of a session opens nothing outside of it.
  private let base: String

  /// - Parameter base: the path of the session, or empty.
  init(adminToken: String, base: String) {
    self.base = base
    key =
      SHA256Digest.authenticationCode(of: Array("links to previews".utf8), key: Array(adminToken.utf8)).bytes
  }

  /// Why a link does not open a preview.
  enum Refusal: Error {
    case wrong, expired
  }

  /// The path with the expiry and the signature.
  /// - Parameter expiry: seconds since 1970 UTC.
  func signed(_ path: String, until expiry: Int) -> String {
    let text = path + (path.contains("?") ? "&" : "?") + "\(Self.expiry)=\(expiry)"
    return text + "&\(Self.signature)=\(code(of: text))"
  }

  /// Checks the link of a request; nil if the request has no signature.
  /// - Parameter now: seconds since 1970 UTC.
  func check(_ request: borrowing HTTPRequest, now: Double) -> Result<Void, Refusal>? {
    guard let query = request.query else { return nil }
    let text = String(decoding: query)
    guard let range = text.lastRange(of: "&\(Self.signature)=") else { return nil }
    let signedText = String(decoding: request.path) + "?" + text[..<range.lowerBound]
    let expected = Array(code(of: signedText).utf8)
    let given = Array(text[range.upperBound...].utf8)
    let isSame = expected.withBytes { expected in
      given.withBytes { BearerCredentials.isSame(expected, $0) }
    }
    guard isSame else { return .failure(.wrong) }
    // The expiry is the last parameter of the signed text.
    guard
      let expiry = signedText.lastRange(of: "\(Self.expiry)=").flatMap({ Int(signedText[$0.upperBound...]) })
    else { return .failure(.wrong) }
    return Double(expiry) > now ? .success(()) : .failure(.expired)
  }

  private func code(of text: String) -> String {
    SHA256Digest.authenticationCode(of: Array((base + text).utf8), key: key).hexadecimal
  }

  /// A request for a link: `{"path": "/preview/home?version=draft", "expiresIn": 86400}`.
  struct Request {
    let path: String
    /// In seconds.
    let lifetime: Int

    static let schema = Schema.named(
      "PreviewLinkRequest",
      .closedObject(
        .required(
          "path", .string(pattern: "^/preview/[!$-~]+$", maximumLength: PreviewLink.maximumPathBytes),
          "The path of a preview, with its query."),
        .optional(
          "expiresIn", .integer(from: lifetimes.lowerBound, through: lifetimes.upperBound),
          "Seconds until the link expires; \(defaultLifetime) by default."),
        .optional(
          "definition", .any,
          "Shown in place of a version. It is not saved: the link works while the server has memory for it. Items with "
            + "errors are shown as placeholders; other errors refuse it.")))

    /// - Parameters:
    ///   - keep: keeps a definition for the preview of a path; returns the path with its name.
    ///   - obstacle: why a path cannot be shown; nil if it can.
    /// - Throws: ``ScreensError`` with places in the text.
    init(
      _ body: [UInt8], keep: (String, JSONValue) throws(ScreensError) -> String,
      obstacle: (String) -> String?
    ) throws(ScreensError) {
      let document = try JSONDocument(body: body)
      var diagnostics = Diagnostics()
      let members = MemberReader(
        document.value, at: .root, named: "a link", allowed: ["path", "expiresIn", "definition"], &diagnostics
      )
      _ = members?.required("path", of: "a link", &diagnostics)
      var path = members?.string("path", &diagnostics) ?? ""
      lifetime =
        members?.integer("expiresIn", in: PreviewLink.lifetimes, &diagnostics) ?? PreviewLink.defaultLifetime
      if diagnostics.isEmpty, !Self.isPreview(path) {
        diagnostics.add(
          Diagnostic(
            .invalidValue, at: JSONPointer(tokens: ["path"]), "\"path\" cannot be \(quoted(path))",
            hint: "the path of a preview, such as \"/preview/home?version=draft\", encoded as in a URL"))
      }
      if diagnostics.isEmpty, let definition = members?.object["definition"] {
        path = try keep(path, definition)
      }
      self.path = path
      if diagnostics.isEmpty, let obstacle = obstacle(path) {
        diagnostics.add(
          Diagnostic(
            .invalidValue, at: JSONPointer(tokens: ["path"]), "\(quoted(path)) cannot be shown: \(obstacle)")
        )
      }
      guard diagnostics.isEmpty else {
        diagnostics.locate(in: document)
        throw .invalidBody(diagnostics)
      }
    }

    /// Whether a text is the path of a preview as a request sends it (RFC 3986 §3.3 and §3.4), without a signature, and
    /// not that of the console's own frame.
    private static func isPreview(_ path: String) -> Bool {
      let isEncoded = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x23 && $0 != 0x22 }
      let query = Array(path.utf8.drop { $0 != 0x3F }.dropFirst())
      let isNew = !query.withBytes { QueryParameters.parse($0) }
        .contains { [PreviewLink.expiry, PreviewLink.signature, PreviewQuery.canvas].contains($0.name) }
      return path.utf8.starts(with: "/preview/".utf8) && path.utf8.count > 9
        && path.utf8.count <= PreviewLink.maximumPathBytes && isEncoded && isNew
    }
  }
}

extension String {
  /// The range of the last occurrence of a text. Compares bytes.
  fileprivate func lastRange(of text: String) -> Range<String.Index>? {
    var end = utf8.endIndex
    let wanted = Array(text.utf8)
    while let start = utf8.index(end, offsetBy: -wanted.count, limitedBy: utf8.startIndex) {
      if utf8[start..<end].elementsEqual(wanted) { return start..<end }
      guard end > utf8.startIndex else { return nil }
      end = utf8.index(before: end)
    }
    return nil
  }
}
