import MarqueeServer
import Testing

@Suite struct EmbeddingTests {
  @Test func `two servers in one process do not know of each other`() async throws {
    let one = try Marquee(.init())
    let other = try Marquee(.init())
    #expect(one.port != other.port)
    #expect(one.adminToken != other.adminToken)
    await one.stop()
    await other.stop()
  }
}
