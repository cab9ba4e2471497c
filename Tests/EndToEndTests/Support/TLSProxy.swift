import BuiltPrograms
import Foundation
import PostgresCluster
import TestFolders

/// A TLS server on a free port of the loopback interface, which forwards to another port. A Python program, because
/// the package has no TLS server.
final class TLSProxy: Sendable {
  private static let script = """
    import select, socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    def serve(connection):
        try:
            with context.wrap_socket(connection, server_side=True) as client, \\
                 socket.create_connection(("127.0.0.1", int(sys.argv[3]))) as server:
                while True:
                    ready = [client] if client.pending() else select.select([client, server], [], [])[0]
                    for source, target in ((client, server), (server, client)):
                        if source in ready:
                            data = source.recv(65536)
                            if not data: return
                            target.sendall(data)
        except OSError: pass
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """

  /// Whether Python and OpenSSL are installed.
  static let isAvailable: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return TLSCertificate.isAvailable
      && folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
  }()

  let port: String
  private let process: ChildProcess

  /// - Parameter target: the port to forward to.
  init(_ certificate: TLSCertificate, to target: String) throws {
    let output = Pipe()
    process = try ChildProcess(
      URL(filePath: "/usr/bin/env"),
      [
        "python3", "-c", Self.script, certificate.certificate.path(percentEncoded: false),
        certificate.key.path(percentEncoded: false), target,
      ],
      output: .descriptor(output.fileHandleForWriting.fileDescriptor), errors: .null)
    try output.fileHandleForWriting.close()
    var text = Data()
    while case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      text += bytes
      if text.last == 0x0A { break }
    }
    port = String(decoding: text.dropLast(), as: UTF8.self)
    guard Int(port) != nil else { throw Program.Failure(description: "the TLS proxy does not start") }
  }

  deinit { end() }

  func end() {
    process.send(SIGKILL)
    process.waitUntilExit()
  }
}
