import Foundation
import TestFolders
import Testing

/// The scripts that install what the checks need, with stand-ins for the package manager.
@Suite final class InstallScriptTests: Sendable {
  private let folder: ScreensFolder

  init() throws { folder = try ScreensFolder() }

  private static let scripts = PackageFolder.url.appending(path: ".ci").path(percentEncoded: false)

  /// Runs `.ci/install` where no package is installed.
  /// - Parameters:
  ///   - answer: the shell script of `apt-get`. `$count` is the number of the call.
  ///   - seconds: how long to wait for another program.
  private func install(_ answer: String, waiting seconds: Int = 60) async throws -> Program.Outcome {
    let script = """
      #!/bin/sh
      count=$(($(cat calls | wc -l) + 1))
      echo "$*" >>calls
      \(answer)
      """
    for (name, text) in [
      ("apt-get", script), ("dpkg-query", "#!/bin/sh\nexit 1\n"), ("sudo", "#!/bin/sh\nexec \"$@\"\n"),
    ] {
      try folder.write(text, to: "bin/\(name)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/\(name)"))
    }
    try folder.write("", to: "calls")
    return try await Shell.run(
      "PATH=$PWD/bin:$PATH '\(Self.scripts)/install' extra", in: folder,
      environment: ["INSTALL_WAIT_SECONDS": String(seconds)])
  }

  private var calls: [String] { folder.text(of: "calls").split(separator: "\n").map(String.init) }

  @Test(
    .bug(id: "F5"),
    arguments: [
      "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)",
      "E: Could not get lock /var/cache/apt/archives/lock. It is held by process 7 (apt)",
      "dpkg: error: dpkg frontend lock was locked by another process with pid 7",
      "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?",
      "E: Unable to lock directory /var/lib/apt/lists/",
    ])
  func `an installation waits for the program that uses the package manager`(message: String) async throws {
    let run = try await install(
      """
      case $count in 1 | 3) echo "\(message)" >&2; exit 100;; esac
      echo done
      """)
    #expect(run.status == 0, "\(run.errors)")
    let install =
      "-q install -y --no-install-recommends curl libcurl4-openssl-dev libsqlite3-dev nettle-dev pkg-config zlib1g-dev extra"
    #expect(calls == ["-q update", "-q update", install, install])
    #expect(run.output == "done\ndone\n")
    let waiting = "\(message)\nwaiting for another program that uses the package manager\n"
    #expect(run.errors == waiting + waiting)
  }

  @Test func `another failure ends an installation at once`() async throws {
    let run = try await install(
      "[ $count = 1 ] || { echo 'E: Unable to locate package extra' >&2; exit 100; }")
    #expect(run.status == 100)
    #expect(calls.count == 2)
    #expect(run.errors == "E: Unable to locate package extra\n")
  }

  @Test func `a program that never ends is named as the reason`() async throws {
    let run = try await install("echo 'E: Could not get lock x' >&2; exit 100", waiting: 0)
    #expect(run.status == 100)
    #expect(calls == ["-q update"])
    #expect(
      run.errors
        == "E: Could not get lock x\nthe package manager is still in use by another program; try again when that has ended\n"
    )
  }

  @Test(.bug(id: "F6")) func `what is left out fails in continuous integration`() async throws {
    try folder.write("one\nthe reason\n", to: "log")
    let local = try await Shell.run(
      "'\(Self.scripts)/left-out' promtool log", in: folder, environment: ["CI": ""])
    #expect(local.status == 0)
    #expect(local.output == "left out: promtool could not be installed: the reason\n")
    let run = try await Shell.run(
      "'\(Self.scripts)/left-out' promtool log", in: folder, environment: ["CI": "true"])
    #expect(run.status == 1)
    #expect(
      run.output
        == "left out: promtool could not be installed: the reason\nFAILED: promtool must be installed, because CI=true\n"
    )
  }
}
