import HTTPWire
import Testing

@Suite struct CredentialTests {
  @Test(
    arguments: [
      ("Bearer abc", "abc"), ("bearer  a.b-c_d~e+f/g==", "a.b-c_d~e+f/g=="), ("Basic abc", nil),
      ("Bearer", nil),
      ("Bearer ", nil), ("Bearer a b", nil), ("Bearer =", nil), ("Bearera", nil), ("Bearer a=b", nil),
    ] as [(String, String?)])
  func `bearer tokens are read from the Authorization field`(value: String, token: String?) {
    #expect(withBytes(of: value) { BearerCredentials.token(in: $0).map { String(decoding: $0) } } == token)
  }

  @Test func `tokens are compared in full`() {
    for (one, other) in [
      ("abc", "abc"), ("abc", "abd"), ("abc", "ab"), ("ab", "abc"), ("", ""), ("a", ""), ("", "a"),
    ] {
      #expect(
        withBytes(of: one) { one in withBytes(of: other) { BearerCredentials.isSame(one, $0) } }
          == (one == other))
    }
  }

  @Test func `cookies keep their order and values`() {
    let pairs = withBytes(of: "a=1; b=x=y;c ; =z; a=\"2\"") { CookieField.pairs($0) }
    #expect(pairs.map { "\($0.name)=\($0.value)" } == ["a=1", "b=x=y", "a=\"2\""])
  }
}
