import ArgumentParser
import BuiltPrograms
import Foundation
import TestFolders
import Testing

@testable import marquee

/// Completions of a shell.
@Suite final class CompletionTests: Sendable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "work/menu"), withIntermediateDirectories: true)
    for file in ["work/card.json", "work/units.txt", "work/menu/noodles.json"] {
      _ = try folder.write("", to: file)
    }
  }

  private static let files = ["card.json", "menu", "units.txt"]
  private static let folders = ["menu"]
  /// JSON files, and the folders that may contain some.
  private static let documents = ["card.json", "menu"]

  /// The beginning of a command, and its completions.
  private static let offers: [(line: String, words: [String])] = [
    ("marquee serve --screens ", folders), ("marquee serve --data ", folders),
    ("marquee serve --port-file ", files), ("marquee serve --gate ", ["refuse", "warn"]),
    ("marquee serve --exposures ", ["off", "on"]),
    (
      "marquee serve --log-level ", ["critical", "debug", "error", "info", "notice", "trace", "warning"]
    ), ("marquee serve --log-format ", ["json", "text"]), ("marquee serve --host ", []),
    ("marquee validate ", documents), ("marquee validate card.json ", documents),
    ("marquee validate --output ", ["github", "json", "sarif", "text"]),
    ("marquee validate --releases ", documents), ("marquee validate --gate ", ["refuse", "warn"]),
    ("marquee compat ", documents), ("marquee compat card.json ", documents),
    ("marquee compat --for ", ["apps", "both", "screens"]),
    ("marquee compat --output ", ["github", "json", "text"]), ("marquee assign --users ", files),
    ("marquee assign --hash-version ", ["1", "2"]), ("marquee assign --screens ", folders),
    ("marquee assign --output ", ["csv", "json", "text"]), ("marquee export --data ", folders),
    ("marquee export --output ", files), ("marquee import --data ", folders), ("marquee import ", files),
    ("marquee backup --data ", folders), ("marquee backup ", files), ("marquee codegen sw", ["swift"]),
    ("marquee migrate --from ", folders), ("marquee migrate --to ", folders),
    ("marquee doctor --store ", []),
    ("marquee token list --store ", []),
    ("marquee capture ", documents), ("marquee capture --screens ", folders),
    ("marquee capture --output ", ["json", "text"]),
    ("marquee schema s", ["scenario"]), ("marquee schema --screens ", folders),
    ("marquee schema --output ", documents),
    ("marquee codegen swift --screens ", folders), ("marquee codegen swift --output ", folders),
    ("marquee codegen k", ["kotlin"]), ("marquee codegen kotlin --screens ", folders),
    ("marquee codegen kotlin --output ", folders), ("marquee codegen t", ["typescript"]),
    ("marquee codegen typescript --screens ", folders), ("marquee codegen typescript --output ", folders),
    ("marquee chaos home --kind em", ["emoji", "empty-screen"]), ("marquee chaos home --kind al", ["all"]),
    ("marquee chaos home --output ", folders), ("marquee chaos home --screens ", folders),
    ("marquee publish ", documents), ("marquee publish --screens ", folders),
    ("marquee diff home ", ["draft"]), ("marquee diff home 1 ", ["draft"]),
    ("marquee draft put home ", documents), ("marquee token create --scope ", ["edit", "publish", "read"]),
    ("marquee token create --data ", folders), ("marquee token list --data ", folders),
    ("marquee token revoke --data ", folders), ("marquee status --output ", ["json", "text"]),
  ]

  @Test func `bash offers files, folders and the values of closed lists`() throws {
    _ = try folder.write(MarqueeCommand.completionScript(for: .bash), to: "completion.bash")
    // Each line is completed at its end, as bash does it: the function gets the words in variables.
    _ = try folder.write(
      """
      source ../completion.bash
      while IFS= read -r line; do
        read -ra COMP_WORDS <<<"$line"
        [[ $line == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
        _marquee marquee "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
        # Options may stand where an argument may.
        printf '%s\\n' "${COMPREPLY[@]}" | grep -v '^-' | LC_ALL=C sort | tr '\\n' ' '
        echo
      done
      """, to: "ask.bash")
    let lines = Self.offers.map(\.line).joined(separator: "\n") + "\n"
    let answers = try bash("ask.bash", input: lines).split(separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count == Self.offers.count + 1)
    for (offer, answer) in zip(Self.offers, answers) {
      #expect(answer.split(separator: " ").map(String.init) == offer.words, "\(offer.line)")
    }
  }

  private func bash(_ script: String, input: String) throws -> String {
    _ = try folder.write(input, to: "lines")
    let process = try ChildProcess(
      URL(filePath: "/bin/bash"), [folder.url.appending(path: script).path],
      in: folder.url.appending(path: "work"),
      input: .file(folder.url.appending(path: "lines")), output: .file(folder.url.appending(path: "offers")),
      errors: .null)
    process.waitUntilExit()
    return try String(contentsOf: folder.url.appending(path: "offers"), encoding: .utf8)
  }

  @Test func `every option that names a folder or a file completes one`() {
    var count = 0
    for line in MarqueeCommand.completionScript(for: .zsh).split(separator: "\n") {
      // '--data[The data folder.]:folder:_files -/'
      guard let spec = line.wholeMatch(of: /\s+'\*?(--[a-z-]+)?(?:\[.*\])?:([a-z-]+):(.*)'/)?.output else {
        continue
      }
      let (name, action) = (String(spec.2), String(spec.3))
      if ["data", "folder", "screens"].contains(name) {
        count += 1
        #expect(action == "_files -/", "\(line)")
      } else if name.contains("file") || ["paths", "releases", "users"].contains(name) {
        count += 1
        #expect(action.hasPrefix("_files"), "\(line)")
      } else if name == "output" {
        count += 1
        #expect(!action.isEmpty, "\(line)")
      }
    }
    #expect(count > 20)
  }

  @Test func `there is a script for fish`() {
    let script = MarqueeCommand.completionScript(for: .fish)
    #expect(script.contains("complete -c 'marquee'"))
    #expect(script.contains("duplicate-ids"))
  }
}
