/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // A copy of exactly this size, so that the address sanitizer detects reads outside it.
  unsafe Harness.run(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

/// Reports a find to libFuzzer if the condition is false.
///
/// libFuzzer has no function for this. It treats a crash of the process as a find, and saves the input.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// The bytes before and after the first line feed.
func halves(_ data: [UInt8]) -> (first: [UInt8], second: [UInt8]) {
  guard let end = data.firstIndex(of: 0x0A) else { return (data, []) }
  return (Array(data[..<end]), Array(data[(end + 1)...]))
}
