#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import BuiltPrograms
import Foundation
import TestFolders

/// A terminal that a run of the program writes to.
enum PseudoTerminal {
  /// Runs the program to its end.
  /// - Returns: the displayed text, with a terminal's line ends.
  static func output(
    of arguments: [String], in folder: ScreensFolder, environment: [String: String]
  ) throws -> String {
    let (reading, writing) = try open()
    defer { close(reading) }
    // The end is seen once nobody holds the side that is written to.
    let process: ChildProcess
    do {
      defer { close(writing) }
      process = try ChildProcess(
        BuiltProgram.url("marquee"), arguments, in: folder.url,
        environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
        output: .descriptor(writing), errors: .descriptor(STDERR_FILENO))
    }
    let bytes = readAll(from: reading)
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A new terminal: the side that displays, and the side for writing.
  private static func open() throws -> (reading: Int32, writing: Int32) {
    #if canImport(Glibc)
      let reading = unsafe Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    #else
      let reading = posix_openpt(O_RDWR | O_NOCTTY)
    #endif
    guard reading >= 0 else { throw failure("a new terminal") }
    guard let path = path(of: reading) else {
      close(reading)
      throw failure("the terminal's path")
    }
    #if canImport(Glibc)
      let writing = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #else
      let writing = unsafe Darwin.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #endif
    guard writing >= 0 else {
      close(reading)
      throw failure(path)
    }
    return (reading, writing)
  }

  /// The path of the side for writing, which can now be opened.
  private static func path(of reading: Int32) -> String? {
    #if canImport(Glibc)
      // grantpt(3) and its like are not in Swift's Glibc module; these are the requests that they make, by
      // ioctl_tty(2): TIOCSPTLCK and TIOCGPTN, whose numbers are those of all architectures that Swift has.
      var isLocked: Int32 = 0
      var number: UInt32 = 0
      // SAFETY: each request reads or writes one 32-bit number, which both are.
      guard unsafe ioctl(reading, 0x4004_5431, &isLocked) == 0,
        unsafe ioctl(reading, 0x8004_5430, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #else
      var name = [CChar](repeating: 0, count: 128)
      // SAFETY: the call writes at most as many bytes as the array has, the closing zero included.
      guard grantpt(reading) == 0, unlockpt(reading) == 0, unsafe ptsname_r(reading, &name, name.count) == 0
      else { return nil }
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
  }

  /// The displayed text until all writers have ended, which Linux reports as EIO and macOS as the end of file.
  private static func readAll(from descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      // SAFETY: the call writes at most as many bytes as the array has.
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return all }
      all += buffer.prefix(count)
    }
  }

  private static func failure(_ call: String) -> Program.Failure {
    Program.Failure(description: "\(call): error \(errno)")
  }
}
