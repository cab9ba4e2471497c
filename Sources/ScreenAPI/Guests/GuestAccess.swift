import HTTPWire
import Screens

// The cookie of a guest counts at the review of its change set, and at the comments below it. Browsers send it only there.
extension ScreenAPI {
  private var guestKey: GuestLink.Key { GuestLink.Key(adminToken: environment.adminToken) }

  private var guestCookie: String { "marquee-guest-\(serving.address.listeningPort ?? 0)" }

  /// The text of a new link.
  func guestText(of link: GuestLink) -> String { link.text(guestKey) }

  /// The link of a text, if it is in force.
  func guestLink(_ text: String, of changeSet: String) throws(GuestLink.Refusal) -> GuestLink {
    let server = publisher.origin?.server ?? publisher
    return try GuestLink(text, of: changeSet, server.changeSets, now: publisher.now, guestKey)
  }

  /// The link in the cookie of a request; nil without a cookie.
  /// - Throws: the problem of a link that is no longer in force. One that is not signed for this set counts as none.
  func guestLink(
    ofCookie request: borrowing HTTPRequest, _ changeSet: String
  ) throws(Problem) -> GuestLink? {
    guard let access = environment.console, let cookies = request.list(.cookie) else { return nil }
    let name = guestCookie
    let texts = Array(cookies.utf8).withBytes { CookieField.pairs($0) }.filter { $0.name == name }
    var ended: GuestLink.Refusal?
    for text in texts {
      let link: GuestLink
      do throws(GuestLink.Refusal) {
        link = try guestLink(text.value, of: changeSet)
      } catch {
        if error != .wrong { ended = error }
        continue
      }
      try checkOrigin(of: request, access)
      return link
    }
    if let ended { throw ended.problem }
    return nil
  }

  /// Checks the host of a request with the cookie, and that no other site has sent a write. Browsers send one of the two
  /// fields with every write.
  private func checkOrigin(
    of request: borrowing HTTPRequest, _ access: ConsoleAccess
  ) throws(Problem) {
    try checkHost(request, access)
    switch request.method {
    case .get, .head: return
    default: break
    }
    let isFromBrowser = request.field(.secFetchSite) != nil || request.field(.origin) != nil
    guard !isFromBrowser || ConsoleAccess.isSameOrigin(request, address: serving.address.url(for: request))
    else { throw Problem(.crossSite, "only the page of the guest link writes with its cookie") }
  }

  /// The bearer of a link whose guest may comment; nil for a request without the cookie of a link.
  func guestBearer(of changeSet: String, _ request: borrowing HTTPRequest) throws(Problem) -> Bearer? {
    guard let link = try guestLink(ofCookie: request, changeSet) else { return nil }
    guard link.guest.mayComment else {
      throw Problem(
        .insufficientScope, "the link shows the change set and allows no comments: ask for one that does")
    }
    return Bearer(name: ScreenComment.guest, scope: .read, isGuest: true)
  }

  /// The cookie of a link, which no script can read and other sites cannot send.
  func guestCookie(of link: GuestLink, _ text: String, isSecure: Bool) -> String {
    let age = max(0, (link.guest.expiry - Int(publisher.now * 1000) + 999) / 1000)
    return
      "\(guestCookie)=\(text); Max-Age=\(age); Path=\(ChangeSetViews.path(of: link.changeSet)); HttpOnly; "
      + "SameSite=Strict" + (isSecure ? "; Secure" : "")
  }
}
