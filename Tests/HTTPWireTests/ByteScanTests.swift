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

  @Test(arguments: [0, 1, 9, 36, 48])
  func `a short copy equals the bytes that it copies, and no others`(count: Int) throws {
    let bytes = (0..<count).map { UInt8($0 + 1) }
    let copy = try #require(bytes.withBytes { ShortBytes($0) })
    func equals(_ other: [UInt8]) -> Bool { other.withBytes { copy == $0 } }
    #expect(equals(bytes))
    // The rest of the copy is zeros, which do not belong to it.
    #expect(!equals(bytes + [0]) && !equals(bytes + [1]))
    for place in 0..<count {
      #expect(!equals(Array(bytes[..<place])))
      var other = bytes
      other[place] ^= 0x80
      #expect(!equals(other), "\(place)")
    }
    #expect((copy == .empty) == (count == 0))
  }

  @Test func `more than 48 bytes have no short copy`() {
    #expect([UInt8](repeating: 0, count: 49).withBytes { ShortBytes($0) == nil })
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
