import CurlClient
import Foundation
import JSONText
import PostgresCluster
import TestFolders
import Testing

/// Change sets of several nodes: made on one, written on another, published on a third.
@Suite(.postgres) struct NodeChangeSetTests {
  @Test func `a set is the same on all nodes, and no node shows a part of it`() async throws {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(2, on: try await SharedCluster.store())
      let (a, b) = (servers[0], servers[1])
      let routes = (0..<5).map { "joint-\($0)" }
      for route in routes { #expect(try await a.publish(route, ["0"]).status == 201) }
      try await a.makeSet("shared")
      try await b.wait(for: "set on the other node") {
        try await $0.get("/c/shared/screens/joint-0").status == 200
      }
      for (number, route) in routes.enumerated() {
        // Each node in turn: a view that another node has made out of date is refused once, and created again.
        let server = servers[number % 2]
        try await repeatRequests(until: "write in the set") {
          try await server.inSet("shared", "PUT", "/screens/\(route)", body: Lines.definition(["1"])).status
            == 200
        }
      }
      let isDone = Flag()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for server in servers {
          group.addTask {
            while !isDone.isSet {
              var newest = 0
              for route in routes {
                let text = try await server.get("/screens/\(route)").text
                let number = text == Lines.viewItems(["1"]) ? 1 : 0
                #expect(number >= newest, "\(route) on \(server.url) is older than what was seen before")
                newest = max(newest, number)
              }
            }
          }
        }
        try await repeatRequests(until: "publication") {
          try await b.admin("POST", "/changesets/shared/publish").status == 200
        }
        for server in servers {
          for route in routes {
            try await repeatRequests(until: "publication of \(route)") {
              try await server.get("/screens/\(route)").text == Lines.viewItems(["1"])
            }
          }
        }
        isDone.set()
        try await group.waitForAll()
      }
      try await a.wait(for: "state of the set") { try await $0.changeSet("shared")["state"] == "published" }
      #expect(try await a.admin("POST", "/changesets/shared/rollback").status == 200)
      for server in servers {
        try await repeatRequests(until: "rollback") {
          try await server.get("/screens/joint-3").text == Lines.viewItems(["0"])
        }
      }
    }
  }
}
