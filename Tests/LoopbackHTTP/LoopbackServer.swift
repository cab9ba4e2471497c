import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A minimal HTTP server on a free port of the loopback interface: it reads requests and sends the text that a closure
/// returns for each.
package final class LoopbackServer: Sendable {
  package struct Received: Sendable {
    /// The number of the connection, from 0.
    package var connection: Int
    /// The request line and the field lines, without the empty line.
    package var head: String
    package var body: [UInt8]

    package var lines: [String] { head.split(separator: "\r\n").map(String.init) }
  }

  package enum Reply: Sendable {
    case keepingAlive(String)
    case closing(String)
    /// Sends nothing and keeps the connection open until the client closes it.
    case silence
    /// Sends the beginning of a response and then nothing, until the client closes the connection.
    case stalling(String)
  }

  struct SocketError: Error {
    let number: Int32
  }

  package let port: UInt16
  private let listener: Int32
  private let open = Mutex<(count: Int, connections: Set<Int32>)>((0, []))
  private let done = DispatchGroup()

  package init(answer: @escaping @Sendable (Received) -> Reply) throws {
    (listener, port) = try Self.listen()
    startThread {
      while true {
        let connection = accept(self.listener, nil, nil)
        guard connection >= 0 else { return }
        let number = self.open.withLock { open in
          open.connections.insert(connection)
          open.count += 1
          return open.count - 1
        }
        self.startThread { self.serve(connection, number: number, answer: answer) }
      }
    }
  }

  package var url: String { "http://127.0.0.1:\(port)" }
  package var connectionCount: Int { open.withLock { $0.count } }
  /// The number of connections that the client has not closed.
  package var openConnectionCount: Int { open.withLock { $0.connections.count } }

  /// Closes every connection and waits until all threads of the server have ended.
  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    open.withLock { open in
      for connection in open.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    done.wait()
    close(listener)
  }

  /// Starts a thread. Each connection blocks one, and Dispatch is slow to start more threads than there are cores.
  private func startThread(_ work: @escaping @Sendable () -> Void) {
    done.enter()
    Thread.detachNewThread {
      work()
      self.done.leave()
    }
  }

  private static func listen() throws -> (Int32, UInt16) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard listener >= 0 else { throw SocketError(number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: these calls expect a sockaddr_in for AF_INET, and `length` is its size.
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(listener, generic, length) == 0 && getsockname(listener, generic, &length) == 0
      }
    }
    #if canImport(Glibc)
      let isListening = isBound && Glibc.listen(listener, 128) == 0
    #else
      let isListening = isBound && Darwin.listen(listener, 128) == 0
    #endif
    guard isListening else {
      let number = errno
      close(listener)
      throw SocketError(number: number)
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private func serve(_ connection: Int32, number: Int, answer: (Received) -> Reply) {
    defer {
      open.withLock { _ = $0.connections.remove(connection) }
      close(connection)
    }
    var buffer: [UInt8] = []
    while let request = next(&buffer, from: connection, number: number) {
      switch answer(request) {
      case .keepingAlive(let text):
        guard sendAll(text, to: connection) else { return }
      case .closing(let text):
        _ = sendAll(text, to: connection)
        return
      case .stalling(let text):
        guard sendAll(text, to: connection) else { return }
        while receive(&buffer, from: connection) {}
        return
      case .silence:
        while receive(&buffer, from: connection) {}
        return
      }
    }
  }

  private func next(_ buffer: inout [UInt8], from connection: Int32, number: Int) -> Received? {
    while true {
      if let end = headEnd(in: buffer) {
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        let start = end + 4
        let length =
          head.split(separator: "\r\n").lazy
          .filter { $0.lowercased().hasPrefix("content-length:") }
          .compactMap { Int($0.dropFirst(15).filter(\.isNumber)) }.first ?? 0
        if buffer.count - start >= length {
          let body = Array(buffer[start..<start + length])
          buffer.removeFirst(start + length)
          return Received(connection: number, head: head, body: body)
        }
      }
      guard receive(&buffer, from: connection) else { return nil }
    }
  }

  private func receive(_ buffer: inout [UInt8], from connection: Int32) -> Bool {
    var block = [UInt8](repeating: 0, count: 65536)
    // SAFETY: the length is that of the array.
    let count = unsafe block.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return false }
    buffer += block[..<count]
    return true
  }

  private func sendAll(_ text: String, to connection: Int32) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      // SAFETY: the length is that of the slice.
      let count = unsafe rest.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The index after the last field line.
private func headEnd(in bytes: [UInt8]) -> Int? {
  var index = 0
  while index + 4 <= bytes.count {
    if bytes[index] == 0x0D, bytes[index..<index + 4].elementsEqual("\r\n\r\n".utf8) { return index }
    index += 1
  }
  return nil
}
