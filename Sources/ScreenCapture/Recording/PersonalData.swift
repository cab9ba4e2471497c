package import JSONText

/// A place in a recorded request or its response with data about a person or a secret.
package struct PersonalData: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case emailAddress = "e-mail address"
    case token
    case cookie
    case phoneNumber = "phone number"
  }

  package enum Place: Sendable, Hashable {
    /// A value of the response, or the name of one of its members.
    case response(JSONPointer)
    /// A parameter of the query.
    case parameter(String)
    case path
    /// A member of the request's body, or a field of its form.
    case member(String)
    /// A header field: one of the request whose value becomes a condition of the screen, or one of the response.
    case field(String)
  }

  package let kind: Kind
  package let place: Place

  package init(kind: Kind, place: Place) {
    self.kind = kind
    self.place = place
  }
}

/// Finds e-mail addresses, tokens, cookies and phone numbers in texts.
enum PersonalDataScan {
  struct Match {
    let range: Range<Int>
    let kind: PersonalData.Kind
  }

  /// The parts of a text that are personal data, in their order.
  /// - Parameter name: the name of the member or parameter that has the text; nil if there is none.
  static func matches(in text: [UInt8], named name: String?) -> [Match] {
    guard !text.isEmpty else { return [] }
    if let kind = name.flatMap({ kind(ofValueNamed: $0, text) }) {
      return [Match(range: 0..<text.count, kind: kind)]
    }
    if isCookie(text) { return [Match(range: 0..<text.count, kind: .cookie)] }
    var found = tokens(in: text)
    for match in emailAddresses(in: text) + phoneNumbers(in: text)
    where !found.contains(where: { $0.range.overlaps(match.range) }) {
      found.append(match)
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  // MARK: By name

  private static let tokenNames: Set<String> = [
    "accesskey", "accesstoken", "apikey", "authorization", "authtoken", "bearer", "clientsecret",
    "credential",
    "credentials", "csc", "csrf", "csrftoken", "cvc", "cvv", "devicetoken", "fcmtoken", "hmac", "idtoken",
    "jwt",
    "otp", "passcode", "passphrase", "passwd", "password", "pincode", "privatekey", "pushtoken", "pwd",
    "refreshtoken", "secret", "securitycode", "sessiontoken", "signature", "socialsecuritynumber", "ssn",
    "token",
    "totp", "verificationcode", "xsrf", "xsrftoken",
  ]
  private static let cookieNames: Set<String> = [
    "cookie", "cookies", "jsessionid", "phpsessid", "sessionid", "setcookie", "sid",
  ]
  private static let phoneNames: Set<String> = [
    "cellphone", "fax", "mobile", "mobilenumber", "mobilephone", "msisdn", "phone", "phonenumber", "tel",
    "telephone",
  ]

  private static func kind(ofValueNamed name: String, _ text: [UInt8]) -> PersonalData.Kind? {
    let plain = String(name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" })
    if tokenNames.contains(plain) { return .token }
    if cookieNames.contains(plain) { return .cookie }
    return phoneNames.contains(plain) && text.count(where: isDigit) >= 7 ? .phoneNumber : nil
  }

  /// Whether a text is the value of `Set-Cookie` (RFC 6265 §4.1).
  private static func isCookie(_ text: [UInt8]) -> Bool {
    guard let end = text.firstIndex(of: UInt8(ascii: ";")), text[..<end].contains(UInt8(ascii: "=")) else {
      return false
    }
    let attributes = String(decoding: text[end...], as: UTF8.self).lowercased()
    return ["; path=/", "; httponly", "; secure", "; max-age=", "; samesite="].contains {
      attributes.contains($0)
    }
  }

  // MARK: By form

  /// `local@domain.tld`, without quoted texts, comments and the other rare forms of RFC 5322 §3.4.1.
  private static func emailAddresses(in text: [UInt8]) -> [Match] {
    var found: [Match] = []
    for at in text.indices where text[at] == UInt8(ascii: "@") {
      let start =
        text[..<at].lastIndex { !(isNameByte($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+")) }
        .map { $0 + 1 } ?? 0
      var end = text[(at + 1)...].firstIndex { !(isNameByte($0) && $0 != UInt8(ascii: "_")) } ?? text.count
      while end > at + 1, text[end - 1] == UInt8(ascii: ".") || text[end - 1] == UInt8(ascii: "-") {
        end -= 1
      }
      let domain = text[(at + 1)..<end]
      guard start < at, let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > at + 1,
        end - dot > 2, text[(dot + 1)..<end].allSatisfy(isLetter), !isPixelRatio(domain)
      else { continue }
      found.append(Match(range: start..<end, kind: .emailAddress))
    }
    return found
  }

  /// `2x.png`, as in the names of pictures for screens with more pixels.
  private static func isPixelRatio(_ domain: ArraySlice<UInt8>) -> Bool {
    let label = domain.prefix { $0 != UInt8(ascii: ".") }
    return label.last == UInt8(ascii: "x") && label.dropLast().allSatisfy(isDigit)
  }

  /// The beginnings of tokens that services give, and the smallest number of bytes that follow.
  private static let tokenStarts: [(start: [UInt8], rest: Int)] = [
    // A JSON Web Token is three parts in Base64url (RFC 7519 §3.1); `eyJ` is `{"`.
    ("eyJ", 30), ("ghp_", 20), ("gho_", 20), ("github_pat_", 20), ("glpat-", 16), ("xoxb-", 16),
    ("xoxp-", 16),
    ("sk_live_", 16), ("sk_test_", 16), ("rk_live_", 16), ("AKIA", 16), ("AIza", 30), ("ya29.", 20),
  ].map { (Array($0.0.utf8), $0.1) }

  private static func tokens(in text: [UInt8]) -> [Match] {
    var found: [Match] = []
    var index = 0
    while index < text.count {
      let isStart = index == 0 || !isNameByte(text[index - 1])
      guard isStart, let token = token(at: index, in: text) else {
        index += 1
        continue
      }
      found.append(Match(range: token, kind: .token))
      index = token.upperBound
    }
    return found
  }

  private static func token(at index: Int, in text: [UInt8]) -> Range<Int>? {
    // `Bearer TOKEN` (RFC 6750 §2.1)
    let isBearer = text[index...].starts(with: "Bearer ".utf8)
    // Before the search for the end, which would make a text of many `=` quadratic.
    guard isBearer || tokenStarts.contains(where: { text[index...].starts(with: $0.start) }) else {
      return nil
    }
    let start = isBearer ? index + 7 : index
    let end =
      text[start...].firstIndex { !(isNameByte($0) || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "~")) }
      ?? text.count
    if isBearer { return end - start >= 16 ? start..<end : nil }
    let isToken = tokenStarts.contains {
      text[index...].starts(with: $0.start) && end - index >= $0.start.count + $0.rest
    }
    guard isToken else { return nil }
    let isJWT = text[index...].starts(with: "eyJ".utf8)
    return !isJWT || text[index..<end].count { $0 == UInt8(ascii: ".") } == 2 ? index..<end : nil
  }

  /// International numbers with a plus sign, national ones that begin with 0, and those of North America.
  private static func phoneNumbers(in text: [UInt8]) -> [Match] {
    var found: [Match] = []
    var index = 0
    while index < text.count {
      let isStart = index == 0 || !(isNameByte(text[index - 1]) || text[index - 1] == UInt8(ascii: "/"))
      guard isStart,
        isDigit(text[index]) || text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "(")
      else {
        index += 1
        continue
      }
      let next = text[index...].firstIndex { !(isDigit($0) || "+-(). ".utf8.contains($0)) } ?? text.count
      var end = next
      while end > index, !isDigit(text[end - 1]) { end -= 1 }
      if isPhoneNumber(text[index..<end]), end == text.count || !isLetter(text[end]) {
        found.append(Match(range: index..<end, kind: .phoneNumber))
      }
      index = next
    }
    return found
  }

  private static func isPhoneNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let groups = text.split { !isDigit($0) }
    let digits = groups.reduce(0) { $0 + $1.count }
    guard let first = groups.first, let last = groups.last else { return false }
    // E.164 §6.2.1: up to 15 digits.
    if text.first == UInt8(ascii: "+") {
      return (8...15).contains(digits) && !text.dropFirst().contains(UInt8(ascii: "+"))
    }
    guard groups.count >= 3, !text.contains(UInt8(ascii: "+")) else { return false }
    if first.first == UInt8(ascii: "0") { return (9...11).contains(digits) && last.count == 4 }
    return groups.count == 3 && groups.map(\.count) == [3, 3, 4]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || "._-".utf8.contains(byte)
  }
}
