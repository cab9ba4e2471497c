import ArgumentParser
import CurlClient
import Foundation
import ProgramOutput
import SelfTest

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The self-test client: checks a Marquee server over HTTP.
@main
struct MarqueeSelfTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee-selftest",
    abstract: "Check over HTTP that a Marquee server works as promised.",
    usage: """
      marquee-selftest [--marquee <path>] [--screens <folder>] [--filter <text>]
      marquee-selftest --url <url> [--admin-token <token>] [--filter <text>]
      """,
    discussion: """
      Without --url, it starts a server on a free port with its data in a temporary folder, and removes both at the \
      end. With --url, it checks the server at that address, which must serve the screens that are shipped \
      with Marquee. It then leaves out the checks that start a server of their own and, without an admin \
      token, those that need one. Test screens are published below selftest-…/ and deleted afterwards.

      Prints a line for each check, and "N passed, N failed" at the end. Exits with 0 if all checks passed, with 1 if \
      a check failed or no server could be started, with 64 for wrong usage, and with 74 if the lines cannot be \
      written.

      EXAMPLES:
        marquee-selftest --filter gzip
        marquee-selftest --url http://127.0.0.1:8080 --admin-token TOKEN
      """)

  @Option(help: "Address of the server to check, such as http://127.0.0.1:8080.")
  var url: String?

  @Option(help: ArgumentHelp("Admin token of the server at --url. (MARQUEE_ADMIN_TOKEN)", valueName: "token"))
  var adminToken: String?

  @Option(
    help: ArgumentHelp(
      "The marquee program to start. (default: the one in the folder of this program)", valueName: "path"))
  var marquee: String?

  @Option(help: ArgumentHelp("Folder of screens to serve.", valueName: "folder"))
  var screens = "screens"

  @Option(help: ArgumentHelp("Run only checks with this text in their names.", valueName: "text"))
  var filter: String?

  func validate() throws {
    guard let url else {
      if adminToken != nil { throw ValidationError("--admin-token requires --url") }
      return
    }
    guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme),
      parts.host?.isEmpty == false
    else { throw ValidationError("--url must be an http:// or https:// address, not \(url)") }
    if marquee != nil { throw ValidationError("--url and --marquee cannot be combined") }
  }

  func run() async throws {
    // A reader that exits must not end this process before it has stopped its server.
    _ = signal(SIGPIPE, SIG_IGN)
    let checks = Check.all.filter { check in filter.map { check.name.contains($0) } ?? true }
    guard !checks.isEmpty else { throw ValidationError("no check has \"\(filter ?? "")\" in its name") }
    do {
      let summary =
        if let url { try await check(serverAt: url, checks) } else { try await checkOwnServer(checks) }
      if summary.failed > 0 { throw ExitCode(1) }
    } catch let error as ExitCode {
      throw error
    } catch let failure as OutputError {
      failure.end()
    } catch {
      StandardError.write("marquee-selftest: \(error)")
      throw ExitCode(1)
    }
  }

  private func check(serverAt url: String, _ checks: [Check]) async throws -> Runner.Summary {
    let token = adminToken ?? ProcessInfo.processInfo.environment["MARQUEE_ADMIN_TOKEN"]
    return try await Runner(report: report).run(checks, on: try Subject(baseURL: url, adminToken: token))
  }

  private func checkOwnServer(_ checks: [Check]) async throws -> Runner.Summary {
    let launch = ServerLaunch(executable: try marquee ?? Self.neighbour(), screens: screens)
    let folder = try TemporaryFolder()
    defer { try? folder.remove() }
    let server = try await ServerProcess.start(launch, in: folder)
    do {
      let subject = try Subject(baseURL: server.url, adminToken: server.adminToken, launch: launch)
      let summary = try await Runner(report: report).run(checks, on: subject)
      await server.killAtOnce()
      return summary
    } catch {
      await server.killAtOnce()
      throw error
    }
  }

  /// The `marquee` program in the folder of this program.
  private static func neighbour() throws -> String {
    guard let own = Bundle.main.executableURL else {
      throw ValidationError("give the marquee program with --marquee")
    }
    return own.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "marquee")
      .path(percentEncoded: false)
  }

  private var report: @Sendable (String) throws -> Void { { try StandardOutput.put($0) } }
}
