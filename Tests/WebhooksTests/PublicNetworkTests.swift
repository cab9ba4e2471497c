import OutgoingHTTP
import Testing

@Suite struct PublicNetworkTests {
  @Test(arguments: [
    "127.0.0.1", "0.0.0.0", "10.1.2.3", "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255", "::1", "::", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "fe80::1", "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "localhost", "", "1.2.3",
  ])
  func `an address of a private network is not public`(_ address: String) {
    #expect(!PublicNetwork.contains(address))
  }

  @Test(arguments: ["1.1.1.1", "172.32.0.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
  func `an address of the Internet is public`(_ address: String) {
    #expect(PublicNetwork.contains(address))
  }
}
