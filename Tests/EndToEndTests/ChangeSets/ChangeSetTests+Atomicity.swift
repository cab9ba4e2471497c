import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

/// All of a set or nothing: for readers, and when the server is killed.
extension ChangeSetTests {
  @Test func `a reader that has seen one new screen sees no old one after it`() async throws {
    let routes = (0..<6).map { "joint/\($0)" }
    try await Server.run(in: folder) { server in
      for route in routes {
        _ = try await server.admin("PUT", "/screens/\(route)", body: Lines.definition(["0"]))
      }
      let isDone = Flag()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let session = try CurlSession()
            var rounds = 0
            while !isDone.isSet {
              var newest = 0
              for route in routes.shuffled() {
                let answer = try await session.response(
                  to: CurlRequest("GET", server.url + "/screens/" + route))
                let number = Int(answer.text.split(separator: "\"").compactMap { Int($0) }.first ?? -1)
                #expect(number >= newest, "\(route) is older than what was seen before")
                newest = max(newest, number)
              }
              rounds += 1
            }
            return rounds
          }
        }
        for number in 1...20 {
          try await server.makeSet("set-\(number)")
          for route in routes {
            _ = try await server.inSet(
              "set-\(number)", "PUT", "/screens/\(route)", body: Lines.definition([String(number)]))
          }
          #expect(try await server.admin("POST", "/changesets/set-\(number)/publish").status == 200)
        }
        isDone.set()
        for try await rounds in group { #expect(rounds > 0) }
      }
      let versions = try await server.get("/screens/joint/0").value(of: "Screen-Version")
      #expect(versions == "21")
    }
  }

  /// The number of rounds; `CHANGE_SET_CRASHES` sets another one.
  private static let crashes = Int(ProcessInfo.processInfo.environment["CHANGE_SET_CRASHES"] ?? "") ?? 8

  @Test func `a set is published as a whole or not at all when the server is killed`() async throws {
    let routes = (0..<8).map { "crash/\($0)" }
    var server = try await Server.start(in: folder)
    var confirmed = 0
    for round in 1...Self.crashes {
      try await server.makeSet("round-\(round)")
      for route in routes {
        let put = try await server.inSet(
          "round-\(round)", "PUT", "/screens/\(route)", body: Lines.definition(["r\(round)"]))
        #expect((200..<300).contains(put.status), "\(put.text)")
      }
      let running = server
      async let publication = try? running.admin("POST", "/changesets/round-\(round)/publish")
      // At a random moment of the publication, which takes a few milliseconds.
      for _ in 0..<Int.random(in: 0...3) { _ = try? await running.get("/health") }
      await running.program.end(SIGKILL)
      let isConfirmed = await publication?.status == 200
      server = try await Server.start(in: folder)
      var texts: Set<String> = []
      for route in routes {
        let answer = try await server.get("/screens/\(route)")
        texts.insert(answer.status == 200 ? answer.text : "\(answer.status)")
      }
      let isPublished = texts == [Lines.viewItems(["r\(round)"])]
      let state = try await server.changeSet("round-\(round)")["state"]
      #expect(texts.count == 1, "\(texts)")
      #expect(state == (isPublished ? "published" : "open"))
      if isConfirmed { #expect(isPublished) }
      if isConfirmed { confirmed += 1 }
      // The set is there either way: roll back what is published, so that the next round begins alike.
      if !isPublished {
        #expect(try await server.admin("POST", "/changesets/round-\(round)/publish").status == 200)
      }
    }
    await server.program.end(SIGTERM)
    print("change sets: \(Self.crashes) crashes, \(confirmed) publications confirmed before")
  }

  #if os(Linux)
    @Test func `a hundred sets over many screens take megabytes`() async throws {
      for number in 0..<500 {
        try folder.write(Lines.definition((0..<20).map { "item-\($0)" }), to: "screens/many/\(number).json")
      }
      try await Server.run(in: folder) { server in
        for number in 0..<500 { _ = try await server.get("/screens/many/\(number)") }
        let before = try server.program.residentBytes()
        for number in 0..<100 {
          try await server.makeSet("set-\(number)")
          for route in 0..<3 {
            _ = try await server.inSet(
              "set-\(number)", "PUT", "/screens/many/\(route)", body: Lines.definition(["x"]))
          }
          #expect(try await server.get("/c/set-\(number)/screens/many/0").text == Lines.viewItems(["x"]))
        }
        let grown = try server.program.residentBytes() - before
        print("change sets: 100 with 3 screens each over 500 screens took \(grown >> 20) MiB")
        if !Program.isSanitized { #expect(grown < 64 << 20, "\(grown >> 20) MiB") }
      }
    }
  #endif
}
