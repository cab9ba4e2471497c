#if os(Linux)
  import CurlClient
  import Foundation
  import TestFolders
  import Testing

  /// The heaps of the C library that a server's threads use.
  @Suite final class MemoryArenaTests: Sendable {
    private let folder: ScreensFolder

    init() throws { folder = try ScreensFolder() }

    @Test(arguments: [nil, ("MALLOC_ARENA_MAX", "3"), ("GLIBC_TUNABLES", "glibc.malloc.arena_max=3")])
    func `there are no more than cores, unless the environment says so`(
      variable: (name: String, value: String)?
    ) async throws {
      let program = try Program(
        ["serve", "--port", "0", "--data", "data", "--admin-token", Server.token], in: folder,
        environment: variable.map { [$0.name: $0.value] } ?? [:])
      let server = try Server(program: program, url: try await program.address())
      // Many threads that allocate: each takes an arena of its own while there are fewer than the limit.
      try await withThrowingTaskGroup { group in
        for number in 0..<16 {
          group.addTask {
            let put = try await server.admin(
              "PUT", "/screens/screen\(number)", body: Lines.definition(["a"]))
            #expect(put.status == 201, "\(put.text)")
          }
        }
        try await group.waitForAll()
      }
      let arenas = try Self.arenas(of: program)
      // A sanitizer has an allocator of its own. The first arena is the data segment.
      if !Program.isSanitized {
        if variable == nil {
          #expect(arenas < ProcessInfo.processInfo.activeProcessorCount, "\(arenas)")
        } else {
          #expect(arenas == 2)
        }
      }
      #expect(await program.end(SIGTERM).status == 0)
    }

    /// The number of mappings of 64 MiB, at a multiple of that, of which the beginning can be written (arena.c of the GNU
    /// C library, `HEAP_MAX_SIZE`).
    private static func arenas(of program: Program) throws -> Int {
      let maps = try String(contentsOfFile: "/proc/\(program.processID)/maps", encoding: .utf8)
      let regions = maps.split(separator: "\n").compactMap {
        line -> (start: UInt, end: UInt, access: Substring)? in
        let parts = line.split(separator: " ")
        let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return parts.count == 5 && ends.count == 2 ? (ends[0], ends[1], parts[1]) : nil
      }
      return zip(regions, regions.dropFirst()).count { first, second in
        first.start % (64 << 20) == 0 && second.end - first.start == 64 << 20 && first.end == second.start
          && first.access == "rw-p" && second.access == "---p"
      }
    }
  }
#endif
