import CurlClient
import Foundation
import JSONText
import PostgresCluster
import Testing

/// The encrypted connection of a node.
@Suite(.postgres, .enabled(if: TLSCertificate.isAvailable)) struct NodeTLSTests {
  @Test func `a node with verify-full accepts the certificate of its database alone`() async throws {
    try await Nodes.run { nodes in
      let programs = try #require(PostgresPrograms.installed)
      let (certificate, other) = try await blocking { (try TLSCertificate(), try TLSCertificate()) }
      let cluster = try await blocking {
        try PostgresCluster(programs, password: "a secret", certificate: certificate)
      }
      func store(_ authority: TLSCertificate) -> String {
        cluster.connectionString(
          host: "localhost",
          parameters: [
            "sslmode": "verify-full", "sslrootcert": authority.authority.path(percentEncoded: false),
          ])
      }
      let node = try await nodes.start("a", on: store(certificate))
      #expect(try await node.publish("lines", ["one"]).status == 201)
      let connections = try await blocking {
        try cluster.sql(
          """
          SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
          WHERE ssl AND application_name = 'marquee/a'
          """)
      }
      #expect(try #require(Int(connections)) >= 2)
      // A server with another authority could be anybody.
      let deceived = try await nodes.start("b", on: store(other))
      #expect(try await deceived.send("GET", "/health").problem == "not-ready")
      #expect(deceived.program.errors.contains("certificate verify failed"), "\(deceived.program.errors)")
      let doctor = try await Program.run(["doctor", "--store", store(other)], in: try nodes.folder(of: "b"))
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("certificate verify failed"), "\(doctor.output)")
    }
  }
}
