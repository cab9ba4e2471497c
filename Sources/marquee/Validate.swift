import ArgumentParser
import Foundation
import JSONText
import Screens

/// `marquee validate`.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a folder of screens, or single files, without a server.",
    discussion:
      "The findings go to standard output, a line each. Exits with 0 when all is valid, else with 1.")

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case text, json, github
  }

  @Argument(help: "Folders of screens, or files in one. (default: screens)")
  var paths: [String] = []

  @Option(help: "How findings are written: text, json, or github for annotations of a workflow.")
  var output = Output.text

  func run() throws {
    var problems: [FileProblem] = []
    var validFiles = 0
    for path in paths.isEmpty ? ["screens"] : paths {
      let target = try Self.folder(of: path)
      do throws(FolderError) {
        var contents = try FolderContents(reading: target.folder)
        if let file = target.file { contents.keep(only: [file]) }
        let check = FolderImport(checking: contents)
        problems += check.problems
        validFiles += check.validFiles
      } catch {
        StandardError.write("marquee: the screens folder \(error.path) cannot be read")
        throw ExitCode(1)
      }
    }
    write(problems, validFiles: validFiles)
    if !problems.isEmpty { throw ExitCode(1) }
  }

  /// A file is checked with the view types and formats of the folder that it is in.
  private static func folder(of path: String) throws -> (folder: String, file: String?) {
    var isFolder = false
    if let values = try? URL(fileURLWithPath: path).resolvingSymlinksInPath().resourceValues(forKeys: [
      .isDirectoryKey
    ]) {
      isFolder = values.isDirectory == true
    } else {
      StandardError.write("marquee: there is no file or folder \(path)")
      throw ExitCode(1)
    }
    if isFolder { return (path, nil) }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var file: [String] = []
    while let last = parts.popLast() {
      file.insert(last, at: 0)
      let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
      if FileManager.default.fileExists(atPath: folder + "/_types") {
        return (folder, file.joined(separator: "/"))
      }
    }
    StandardError.write("marquee: \(path) is in no folder that has _types/")
    throw ExitCode(1)
  }

  private func write(_ problems: [FileProblem], validFiles: Int) {
    switch output {
    case .text:
      for line in problems.flatMap(\.lines) { StandardOutput.write(line) }
      let errors = problems.reduce(0) { $0 + $1.diagnostics.count }
      StandardOutput.write(
        problems.isEmpty
          ? "\(Self.counted(validFiles, "file")), all valid"
          : "\(Self.counted(errors, "error")) in \(Self.counted(problems.count, "file")), \(validFiles) valid"
      )
    case .json:
      let findings = problems.flatMap { problem in
        problem.diagnostics.kept.map { Self.json($0, in: problem.path) }
      }
      let report: JSONValue = [
        "valid": .bool(problems.isEmpty), "validFiles": .number(JSONNumber(validFiles)),
        "errors": .array(findings),
      ]
      StandardOutput.write(report.text)
    case .github:
      for problem in problems {
        for finding in problem.diagnostics.kept {
          let place = finding.position.map { ",line=\($0.line),col=\($0.column)" } ?? ""
          StandardOutput.write(
            "::error file=\(Self.escaped(problem.path))\(place)::\(Self.escaped(finding.text))")
        }
      }
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func json(_ finding: Diagnostic, in path: String) -> JSONValue {
    var object: JSONObject = [
      "file": .string(path), "code": .string(finding.code.rawValue),
      "pointer": .string(finding.pointer.description),
    ]
    if let position = finding.position {
      object["line"] = .number(JSONNumber(position.line))
      object["column"] = .number(JSONNumber(position.column))
    }
    object["message"] = .string(finding.message)
    if let hint = finding.hint { object["hint"] = .string(hint) }
    return .object(object)
  }

  /// As workflow commands want it: percent signs and line ends are escaped.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
