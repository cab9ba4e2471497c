import Dispatch
import HTTPWire
import RawClient
import Testing

@testable import SocketServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct PeerAddressTests {
  @Test(arguments: pollings)
  func `a connected peer has an address`(_ polling: ServerConfiguration.Polling) throws {
    for (host, known) in [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1")] {
      let server = try TestServer(polling) {
        $0.loops = 1
        $0.host = host
      }
      let client = try server.client()
      #expect(try #require(client.get("/ready")).status == 200)
      for loop in server.server.loops {
        loop.queue.sync {
          loop.forEachConnection { #expect(PeerAddress.text(of: $0.descriptor) == known) }
        }
      }
    }
    #expect(PeerAddress.text(of: -1) == nil)
    let unconnected = try #require(TestClient())
    #expect(PeerAddress.text(of: unconnected.descriptor) == nil)
  }

  @Test(arguments: pollings)
  func `a connection knows whether its peer is a trusted proxy`(_ polling: ServerConfiguration.Polling) throws
  {
    for (blocks, isTrusted) in [([], false), (["10.0.0.0/8"], false), (["10.0.0.0/8", "127.0.0.0/8"], true)] {
      let proxies = TrustedProxies(try blocks.map { try #require(AddressBlock($0)) })
      let server = try TestServer(polling) {
        $0.loops = 1
        $0.trustedProxies = proxies
      }
      let client = try server.client()
      #expect(try #require(client.get("/ready")).status == 200)
      for loop in server.server.loops {
        loop.queue.sync { loop.forEachConnection { #expect($0.isFromTrustedProxy == isTrusted) } }
      }
    }
  }

  @Test(arguments: pollings)
  func `connections have TCP keepalive enabled`(_ polling: ServerConfiguration.Polling) throws {
    let server = try TestServer(polling) { $0.loops = 1 }
    let client = try server.client()
    #expect(try #require(client.get("/ready")).status == 200)
    func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) -> Int32 {
      var value: Int32 = -1
      var size = socklen_t(MemoryLayout<Int32>.size)
      _ = unsafe getsockopt(descriptor, level, name, &value, &size)
      return value
    }
    for loop in server.server.loops {
      loop.queue.sync {
        loop.forEachConnection { connection in
          #expect(option(connection.descriptor, SOL_SOCKET, SO_KEEPALIVE) != 0)
          #expect(option(connection.descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL) == 10)
          #expect(option(connection.descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT) == 3)
          #expect(option(connection.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY) != 0)
        }
      }
    }
  }
}
