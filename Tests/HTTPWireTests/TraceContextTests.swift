import HTTPWire
import Testing

/// `traceparent`, by the rules of Trace Context §3.2.
@Suite struct TraceContextTests {
  private func parse(_ text: String) -> TraceContext? { Array(text.utf8).withBytes { TraceContext($0) } }

  @Test func `a field is read and written`() throws {
    let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let trace = try #require(parse(text))
    #expect(trace.text == text)
    #expect(trace.isSampled)
    let child = trace.child()
    #expect(child.traceID == trace.traceID && child.spanID != trace.spanID)
    #expect(parse(text.dropLast(2) + "fe")?.isSampled == false)
    #expect(parse("cc" + text.dropFirst(2) + "-more")?.traceID == trace.traceID)
    #expect(parse(TraceContext.new().text) != nil)
  }

  @Test(arguments: [
    "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
    "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more",
    "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
  ])
  func `a malformed field is ignored`(_ text: String) { #expect(parse(text) == nil) }
}
