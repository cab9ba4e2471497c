import LoopbackHTTP
import Testing

@testable import OutgoingHTTP

@Suite struct AddressRuleTests {
  @Test func `the addresses of a name stay in one network`() {
    let rule = AddressRule(host: "api.example")
    #expect(rule.refusal(of: "8.8.8.8") == nil)
    #expect(rule.refusal(of: "2606:4700::1111") == nil)
    for other in ["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "::ffff:10.0.0.1", "fd00::1", ""] {
      #expect(rule.refusal(of: other) != nil, "\(other)")
    }
  }

  @Test func `a name has no address of a metadata service`() {
    let addresses = [
      "169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16",
      "fe80::1", "0.0.0.0", "::",
    ]
    for address in addresses {
      #expect(AddressRule(host: "api.example").refusal(of: address) != nil, "\(address)")
      #expect(AddressRule(host: address).refusal(of: address) == nil, "\(address)")
    }
  }

  private struct Sink: ResponseReceiver {
    func begin(status: Int, fields: [(name: String, value: String)]) -> Bool { true }
    func receive(_ part: [UInt8]) -> Bool { true }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Len", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"])
  func `a server that stops sending is a timeout`(_ beginning: String) throws {
    let server = try LoopbackServer { _ in .stalling(beginning) }
    defer { server.stop() }
    let client = OutgoingClient(addresses: .any, maximumBytes: 100, timeout: 60_000, stallTimeout: 1)
    let request = OutgoingRequest(method: "GET", url: server.url, fields: [], body: nil)
    let error = #expect(throws: OutgoingError.self) { try client.send(request, to: Sink()) }
    #expect(error?.isTimeout == true)
  }
}
