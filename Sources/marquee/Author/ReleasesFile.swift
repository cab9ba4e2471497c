import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import Screens

/// A file of app releases: `{"ios/1.3.0": {"viewTypes": […]}}`.
enum ReleasesFile {
  /// Reads the file.
  /// - Parameter output: the format of the errors.
  /// - Throws: `ExitCode` 1 if the file cannot be read or is invalid, after the error messages.
  static func read(_ path: String, _ output: ValidationOutput) throws -> [Release] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError.unreadable(path, named: "the file of releases ").exit
    }
    let text = [UInt8](data)
    var diagnostics: Diagnostics
    do {
      return try ReleaseReader.readAll(try JSONDocument(text))
    } catch let error as JSONSyntaxError {
      diagnostics = Diagnostics(error)
    } catch let error as InvalidDocument {
      diagnostics = error.diagnostics
    }
    var validation = Validation()
    validation.problems = [FileProblem(path: path, diagnostics: diagnostics, text: text)]
    StandardOutput.write(output.write(validation))
    throw ExitCode(1)
  }
}
