import BuiltPrograms
package import Foundation
import TestFolders

/// A certificate for a server, and the certificate authority that signed it. The files are deleted together with the
/// object.
package final class TLSCertificate: Sendable {
  private static let openSSL = SearchPath.program("openssl")

  /// Whether OpenSSL is installed, which makes the certificates.
  package static var isAvailable: Bool { openSSL != nil }

  /// The certificate of the authority: `sslrootcert` of a client.
  package var authority: URL { folder.url.appending(path: "ca.crt") }
  /// The server's certificate.
  package var certificate: URL { folder.url.appending(path: "server.crt") }
  /// The server's private key.
  package var key: URL { folder.url.appending(path: "server.key") }
  private let folder: TemporaryFolder

  /// Creates an authority, and a certificate that is valid for two days.
  /// - Parameter names: the names and addresses of the server, as in a subjectAltName of OpenSSL.
  /// - Throws: ``ProgramFailure``
  package init(names: [String] = ["DNS:localhost", "IP:127.0.0.1"]) throws {
    guard let program = Self.openSSL else {
      throw ProgramFailure(description: "OpenSSL is not installed: install the package openssl")
    }
    folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      [req]
      distinguished_name = none
      [none]
      [authority]
      basicConstraints = critical, CA:TRUE
      keyUsage = critical, keyCertSign
      subjectKeyIdentifier = hash
      [server]
      basicConstraints = critical, CA:FALSE
      keyUsage = critical, digitalSignature
      extendedKeyUsage = serverAuth
      subjectAltName = \(names.joined(separator: ","))

      """, to: "openssl.cnf")
    let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config", configuration]
    for arguments in [
      ["req", "-x509", "-days", "2", "-subj", "/CN=Test authority", "-extensions", "authority"] + newKey
        + ["-keyout", "ca.key", "-out", "ca.crt"],
      ["req", "-subj", "/CN=Test server"] + newKey + ["-keyout", "server.key", "-out", "server.csr"],
      [
        "x509", "-req", "-days", "2", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-set_serial",
        "1",
        "-extfile", configuration, "-extensions", "server", "-out", "server.crt",
      ],
    ] {
      try ProgramRun.output(of: program, arguments, in: folder.url)
    }
  }
}
