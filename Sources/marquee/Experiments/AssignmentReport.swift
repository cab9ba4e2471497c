import Assignment
import JSONText
import ProgramOutput
import Screens

/// The variants of units: a line for each unit and experiment.
struct AssignmentReport {
  /// The size of the buffer, in bytes.
  private static let bufferBytes = 1 << 15

  private let output: Assign.Output
  private let experiments: [CompiledExperiment]
  private var lines = ""
  private var hasHeader = false

  init(output: Assign.Output, experiments: [CompiledExperiment]) {
    self.output = output
    self.experiments = experiments
  }

  mutating func add(_ unit: String, _ attributes: Attributes) {
    if !hasHeader {
      hasHeader = true
      if output == .csv { lines += "user,experiment,variant,inExperiment,reason,hashValue\n" }
    }
    for experiment in experiments {
      lines += line(unit, experiment.explain(attributes: attributes), experiment.experiment.key) + "\n"
    }
    if lines.utf8.count >= Self.bufferBytes { flush() }
  }

  mutating func flush() {
    guard !lines.isEmpty else { return }
    StandardOutput.write(String(lines.dropLast()))
    lines = ""
  }

  private func line(_ unit: String, _ explanation: Explanation, _ key: String) -> String {
    let decision = explanation.decision
    switch output {
    case .text:
      let variant = explanation.variant ?? "-"
      let hash = explanation.hashValue.map { "  hash \($0)" } ?? ""
      let name = experiments.count > 1 ? "\(key)=\(variant)" : variant
      return "\(printable(unit))  \(name)  \(decision.reason.rawValue)\(hash)"
    case .json:
      let line: JSONValue = [
        "user": .string(unit), "experiment": .string(key),
        "variant": explanation.variant.map { .string($0) } ?? JSONValue.null,
        "inExperiment": .bool(decision.inExperiment), "reason": .string(decision.reason.rawValue),
        "hashValue": .double(explanation.hashValue), "portable": .bool(explanation.isPortable),
      ]
      return line.text
    case .csv:
      return [
        CSV.field(unit), CSV.field(key), CSV.field(explanation.variant ?? ""),
        decision.inExperiment ? "true" : "false", decision.reason.rawValue,
        explanation.hashValue.map { "\($0)" } ?? "",
      ].joined(separator: ",")
    }
  }
}
