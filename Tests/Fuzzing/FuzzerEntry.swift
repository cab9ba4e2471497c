/// What libFuzzer calls with each input it makes up.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // A copy of exactly this size, so that a byte read beside it is one that the address sanitizer sees.
  unsafe Harness.run(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

/// Ends the program when an invariant is broken; libFuzzer then keeps the input.
func require(_ holds: Bool, _ broken: @autoclosure () -> String) {
  if !holds { fatalError(broken()) }
}

/// The bytes before the first line feed, and those after it.
func halves(_ data: [UInt8]) -> (first: [UInt8], second: [UInt8]) {
  guard let end = data.firstIndex(of: 0x0A) else { return (data, []) }
  return (Array(data[..<end]), Array(data[(end + 1)...]))
}
