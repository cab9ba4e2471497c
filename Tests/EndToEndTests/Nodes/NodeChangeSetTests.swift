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
        let server = servers[number % 2]
        let written = try await server.inSet(
          "shared", "PUT", "/screens/\(route)", body: Lines.definition(["1"]))
        #expect(written.status == 200, "\(written.text)")
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

  @Test func `comments and guest links of one node are those of all`() async throws {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(2, on: try await SharedCluster.store())
      let (a, b) = (servers[0], servers[1])
      #expect(try await a.publish("talk", ["one"]).status == 201)
      try await a.makeSet("guests")
      #expect(
        try await a.inSet("guests", "PUT", "/screens/talk", body: Lines.definition(["one", "two"])).status
          == 200)
      let comment = #"{"item":"one","text":"Hello"}"#
      #expect(try await a.admin("POST", "/screens/talk/comments", body: comment).status == 201)
      #expect(try await a.inSet("guests", "POST", "/screens/talk/comments", body: comment).status == 201)
      let made = try await a.admin("POST", "/changesets/guests/guests", body: #"{"expiresIn":600}"#)
      let url = try #require(try JSONParser.parse(made.text)["url"]?.stringValue, "\(made.text)")
      let link = String(url.dropFirst(a.url.count))
      try await b.wait(for: "comment on the other node") {
        try await $0.admin("GET", "/screens/talk/comments").text.contains("Hello")
      }
      try await b.wait(for: "comment of the set on the other node") {
        try await $0.inSet("guests", "GET", "/screens/talk/comments").text.contains("Hello")
      }
      #expect(try await b.get(link).status == 200)
      #expect(try await b.admin("POST", "/screens/talk/comments/1/resolve").status == 200)
      try await a.wait(for: "resolution on the first node") {
        try await $0.admin("GET", "/screens/talk/comments").text.contains(#""resolvedBy":"admin""#)
      }
      #expect(try await b.admin("DELETE", "/changesets/guests").status == 200)
      try await a.wait(for: "end of the link on the first node") { try await $0.get(link).status == 410 }
    }
  }

  @Test func `writes to a set on several nodes at the same time all succeed, and none is lost`() async throws
  {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(3, on: try await SharedCluster.store())
      try await servers[0].makeSet("busy")
      // The first write on each of the others may come before the node has heard of the set.
      let routes = try await withThrowingTaskGroup(of: [String].self) { group in
        for writer in 0..<6 {
          let server = servers[writer % servers.count]
          group.addTask {
            var routes: [String] = []
            for number in 0..<5 {
              let route = "busy-\(writer)-\(number)"
              let written = try await server.inSet(
                "busy", "PUT", "/screens/\(route)", body: Lines.definition(["1"]))
              #expect(written.status == 201, "\(written.text)")
              routes.append(route)
            }
            return routes
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      let written = Set(routes.map { "screens/\($0)" })
      try await servers[0].wait(for: "all screens of the set") {
        Set(try await $0.changeSet("busy")["changes"]?.arrayValue?.compactMap(\.stringValue) ?? []) == written
      }
    }
  }

  @Test func `a precondition of a set is compared with what another node has written`() async throws {
    try await Nodes.run { nodes in
      let servers = try await nodes.start(2, on: try await SharedCluster.store())
      try await servers[0].makeSet("tagged")
      var tag: String?
      for number in 0..<8 {
        let server = servers[number % 2]
        var fields = [
          CurlField("Authorization", "Bearer \(Server.token)"), CurlField("Content-Type", "application/json"),
        ]
        if let tag { fields.append(CurlField("If-Match", tag)) }
        let written = try await CurlSession().response(
          to: CurlRequest(
            "PUT", server.url + "/c/tagged/admin/screens/tagged", fields: fields,
            body: Array(Lines.definition(["\(number)"]).utf8)))
        #expect(written.status == (number == 0 ? 201 : 200), "\(written.text)")
        tag = written.value(of: "ETag")
      }
    }
  }
}
