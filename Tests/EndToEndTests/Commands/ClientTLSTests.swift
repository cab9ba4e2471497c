import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Commands that use a server behind TLS.
@Suite(.enabled(if: TLSProxy.isAvailable)) final class ClientTLSTests: Sendable {
  private let folder: ScreensFolder

  init() throws {
    folder = try ScreensFolder()
    try folder.write(Lines.definition(["a"]), to: "screens/one.json")
  }

  /// Runs a test with a server and a TLS proxy in front of it.
  private func run(
    names: [String]? = nil,
    _ work: (_ server: Server, _ port: String, _ authority: String) async throws -> Void
  ) async throws {
    let certificate = try names.map { try TLSCertificate(names: $0) } ?? TLSCertificate()
    try await Server.run(in: folder) { server in
      let proxy = try TLSProxy(certificate, to: server.port)
      // The files of the certificate are deleted together with it.
      defer { withExtendedLifetime(certificate) { proxy.end() } }
      try await work(server, proxy.port, certificate.authority.path(percentEncoded: false))
    }
  }

  /// Without the variables of the machine that name certificates.
  private static let plain = ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "", "SSL_CERT_DIR": ""]

  private func command(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    try await Program.run(
      arguments, in: folder, environment: Self.plain.merging(environment) { $1 })
  }

  @Test(.bug(id: "F2"), arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"])
  func `commands use a server behind TLS, whose authority a variable names`(variable: String) async throws {
    try await run { server, port, authority in
      let trust = [variable: authority]
      let url = "https://localhost:\(port)"
      let status = try await command(["status", "--server", url + "/"], trust)
      #expect(status.status == 0, "\(status.errors)")
      #expect(status.outputLines.first?.hasPrefix("\(url): ") == true)
      try folder.write(Lines.definition(["b"]), to: "screens/one.json")
      let published = try await command(
        ["publish", "screens/one.json", "--server", url, "--token", Server.token], trust)
      #expect(published.status == 0, "\(published.errors)")
      try await server.expect("one", shows: ["b"], version: 2)
      try folder.write(Lines.definition(["c"]), to: "screens/one.json")
      let proposed = try await command(
        ["propose", "screens", "--name", "set", "--server", url, "--token", Server.token], trust)
      #expect(proposed.status == 0, "\(proposed.errors)")
      #expect(proposed.outputLines.contains("app      \(url)/c/set"))
      let health = try await command(["healthcheck", "--url", "https://127.0.0.1:\(port)/health"], trust)
      #expect(health.status == 0, "\(health.errors)")
      #expect(health.output + health.errors == "")
    }
  }

  @Test func `a certificate of an unknown authority is refused, with the way to name the authority`()
    async throws
  {
    try await run { _, port, _ in
      let (start, end) = (
        "the server's certificate is not trusted (",
        "); if its authority is your own, name the file of the authority's certificate in SSL_CERT_FILE\n"
      )
      let status = try await command(["status", "--server", "https://localhost:\(port)"])
      #expect(status.status == 1)
      #expect(status.output == "")
      #expect(status.errors.hasPrefix("marquee: https://localhost:\(port): \(start)"), "\(status.errors)")
      #expect(status.errors.hasSuffix(end), "\(status.errors)")
      let url = "https://127.0.0.1:\(port)"
      let health = try await command(["healthcheck", "--url", url])
      #expect(health.status == 1)
      #expect(health.errors.hasPrefix("marquee: \(url) is not healthy: \(start)"), "\(health.errors)")
    }
  }

  @Test(.bug(id: "F34")) func `the variable that counts is named if another authority's file is in it`()
    async throws
  {
    try await run { _, port, authority in
      let certificate = try TLSCertificate()
      defer { withExtendedLifetime(certificate) {} }
      let other = certificate.authority.path(percentEncoded: false)
      let run = try await command(
        ["status", "--server", "https://localhost:\(port)"],
        ["CURL_CA_BUNDLE": other, "SSL_CERT_FILE": authority])
      #expect(run.status == 1)
      #expect(
        run.errors.hasSuffix(
          "name the file of the authority's certificate in CURL_CA_BUNDLE, which names \(other)\n"),
        "\(run.errors)")
    }
  }

  @Test func `a certificate for another name is refused`() async throws {
    try await run(names: ["DNS:screens.example"]) { _, port, authority in
      let run = try await command(
        ["status", "--server", "https://localhost:\(port)"], ["SSL_CERT_FILE": authority])
      #expect(run.status == 1)
      #expect(
        run.errors.hasPrefix("marquee: https://localhost:\(port): the server's certificate is not trusted ("),
        "\(run.errors)")
      #expect(!run.errors.contains("SSL_CERT_FILE"), "\(run.errors)")
    }
  }

  @Test func `certificates that cannot be read are named`() async throws {
    try await run { _, port, _ in
      try folder.write("no certificate", to: "none.pem")
      let run = try await command(
        ["status", "--server", "https://localhost:\(port)"], ["SSL_CERT_FILE": "none.pem"])
      #expect(run.status == 1)
      #expect(
        run.errors
          == "marquee: https://localhost:\(port): the certificates cannot be read: none.pem (SSL_CERT_FILE)\n"
      )
    }
  }

  @Test func `a server without TLS is told apart`() async throws {
    try await Server.run(in: folder) { server in
      let run = try await command(["status", "--server", "https://127.0.0.1:\(server.port)"])
      #expect(run.status == 1)
      #expect(
        run.errors.hasPrefix("marquee: https://127.0.0.1:\(server.port): the TLS handshake failed ("),
        "\(run.errors)")
      #expect(run.errors.hasSuffix("); if the server has no TLS, use an http:// URL\n"), "\(run.errors)")
    }
  }
}
