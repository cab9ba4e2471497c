import ArgumentParser
import ProgramOutput

extension OutputError {
  static let exitCode = ExitCode(exitStatus)
}
