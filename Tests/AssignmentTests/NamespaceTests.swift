import Testing

@testable import Assignment

@Suite struct NamespaceTests {
  private func value(_ unit: String, in id: String) -> Double {
    let namespace = Namespace(id: id, from: 0, to: 1)
    return withBytes(of: unit) { namespace.value(of: $0) }
  }

  @Test(arguments: [("u1", 0.625), ("u2", 0.434), ("u6", 0.142), ("u10", 0.011), ("u11", 0.898)])
  func `the hash values of units in a namespace are known`(unit: String, value: Double) {
    #expect(self.value(unit, in: "pricing") == value)
  }

  @Test func `the hash value is version 1 of the unit and the marked id`() {
    for unit in ["", "a", "들깨", "🍜"] {
      #expect(value(unit, in: "메뉴") == bucket(seed: "__메뉴", unit: unit, version: 1))
    }
  }

  @Test func `a namespace contains its start and not its end`() {
    #expect(Namespace(id: "pricing", from: 0.434, to: 0.5).contains("u2"))
    #expect(!Namespace(id: "pricing", from: 0.4, to: 0.434).contains("u2"))
    #expect(!Namespace(id: "pricing", from: 0.434, to: 0.434).contains("u2"))
    #expect(Namespace(id: "pricing", from: 0.4, to: 0.435).contains("u2"))
  }

  @Test func `each unit is in exactly one part of a namespace`() {
    let parts = [(0, 0.3), (0.3, 0.35), (0.35, 1)].map { Namespace(id: "shared", from: $0.0, to: $0.1) }
    for number in 0..<2000 { #expect(parts.count { $0.contains("unit \(number)") } == 1) }
  }
}
