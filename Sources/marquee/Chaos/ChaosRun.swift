import ArgumentParser
import Dispatch
import Foundation
import ProgramOutput
import ScreenChaos
import Synchronization

/// Checks a command with many damaged screens.
struct ChaosRun {
  /// The largest number of attempts to find a smaller body that still kills the command.
  private static let maximumShrinking = 400
  /// The same for a command that times out: each attempt takes the whole timeout.
  private static let maximumShrinkingInTime = 20

  let command: CheckedCommand
  let kinds: [ChaosKind]
  let seed: UInt64
  let options: ChaosCheckOptions
  /// The beginning of each file name.
  let stem: String
  /// The folder for bodies that kill the command; nil for the current folder.
  let folder: String?
  /// The damaged body; nil if the chaos changes nothing.
  let damage: @Sendable (Chaos) -> [UInt8]?

  /// Runs the command with all screens and reports the verdict.
  /// - Throws: `ExitCode` 1 if the command died.
  func report() throws {
    let interruption = Interruption { ShellProcess.killAll() }
    defer { interruption.end() }
    var trials = try run()
    guard !trials.isEmpty else {
      StandardError.write("marquee: no kind of chaos can change the screen")
      throw ExitCode(1)
    }
    // The first death of each kind: others of the kind mostly have the same cause.
    var shrunk: Set<ChaosKind> = []
    for index in trials.indices where isDeath(trials[index].ending) {
      guard shrunk.insert(trials[index].kind).inserted else { continue }
      trials[index].fixture = try writeFixture(of: trials[index])
    }
    for trial in trials where isDeath(trial.ending) {
      let fixture = trial.fixture.map { "; \($0)" } ?? ""
      StandardOutput.write("died: \(trial.name): \(trial.ending.text)\(fixture)")
    }
    if let path = options.junit { try OutputFile.write(Array(junit(trials).text.utf8), to: path) }
    let deaths = trials.count { isDeath($0.ending) }
    let refusals = trials.count { if case .refused = $0.ending { !options.strict } else { false } }
    let refused = refusals > 0 ? " (\(refusals) of them with an exit code other than 0)" : ""
    StandardOutput.write(
      "\(trials.count) damaged screens from seed \(seed): survived \(trials.count - deaths)\(refused), died \(deaths)"
    )
    if deaths > 0 { throw ExitCode(1) }
  }

  private func isDeath(_ ending: CheckedCommand.Ending) -> Bool {
    ending.isDeath || options.strict && ending != .survived
  }

  /// The chaos of each screen: every kind with one seed, then every kind with the next one. A kind that does not change
  /// the screen with the first seed is left out.
  private func chaos() -> [Chaos] {
    let kinds = kinds.filter { damage(Chaos(kind: $0, seed: seed)) != nil }
    guard !kinds.isEmpty else { return [] }
    return (0..<(options.count ?? kinds.count)).compactMap { Chaos.numbered($0, of: kinds, seed: seed) }
  }

  /// Runs the command with each screen, several at a time.
  private func run() throws -> [ChaosTrial] {
    let all = chaos()
    let results = Mutex<(trials: [(Int, ChaosTrial)], failure: CommandError?)>(([], nil))
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(
      iterations: min(options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, all.count)
    ) { _ in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < all.count, results.withLock({ $0.failure == nil }) else { return }
        let chaos = all[number]
        guard let body = damage(chaos) else { continue }
        do {
          let (ending, output) = try command.run(body)
          let trial = ChaosTrial(
            kind: chaos.kind, seed: chaos.seed, body: body, ending: ending, output: output)
          results.withLock { $0.trials.append((number, trial)) }
        } catch {
          results.withLock { $0.failure = error as? CommandError ?? CommandError("\(error)") }
        }
      }
    }
    let (trials, failure) = results.withLock { $0 }
    if let failure { throw failure.exit }
    return trials.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Writes the smallest body found that still kills the command, or the whole body of a refusal.
  /// - Returns: the path of the file.
  private func writeFixture(of trial: ChaosTrial) throws -> String {
    let path = (folder.map { $0 + "/" } ?? "") + "\(stem).\(trial.kind.rawValue).\(trial.seed).json"
    // A refused body is not shrunk: a command refuses any body that is small enough.
    if case .refused = trial.ending {
      try OutputFile.write(trial.body, to: path)
      return path
    }
    let trials = trial.ending == .timedOut ? Self.maximumShrinkingInTime : Self.maximumShrinking
    let body = Shrinker.shrink(trial.body, trials: trials) { body in
      (try? command.run(body).ending) == trial.ending
    }
    try OutputFile.write(body, to: path)
    return path
  }

  private func junit(_ trials: [ChaosTrial]) -> JUnitReport {
    JUnitReport(
      suite: "chaos of \(stem)",
      cases: trials.map { trial in
        JUnitReport.Case(
          name: trial.name, failure: isDeath(trial.ending) ? trial.ending.text : nil, output: trial.output)
      })
  }
}
