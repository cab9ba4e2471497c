import MessageDigest
import Testing

@Suite struct SHA256DigestTests {
  /// The examples of FIPS 180-4 and of NIST's test vectors.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `digests are those of the published examples`(message: String, expected: String) {
    #expect(SHA256Digest(of: Array(message.utf8)).hexadecimal == expected)
  }

  /// Test cases 1, 2, 3 and 6 of RFC 4231 §4: short, text, repeated bytes, and a key longer than a block.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `authentication codes are those of RFC 4231`(key: [UInt8], message: [UInt8], expected: String) {
    #expect(SHA256Digest.authenticationCode(of: message, key: key).hexadecimal == expected)
  }

  /// Codes of the bytes 0, 1, 2, … under the key 0, 1, … 31, around what the last block of a hash has room for, as
  /// `openssl mac -digest SHA256 -macopt hexkey:000102…1f -in FILE HMAC` prints them.
  @Test(arguments: [
    (1, "e711546e3faad4c7c4aa756bc26cad6abea8241984a0f6b0839c70ca61c4ef88"),
    (54, "8efa8fe3826a2f0a1de0054535de155c47315cd2458f17e38d093d042b3dd1fd"),
    (55, "b478e4cbd63871759702a8a4c9828359869bc9e20d3df429ecd08f5a5d3d9340"),
    (56, "e5d1f65e9e9359d05c577b6890044f08c9a1f7969b683f1237ef07db70e5f862"),
    (63, "d37a8dadb82b15310342ceabf0de8cb8991ee9bd55dd3e4813e952081cb24bf1"),
    (64, "173206781c3b828a0dc2a716fe0ddb5e6e56ec171170952ff6b3f4de44fa18d7"),
    (65, "22084084cc171f63dfdd6ca4bcb0c29be8d4ff1cc6b1d0d21e10e2a2a0bfce9c"),
    (119, "18888e3d5df93c2bdf6a4ef993bb87d7a1bb3b87c3121316415dfe8681ba19d1"),
    (120, "07791361a9c545a97712580e8876d5bddd64a810141df9d041266eeb6b669fe3"),
    (128, "554663090ed09c789d3a10680ac0602215088ef4482d9149dd86d5e5d6dbf52a"),
    (200, "c4d78316aa3de9ce6bd0b2e61c4f4dd6bdf0ec95aab84ab87fc2a11903991ad3"),
  ])
  func `a code is the same wherever its message is divided`(count: Int, expected: String) {
    let key = (0..<32).map { UInt8($0) }
    let message = (0..<count).map { UInt8($0) }
    for end in [0, 1, count / 2, count - 1, count] {
      let start = AuthenticationKey(key, prefix: Array(message[..<end]))
      // The start is as it was after a code.
      for _ in 0..<2 {
        #expect(Hexadecimal.text(of: start.code(of: Array(message[end...])).bytes()) == expected, "\(end)")
      }
    }
  }

  @Test func `an empty key and an empty message are accepted`() {
    #expect(
      SHA256Digest.authenticationCode(of: [], key: []).hexadecimal
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test func `a prefix has the same digits as the whole`() {
    let digest = SHA256Digest(of: [])
    #expect(digest.hexadecimal(prefix: 16) == "e3b0c44298fc1c149afbf4c8996fb924")
    #expect(digest.bytes.count == SHA256Digest.count)
  }
}
