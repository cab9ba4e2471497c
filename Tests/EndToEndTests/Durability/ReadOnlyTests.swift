import BuiltPrograms
import CurlClient
import Foundation
import JSONText
import TestFolders
import Testing

#if os(Linux)
  /// Data folders that cannot be written, with and without a running server.
  @Suite final class ReadOnlyTests: Sendable {
    private let folder: ScreensFolder

    init() throws {
      folder = try ScreensFolder()
      try folder.write(Lines.definition(["a"]), to: "screens/lines.json")
    }

    /// Runs a command where the data folder is mounted read-only.
    private func run(_ command: String) async throws -> Program.Outcome {
      try await Shell.run(
        """
        unshare -m sh -c '
        mount --bind data data && mount -o remount,bind,ro data || exit 98
        "$MARQUEE" \(command)'
        """, in: folder)
    }

    /// Whether this process may mount folders.
    private func canMount() async throws -> Bool {
      let run = try await run("--version")
      if run.status != 0 { print("left out: read-only file systems; nothing can be mounted here") }
      return run.status == 0
    }

    /// Limits the size of a program's files, in bytes; nil for the maximum (prlimit(1)).
    private func limitFileSize(of program: Program, to bytes: Int?) async throws {
      let limit = bytes.map { String($0) } ?? "unlimited"
      // The soft limit alone, which its owner may raise again.
      let run = try await Shell.run("prlimit --pid \(program.processID) --fsize=\(limit):", in: folder)
      try #require(run.status == 0, "\(run.errors)")
    }

    private func expectRefusal(
      _ command: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let run = try await run(command)
      #expect(run.status == 1, sourceLocation: sourceLocation)
      #expect(run.output == "", sourceLocation: sourceLocation)
      #expect(run.errors.hasPrefix("marquee: "), sourceLocation: sourceLocation)
      #expect(run.errors.contains(text), "\(run.errors)", sourceLocation: sourceLocation)
      #expect(run.errors.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
    }

    @Test func `a data folder on a read-only file system can be read, and writing commands print the reason`()
      async throws
    {
      try await Server.run(in: folder) { server in
        let made = try await server.admin("PUT", "/tokens/ci", body: #"{"scope":"read"}"#)
        #expect(made.status == 201)
      }
      guard try await canMount() else { return }
      let usual = try await Program.run(["export", "--data", "data"], in: folder)
      // What is left of the reader above is removed by the next one that may.
      for file in ["marquee.sqlite-wal", "marquee.sqlite-shm"] { try? folder.delete("data/" + file) }
      let export = try await run("export --data data")
      #expect(export.status == 0, "\(export.errors)")
      #expect(export.output == usual.output)
      let seed = try await run("export --data data --seed")
      #expect(seed.status == 0, "\(seed.errors)")
      let list = try await run("token list --data data")
      #expect(list.status == 0, "\(list.errors)")
      #expect(list.outputLines.last?.hasPrefix("ci    read") == true)
      try folder.write("", to: "copy/.keep")
      let backup = try await run("backup --data data copy/marquee.sqlite")
      #expect(backup.status == 0, "\(backup.errors)")
      let copy = try await Program.run(["export", "--data", "copy"], in: folder)
      #expect(copy.output == usual.output)
      let reason = #"cannot write "data/marquee.lock": Read-only file system"#
      try await expectRefusal("token create --data data --name x --scope read", reason)
      try await expectRefusal("token revoke --data data ci", reason)
      try await expectRefusal("serve --port 0 --data data", reason)
    }

    @Test func `data after a crash is read if possible, or else reported`() async throws {
      let server = try await Server.start(in: folder)
      let put = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["last"]))
      #expect(put.status == 200)
      await server.program.end(SIGKILL)
      guard try await canMount() else { return }
      let export = try await run("export --data data")
      #expect(export.status == 0, "\(export.errors)")
      #expect(export.output.contains(#""id":"last""#))
      try folder.delete("data/marquee.sqlite-shm")
      try await expectRefusal(
        "export --data data", #"its last changes are in "data/marquee.sqlite-wal""#)
    }

    @Test func `a server reads while the disk is full, and writes again afterwards`() async throws {
      try folder.ship("home")
      try await Server.run(in: folder) { server in
        func put(_ line: String) async throws -> CurlResponse {
          try await server.admin("PUT", "/screens/lines", body: Lines.definition([line]))
        }
        #expect(try await put("b").status == 200)
        // Stands for a file system that is read-only from now on: no file grows, but for a log of some lines.
        try await limitFileSize(of: server.program, to: 4096)
        for (method, path, body) in [
          ("PUT", "/screens/lines", Lines.definition(["c"])),
          ("PUT", "/screens/lines/draft", Lines.definition(["c"])), ("DELETE", "/screens/lines", nil),
          ("PUT", "/tokens/ci", #"{"scope":"read"}"#), ("PUT", "/mock/rules/down", #"{"status":503}"#),
          ("PUT", "/releases/ios/1.0", #"{"viewTypes":["ONE_LINE_TEXT"]}"#),
        ] {
          let refused = try await server.admin(method, path, body: body)
          #expect(refused.status == 503, "\(method) \(path)")
          #expect(refused.text.contains("store-unavailable"), "\(refused.text)")
          #expect(refused.value(of: "Retry-After") != nil)
        }
        try await server.expect("lines", shows: ["b"], version: 2)
        #expect(try await server.admin("GET", "/screens/lines/versions").status == 200)
        #expect(try await server.admin("GET", "/audit").status == 200)
        #expect(try await server.get("/screens/home?user=7").status == 200)
        try await server.wait(for: "word of exposures that were dropped") {
          $0.program.errors.contains("exposures were dropped: ")
        }
        try await limitFileSize(of: server.program, to: nil)
        #expect(try await put("d").status == 200)
        try await server.expect("lines", shows: ["d"], version: 3)
        // Who was not noted then is noted now.
        #expect(try await server.get("/screens/home?user=7").status == 200)
        try await server.wait(for: "exposure") {
          try await $0.admin("GET", "/experiments/home-price-first/results").text.contains(#""units":1"#)
        }
      }
      // The stored versions are those of the responses.
      try await Server.run(in: folder) { server in
        try await server.expect("lines", shows: ["d"], version: 3)
        let rules = try await server.admin("GET", "/mock/rules")
        #expect(rules.text == #"{"rules":[]}"#)
      }
    }

    /// A program that runs Marquee with `data` on a file system of its own, which ends with the process.
    /// - Returns: nil if this process may not mount one.
    private func programWithOwnFileSystem() async throws -> URL? {
      let marquee = try BuiltProgram.url("marquee").path(percentEncoded: false)
      let script = """
        #!/bin/sh
        exec unshare -m sh -c '
        mount -o loop,errors=remount-ro disk.img data || exit 98
        exec "\(marquee)" "$@"' sh "$@"
        """
      try folder.write(script, to: "marquee-on-disk")
      let made = try await Shell.run(
        """
        PATH="$PATH:/usr/sbin:/sbin"
        mkdir data && truncate -s 32M disk.img && mkfs.ext4 -q disk.img && chmod +x marquee-on-disk &&
          test -d /sys/fs/ext4 && ./marquee-on-disk --version
        """, in: folder)
      if made.status != 0 { print("left out: a file system that fails; none can be mounted here") }
      return made.status == 0 ? URL(filePath: folder.path("marquee-on-disk")) : nil
    }

    @Test func `a server goes on reading when its file system becomes read-only`() async throws {
      try folder.ship("home")
      guard let executable = try await programWithOwnFileSystem() else { return }
      let server = try await Server.start(in: folder, executable: executable)
      let put = try await server.admin("PUT", "/screens/lines", body: Lines.definition(["b"]))
      #expect(put.status == 200)
      // An error in the file system. With errors=remount-ro, the kernel allows no further write, as on a failing disk.
      let failed = try await Shell.run(
        """
        device=$(losetup --noheadings --output NAME --associated disk.img)
        echo 1 > "/sys/fs/ext4/${device#/dev/}/trigger_fs_error"
        """, in: folder)
      try #require(failed.status == 0, "\(failed.errors)")
      for (method, path, body) in [
        ("PUT", "/screens/lines", Lines.definition(["c"])),
        ("PUT", "/screens/lines/draft", Lines.definition(["c"])), ("DELETE", "/screens/lines", nil),
        ("PUT", "/tokens/ci", #"{"scope":"read"}"#),
      ] {
        let refused = try await server.admin(method, path, body: body)
        #expect([503, 507].contains(refused.status), "\(method) \(path) \(refused.text)")
      }
      for _ in 0..<3 {
        try await server.expect("lines", shows: ["b"], version: 2)
        #expect(try await server.get("/screens/home?user=7").status == 200)
        #expect(try await server.admin("GET", "/screens/lines/versions").status == 200)
        #expect(try await server.admin("GET", "/audit").status == 200)
      }
      await server.program.end(SIGTERM)
      // Mounted again, the file system has what was acknowledged, and nothing of what was refused.
      let again = try await Server.start(in: folder, executable: executable)
      try await again.expect("lines", shows: ["b"], version: 2)
      let audit = try await again.admin("GET", "/audit")
      #expect(!audit.text.contains("create-token"), "\(audit.text)")
      let next = try await again.admin("PUT", "/screens/lines", body: Lines.definition(["d"]))
      #expect(next.status == 200)
      #expect(await again.program.end(SIGTERM).status == 0)
    }
  }
#endif
