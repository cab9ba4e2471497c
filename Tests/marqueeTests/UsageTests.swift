import ArgumentParser
import Testing

@testable import marquee

/// What the command line accepts, and what its help says.
@Suite struct UsageTests {
  @Test func `help names every command and the exit codes`() {
    let help = MarqueeCommand.helpMessage()
    for word in ["serve (default)", "validate", "assign", "healthcheck", "MARQUEE_PORT", "64", "curl "] {
      #expect(help.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    "serve": ["--screens", "--data", "--host", "--port", "--admin-token", "--watch"],
    "validate": ["--output", "json", "github"], "assign": ["--user", "--simulate"],
    "healthcheck": ["--url"], "capture": ["--screens", "--url", "--redact", "--allow-left-out", "--output"],
  ])
  func `help of a command names its options`(command: String, options: [String]) throws {
    let help = try Self.message([command, "--help"], status: 0)
    for option in options { #expect(help.contains(option), "\(option)") }
  }

  /// The arguments that name each command, the program's own included.
  static let commands = names(of: MarqueeCommand.self, below: [])

  private static func names(of command: any ParsableCommand.Type, below path: [String]) -> [[String]] {
    [path] + command.configuration.subcommands.flatMap { names(of: $0, below: path + [$0._commandName]) }
  }

  @Test(arguments: commands)
  func `help of a command lists each option once`(command: [String]) throws {
    let help = try Self.message(command + ["--help"], status: 0)
    let options = help.matches(of: /(?m)^  (?:-[a-z], )?--([a-z-]+)/).map { String($0.1) }
    #expect(options.count > 1)
    #expect(Set(options).count == options.count, "\(options)")
  }

  @Test(arguments: [["help", "serve"], ["serve", "--help"]])
  func `the help of serve names the variable of every option`(arguments: [String]) throws {
    let help = try Self.message(arguments, status: 0)
    let options = help.matches(of: /(?m)^  --([a-z-]+)/).map { String($0.1) }.filter { $0 != "version" }
    #expect(options.count > 20)
    for option in options {
      let name = "MARQUEE_" + option.uppercased().replacing("-", with: "_")
      #expect(help.firstRange(of: try Regex(name + #"\b"#)) != nil, "\(option)")
    }
  }

  @Test(arguments: [
    ["--nope"], ["nope"], ["serve", "--port", "70000"], ["serve", "--port", "many"],
    ["serve", "--admin-token", "a b"], ["serve", "--trust-proxy", "10.0.0.1"],
    ["serve", "--trust-proxy", "10.0.0.0/8,proxy.example"], ["serve", "--trust-proxy", ""],
    ["validate", "--output", "xml"], ["capture"], ["capture", "a.har", "--output", "har"], ["assign"],
    ["assign", "home"],
    ["assign", "home", "--simulate", "0"], ["assign", "home", "--user", "1", "--attribute", "country"],
    ["healthcheck", "--url", "ftp://127.0.0.1"],
  ])
  func `wrong usage is refused`(arguments: [String]) throws {
    #expect(try Self.message(arguments, status: 64).hasPrefix("Error: "))
  }

  @Test(arguments: [
    ["status", "--server", "https://127.0.0.1/?a=b"], ["status", "--server", "127.0.0.1:8080"],
    ["status", "--server", "http://me@127.0.0.1"], ["status", "--server", "http://127.0.0.1/?a=b"],
    ["status", "--token", "a b"], ["status", "--output", "xml"], ["publish"],
    ["publish", "a.json", "b.json", "--route", "a"], ["publish", "a.json", "b.json", "--if-match", "1"],
    ["publish", "a.json", "--if-match", "0"], ["publish", "a.json", "--message", "a\nb"], ["show"],
    ["show", "a b"], ["show", "home/versions"], ["history", "home", "--limit", "0"], ["reorder", "home"],
    ["rollback", "home"], ["diff", "home", "0"], ["diff", "home", "1", "now"], ["draft", "put", "home"],
    ["token", "create", "--name", "a/b", "--scope", "read"],
    ["token", "create", "--name", "a", "--scope", "all"],
    ["audit", "--limit", "0"],
  ])
  func `wrong usage of a command that sends requests is refused`(arguments: [String]) throws {
    #expect(try Self.message(arguments, status: 64).hasPrefix("Error: "))
  }

  /// Parses arguments that do not lead to a command that can run.
  /// - Returns: the message for people.
  private static func message(
    _ arguments: [String], status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    do {
      var command = try MarqueeCommand.parseAsRoot(arguments)
      try #require(status == 0, "the arguments are accepted", sourceLocation: sourceLocation)
      // That of help: it throws its text.
      try command.run()
      return ""
    } catch {
      #expect(MarqueeCommand.exitCode(for: error).rawValue == status, sourceLocation: sourceLocation)
      return MarqueeCommand.text(of: MarqueeCommand.fullMessage(for: error))
    }
  }
}
