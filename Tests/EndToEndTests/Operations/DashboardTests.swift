import CurlClient
import Foundation
import PostgresCluster
import Testing

/// The dashboard and the alerts for nodes, which ask for metrics by their names.
@Suite(.postgres) struct DashboardTests {
  /// Every file with queries. Their lines contain `expr`.
  static let files = [
    "docker/grafana-nodes.json", "Sources/MarqueeServer/MarqueeServer.docc/OperateNodes.md",
  ]

  @Test func `every metric of a query is there`() async throws {
    try await Nodes.run { nodes in
      let node = try await nodes.start("a", on: try await SharedCluster.store())
      let text = try await node.get("/metrics").text
      let known = Set(text.matches(of: /(?m)^# HELP ([a-z_]+)/).map { String($0.output.1) })
      for file in Self.files {
        let queries = try DocumentationPage(file).text.split(separator: "\n").filter { $0.contains("expr") }
        let named = Set(
          queries.flatMap { $0.matches(of: /\b((?:marquee|process)_[a-z_]+)\b/) }.map { String($0.output.1) })
        #expect(named.count > 5, "\(file)")
        for name in named {
          // A histogram has several series.
          let family = name.replacing(/_(bucket|sum|count)$/, with: "")
          #expect(known.contains(family), "\(file): \(name)")
        }
      }
    }
  }
}
