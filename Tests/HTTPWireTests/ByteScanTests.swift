import HTTPWire
import Testing

@Suite struct ByteScanTests {
  @Test func `the word scan stops at the same byte as the byte table`() {
    for length in [1, 7, 8, 9, 16, 23] {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: 0x61, count: length)
          bytes[place] = byte
          let expected = ByteClass.isFieldContent(byte) ? length : place
          let found = bytes.withBytes { $0.endOfFieldContent(from: 0, to: length) }
          #expect(found == expected, "byte \(byte) at \(place) of \(length)")
        }
      }
    }
  }

  @Test func `the word scan of a query stops at the first byte that is not literal`() {
    for length in [1, 7, 8, 9, 16, 23] {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          // After it, a byte that differs in one bit from one that ends the scan.
          var bytes = [UInt8](repeating: 0x61, count: place) + [byte]
          bytes += [UInt8](repeating: 0x27, count: length - bytes.count)
          let expected = "&%+".utf8.contains(byte) ? place : length
          for start in [0, place, place + 1] {
            let found = bytes.withBytes { $0.endOfQueryLiteral(from: start) }
            #expect(found == (start > place ? length : expected), "byte \(byte) at \(place) of \(length)")
          }
        }
      }
    }
    #expect(Bytes.empty.endOfQueryLiteral(from: 0) == 0)
  }

  @Test func `names are compared in words as by the byte`() {
    func isExpected(_ bytes: [UInt8], _ name: StaticString) {
      let isSame = name.withUTF8Buffer { unsafe $0.elementsEqual(bytes.map(ByteClass.lowercased)) }
      #expect(bytes.withBytes { $0.equalsIgnoringCase(name) } == isSame, "\(bytes) and \(name)")
    }
    for name in KnownField.allCases.map(\.name) + ["https://", "100-continue"] {
      let bytes = name.withUTF8Buffer { unsafe Array($0) }
      for place in bytes.indices {
        for byte in UInt8.min...UInt8.max {
          var changed = bytes
          changed[place] = byte
          isExpected(changed, name)
        }
      }
      isExpected(bytes.dropLast(), name)
      isExpected(bytes + [0x61], name)
    }
  }

  @Test func `the scan stays within its bounds`() {
    let bytes: [UInt8] = Array("abcdefghijklmnop\r".utf8)
    bytes.withBytes { view in
      #expect(view.endOfFieldContent(from: 0, to: 5) == 5)
      #expect(view.endOfFieldContent(from: 3, to: 100) == 16)
      #expect(view.endOfFieldContent(from: 17, to: 17) == 17)
    }
    #expect(Bytes.empty.endOfFieldContent(from: 0, to: 10) == 0)
  }

  @Test func `up to 48 bytes are numbers with zeros after them`() throws {
    func words(_ count: Int) -> Bytes.Words? {
      (0..<count).map { UInt8($0 + 1) }.withBytes { $0.words }
    }
    #expect(try #require(words(0)) == (0, 0, 0, 0, 0, 0))
    let nine = try #require(words(9))
    #expect(nine == (UInt64(littleEndian: 0x0807_0605_0403_0201), UInt64(littleEndian: 9), 0, 0, 0, 0))
    #expect(try #require(words(48)).5 == UInt64(littleEndian: 0x302f_2e2d_2c2b_2a29))
    #expect(words(49) == nil)
  }

  @Test func `the byte classes contain the characters of RFC 9110 and RFC 3986`() {
    for byte in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(byte)
      let isAlphanumeric =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      func isListed(_ others: String) -> Bool { isAlphanumeric || others.unicodeScalars.contains(scalar) }
      #expect(ByteClass.token.contains(byte) == isListed("!#$%&'*+-.^_`|~"))
      #expect(ByteClass.target.contains(byte) == isListed("-._~!$&'()*+,;=:@/?%[]{}|^`\""))
      #expect(ByteClass.host.contains(byte) == isListed("-._~!$&'()*+,;=%"))
      #expect(ByteClass.unreserved.contains(byte) == isListed("-._~"))
      #expect(ByteClass.addressLiteral.contains(byte) == isListed("-._~!$&'()*+,;=:"))
      #expect(ByteClass.bearerToken.contains(byte) == isListed("-._~+/"))
      #expect(ByteClass.isDigit(byte) == ("0"..."9" ~= scalar))
    }
    #expect(ByteClass.hexValue(0x46) == 15)
    #expect(ByteClass.hexValue(0x66) == 15)
    #expect(ByteClass.hexValue(0x47) == nil)
  }
}
