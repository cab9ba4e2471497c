import Testing

@testable import ScreenAPI

/// Secrets in requests that are logged or recorded.
@Suite struct SecretRedactionTests {
  @Test(
    arguments: [
      (#"token="a\"hush""#, "token=…"), (#"token="a\"hu,sh"; b=1"#, "token=…; b=1"),
      (#"token="hush"#, "token=…"),
      ("token = hush, b", "token=…, b"), ("token=\t hush;b", "token=…;b"), (#"key="a"hush b=1"#, "key=… b=1"),
      (#"a=1; access_token="hush", key=hush"#, "a=1; access_token=…, key=…"), ("b;token=hush", "b;token=…"),
      (#"x="token=y"; api-key=hush"#, #"x="token=y"; api-key=…"#), ("token[]=hush", "token[]=…"),
    ])
  func `a secret of a field is hidden, whatever its syntax`(sent: String, shown: String) {
    #expect(SecretRedaction.redacted(fieldValue: sent) == shown)
  }

  @Test(
    arguments: [
      "", "=", "a", " , ;", "seed=7; wait=1", #"a="b; c\"d", e"#, #"a="open"#, #"\"#, #""\"#,
      "return=minimal, x = y",
      "token", "tokens=1", "W/\"a\", \"b\"", "json-patch", "é=\u{301}",
    ])
  func `a field without secrets stays as it is`(sent: String) {
    #expect(Array(SecretRedaction.redacted(fieldValue: sent).utf8) == Array(sent.utf8))
  }

  @Test(
    .bug(id: "F31"),
    arguments: [
      "passphrase", "Passphrase2", "new_passphrase", "passcode", "user[password]", "passwordConfirmation",
      "password-hash", "db_pass", "cookie", "Cookies", "sessionCookie", "ssn", "user.ssn", "ssnLast4",
      "social_security_number", "cvv", "cvc2", "cardCVV", "card_number", "cardPIN", "pin-number", "pinCode",
      "X-Auth", "proxyAuthorization", "authorization_code", "securityCode", "one-time-password", "totp",
      "APIKey", "apiKey2", "x_api_key", "privateKey", "signing-key", "PHPSESSID", "connect.sid", "sessionId",
      "session", "csrfToken", "csrf-token", "id_token", "idToken2", "refreshtoken", "ToKeN", "client_secret",
      "clientSecrets", "awsCredentials", "jwt", "oauth_signature", "hub.hmac",
    ])
  func `a name that says secret hides its value`(name: String) {
    #expect(SecretRedaction.redacted(target: "/x?\(name)=hush") == "/x?\(name)=…")
  }

  @Test(
    arguments: [
      "user", "country", "countryCode", "tokens", "maxTokens", "pinColor", "authMethod", "passport", "design",
      "turkey", "monkey", "shopping", "barcode", "spin", "basin", "compass", "signal", "acid",
      "cookieConsent",
      "keyboard", "sortKey", "postcode", "trainingSession", "passenger", "",
    ])
  func `a name that only looks like one keeps its value`(name: String) {
    #expect(SecretRedaction.redacted(target: "/x?\(name)=open") == "/x?\(name)=open")
  }

  @Test(
    arguments: [
      ("/x?token%20=hush", "/x?token%20=…"), ("/x?+token+=hush&b=1", "/x?+token+=…&b=1"),
      ("/x?token[]=hush", "/x?token[]=…"), ("/x?token%00=hush", "/x?token%00=…"), ("/x?otp=1", "/x?otp=…"),
      ("/x?PIN=1&csrf=2", "/x?PIN=…&csrf=…"), ("/x?user=42&country=KR", "/x?user=42&country=KR"),
    ])
  func `a secret of a query is hidden, whatever the spelling of its name`(sent: String, shown: String) {
    #expect(SecretRedaction.redacted(target: sent) == shown)
  }
}
