import ArgumentParser
import Foundation
import ProgramOutput
import Screens

/// A change set with the content of a folder, which exists during one command.
enum TemporaryChangeSet {
  /// The time after which the server deletes the set, in seconds, in case the command could not delete it.
  private static let timeToLive = 3600

  /// Creates a change set from a folder, runs `body`, and deletes the set.
  /// - Parameter body: receives the name of the set.
  /// - Throws: `ExitCode` 1 for a folder that is invalid, or that publishing would refuse; and what `body` throws.
  static func run<Result>(
    of folder: String, on client: AdminClient, _ body: (String) throws -> Result
  ) throws -> Result {
    let check: FolderImport
    do throws(FolderError) {
      check = FolderImport(checking: try FolderContents(reading: folder))
    } catch {
      throw CommandError(error).exit
    }
    guard check.problems.isEmpty else {
      for line in check.problems.flatMap(\.lines) { StandardError.write(line) }
      throw ExitCode(1)
    }
    let name = "replay-" + UUID().uuidString.lowercased()
    let content = try ProposalContent(check, differingFrom: client)
    defer { _ = try? client.send("DELETE", "/admin/changesets/\(name)") }
    let proposal = Proposal(
      try content.send(to: client, asSet: name, timeToLive: timeToLive, message: "replay of a folder"),
      address: client.address.text)
    guard proposal.isPublishable else {
      for problem in proposal.problems { StandardError.write("error: " + printable(problem)) }
      throw ExitCode(1)
    }
    return try body(name)
  }
}
