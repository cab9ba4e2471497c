import ArgumentParser
import CurlClient
import Foundation
import SelfTest

/// Checks a Marquee server from outside, over HTTP.
@main
struct MarqueeSelfTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee-selftest",
    abstract: "Checks over HTTP that a Marquee server does what it promises.",
    discussion: """
      Without --url it starts a server of its own on a free port, with its data in a temporary folder, and \
      removes both at the end. It prints a line for each check, and "N passed, N failed" last.

      With --url it checks the server there, which must serve the screens that Marquee comes with. What needs \
      --admin-token, or a server of its own, is then left out, and said to be. Made-up screens are published \
      below selftest-…/ and removed again.

      Exit codes: 0 all checks passed, 1 a check failed or no server could be started, 64 usage.
      """)

  @Option(help: "Check the server at this address, such as http://127.0.0.1:8080.")
  var url: String?

  @Option(help: "The admin's token of the server at --url; MARQUEE_ADMIN_TOKEN serves too.")
  var adminToken: String?

  @Option(
    help: ArgumentHelp(
      "The marquee program to start; by default the one next to this one.", valueName: "path"))
  var marquee: String?

  @Option(help: ArgumentHelp("The folder of screens to serve.", valueName: "folder"))
  var screens = "screens"

  @Option(help: ArgumentHelp("Run only the checks whose name holds this text.", valueName: "text"))
  var filter: String?

  func validate() throws {
    guard let url else {
      if adminToken != nil { throw ValidationError("--admin-token goes with --url.") }
      return
    }
    guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme),
      parts.host?.isEmpty == false
    else { throw ValidationError("--url is no address of a server: \(url)") }
    if marquee != nil { throw ValidationError("--url and --marquee exclude each other.") }
  }

  func run() async throws {
    let checks = Check.all.filter { check in filter.map { check.name.contains($0) } ?? true }
    guard !checks.isEmpty else { throw ValidationError("No check has \"\(filter ?? "")\" in its name.") }
    do {
      let summary =
        if let url { try await check(serverAt: url, checks) } else { try await checkOwnServer(checks) }
      if summary.failed > 0 { throw ExitCode(1) }
    } catch let error as ExitCode {
      throw error
    } catch {
      FileHandle.standardError.write(Data("marquee-selftest: \(error)\n".utf8))
      throw ExitCode(1)
    }
  }

  private func check(serverAt url: String, _ checks: [Check]) async throws -> Runner.Summary {
    let token = adminToken ?? ProcessInfo.processInfo.environment["MARQUEE_ADMIN_TOKEN"]
    return await Runner(report: report).run(checks, on: try Subject(baseURL: url, adminToken: token))
  }

  private func checkOwnServer(_ checks: [Check]) async throws -> Runner.Summary {
    let launch = ServerLaunch(executable: try marquee ?? Self.neighbour(), screens: screens)
    let folder = try TemporaryFolder()
    defer { try? folder.remove() }
    let server = try await ServerProcess.start(launch, in: folder)
    do {
      let subject = try Subject(baseURL: server.url, adminToken: server.adminToken, launch: launch)
      let summary = await Runner(report: report).run(checks, on: subject)
      await server.killAtOnce()
      return summary
    } catch {
      await server.killAtOnce()
      throw error
    }
  }

  /// The `marquee` in the folder of this program.
  private static func neighbour() throws -> String {
    guard let own = Bundle.main.executableURL else { throw ValidationError("Name the program by --marquee.") }
    return own.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "marquee")
      .path(percentEncoded: false)
  }

  private var report: @Sendable (String) -> Void {
    { line in FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
  }
}
