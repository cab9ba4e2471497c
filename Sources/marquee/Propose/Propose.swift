import AdminModel
import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import Screens

/// `marquee propose`.
struct Propose: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a folder of screens on a server as a change set, without publishing it.",
    usage: "marquee propose [<folder>] --name <name> [<options>]",
    discussion: """
      Creates a change set from the differences between the folder and the server, or replaces the content of the set \
      with this name. Prints links to view it. Exits with 1 if the folder is invalid, or if \
      publishing the set would fail.

      EXAMPLES:
        marquee propose --name new-menu
        marquee propose screens --name pr-12 --ttl 604800 --output markdown > comment.md
        marquee propose --name pr-12 --delete
      """)

  @Argument(help: "Folder of screens.", completion: .directory)
  var folder = "screens"

  @Option(help: "Name of the change set.")
  var name: String

  @Option(help: ArgumentHelp("Delete the set after this time, unless it is published.", valueName: "seconds"))
  var ttl: Int?

  @Option(
    help: ArgumentHelp(
      "Address of the server in links. (default: that of --server)", valueName: "url"
    ))
  var links: String?

  @Option(help: ArgumentHelp("Format of the output.", valueName: "format"))
  var output = ProposalOutput.text

  @Flag(help: "Delete the set, unless it is published. Succeeds if it does not exist.")
  var delete = false

  @OptionGroup var message: MessageOption
  @OptionGroup(title: "Server") var connection: ConnectionOptions

  func validate() throws {
    guard Name.isValid(name), name.utf8.count <= 100 else {
      throw ValidationError("--name: at most 100 of: \(Name.rule)")
    }
    if let ttl, ttl < 1 { throw ValidationError("--ttl must be at least 1 second") }
    _ = try linkAddress()
  }

  func run() throws {
    let client = try connection.client()
    if delete { return try deleteSet(client) }
    let check = try checkedFolder()
    let set = try ProposalContent(check, differingFrom: client).send(
      to: client, asSet: name, timeToLive: ttl, message: message.message)
    let proposal = Proposal(set, address: try linkAddress() ?? client.address.text)
    switch output {
    case .text: StandardOutput.write(proposal.lines.joined(separator: "\n"))
    case .json: StandardOutput.write(set.text)
    case .markdown: StandardOutput.write(proposal.markdown)
    }
    if !proposal.isPublishable { throw ExitCode(1) }
  }

  /// Reads and checks the folder.
  /// - Throws: `ExitCode` if it is invalid, after it prints the errors.
  private func checkedFolder() throws -> FolderImport {
    let check: FolderImport
    do throws(FolderError) {
      check = FolderImport(checking: try FolderContents(reading: folder))
    } catch {
      throw CommandError(error).exit
    }
    for line in check.warnings.flatMap(\.lines) { StandardError.write(line) }
    guard !check.problems.isEmpty else { return check }
    let lines = check.problems.flatMap(\.lines)
    StandardOutput.write(
      output == .markdown
        ? Proposal.markdown(of: name, findings: lines) : lines.joined(separator: "\n"))
    throw ExitCode(1)
  }

  private func deleteSet(_ client: AdminClient) throws {
    let known = try client.send("GET", "/admin/changesets/\(name)")
    if known.isSuccess, known.json?["state"] == "published" {
      StandardOutput.write("\(name) is published, and kept to be rolled back")
      return
    }
    let response = try client.send("DELETE", "/admin/changesets/\(name)")
    guard response.isSuccess || response.status == 404 else {
      Refusal(response).report()
      throw ExitCode(1)
    }
    if output != .json {
      StandardOutput.write(response.isSuccess ? "\(name) deleted" : "there is no change set \(name)")
    }
  }

  /// The address in links; nil for that of the server.
  private func linkAddress() throws -> String? {
    do throws(ServerAddress.FormatError) {
      return try links.map { (text) throws(ServerAddress.FormatError) in try ServerAddress(text) }?.text
    } catch {
      throw ValidationError("--links: \(error.message)")
    }
  }
}

/// The format of a proposal.
enum ProposalOutput: String, ExpressibleByArgument, CaseIterable {
  case text, json
  /// A comment for a pull request.
  case markdown
}
