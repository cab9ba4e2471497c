import Foundation
import JSONText

extension Check {
  /// Files of the folder of screens and publications of admins.
  static let folderImport: [Check] = [
    Check("a restart publishes nothing and keeps an admin's change", need: .program) { subject in
      try await OwnServer.run(subject.launch) { server in
        let before = try await server.subject.fetch("/screens").json()
        server = try await server.restartAfterTermination()
        let after = try await server.subject.fetch("/screens").json()
        try expect("list of screens after a restart", after == before, before.text, got: after.text)
        let version = try await server.subject.publish(TestScreen.lines(["admin"]), at: "menu")
        server = try await server.restartAfterTermination()
        let served = try await server.subject.fetch("/screens/menu")
        try served.expectBody(TestScreen.viewItems(["admin"]))
        try expect("Screen-Version", try served.screenVersion(), is: version)
      }
    },
    Check("an edited file is published, but not one with other white space", need: .program) {
      subject in
      try await OwnServer.run(subject.launch) { server in
        try server.write(TestScreen.lines(["one"]).text, to: "edited.json")
        server = try await server.restartAfterTermination()
        for (text, version, ids) in [
          ("\n" + TestScreen.lines(["one"]).text.replacing(",", with: ",\n  ") + "\n", 1, ["one"]),
          (TestScreen.lines(["two"]).text, 2, ["two"]),
        ] {
          try server.write(text, to: "edited.json")
          server = try await server.restartAfterTermination()
          let served = try await server.subject.fetch("/screens/edited")
          try served.expectBody(TestScreen.viewItems(ids))
          try expect("Screen-Version", try served.screenVersion(), is: version)
        }
        try await server.subject.expectVersions([2, 1], at: "edited")
      }
    },
    Check("a file in a folder is served under a route of two segments", need: .program) { subject in
      try await OwnServer.run(subject.launch) { server in
        try server.write(TestScreen.lines(["a"]).text, to: "menu/noodles.json")
        try server.write(TestScreen.lines(["a"]).text, to: "_draft.json")
        server = try await server.restartAfterTermination()
        try await server.subject.fetch("/screens/menu/noodles").expectBody(TestScreen.viewItems(["a"]))
        try await server.subject.fetch("/screens/menu").expectBody(ShippedScreens.menu)
        try await server.subject.get("/screens/_draft").problem(404)
      }
    },
    Check("an invalid or deleted file does not remove its screen", need: .program) { subject in
      try await OwnServer.run(subject.launch) { server in
        try server.write("{ \"items\": [ oops", to: "menu.json")
        try server.write("{ \"items\": [ { \"viewType\": \"NO_SUCH_TYPE\" } ] }", to: "settings.json")
        let settings = try await server.subject.fetch("/screens/settings")
        try FileManager.default.removeItem(at: server.file("welcome.json"))
        server = try await server.restartAfterTermination()
        try await server.subject.fetch("/screens/menu").expectBody(ShippedScreens.menu)
        try await server.subject.fetch("/screens/welcome").expectBody(ShippedScreens.welcome)
        try expect("settings", try await server.subject.fetch("/screens/settings").body, is: settings.body)
      }
    },
    Check("a file adds a wire format", need: .program) { subject in
      try await OwnServer.run(subject.launch) { server in
        let format: JSONValue = [
          "description": "a list of titles",
          "screen": ["name": "$screenName", "price": "$$1", "all": "$items"],
          "item": ["kind": "$viewType", "of": "$content", "key": "$id"],
        ]
        try server.write(format.text, to: "_formats/titles.json")
        server = try await server.restartAfterTermination()
        try await server.subject.publish(TestScreen.lines(["a"]), at: "formatted")
        try await server.subject.fetch("/screens/formatted?format=titles").expectBody([
          "name": "Test screen", "price": "$1",
          "all": [["kind": "ONE_LINE_TEXT", "of": ["text1": "a"], "key": "a"]],
        ])
        let names = try await server.subject.fetch("/formats").names("/formats")
        try expect("formats", names.contains("titles"), "one named titles", got: "\(names)")
      }
    },
  ]
}
