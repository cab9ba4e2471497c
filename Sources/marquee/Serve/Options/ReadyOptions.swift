import ArgumentParser
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The places where the server announces that it listens, for other programs.
struct ReadyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("File to write the port to. (MARQUEE_PORT_FILE)", valueName: "file"),
    completion: .file())
  var portFile: String?

  @Option(
    help: ArgumentHelp(
      "Open file descriptor to write the address to, as one line. (MARQUEE_READY_FD)", valueName: "number"))
  var readyFd: Int32?

  func notice(_ variables: ServeVariables) throws -> ReadyNotice {
    var descriptor = readyFd
    if descriptor == nil, let text = variables.text(nil, "MARQUEE_READY_FD") {
      guard let number = Int32(text) else {
        throw ValidationError("MARQUEE_READY_FD must be a number, not \(text)")
      }
      descriptor = number
    }
    if let descriptor, descriptor < 0 {
      throw ValidationError("--ready-fd must be the number of a file descriptor (MARQUEE_READY_FD)")
    }
    // Checked before any file is opened, because the database's file could get the same number.
    if let descriptor, fcntl(descriptor, F_GETFD) < 0 {
      throw ValidationError(
        "the file descriptor \(descriptor) is not open; let the parent process open it for writing (--ready-fd, MARQUEE_READY_FD)"
      )
    }
    return ReadyNotice(portFile: variables.text(portFile, "MARQUEE_PORT_FILE"), descriptor: descriptor)
  }
}
