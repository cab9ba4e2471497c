import Assignment
import JSONText
import ProgramOutput
import Screens

/// The split of simulated units between variants.
struct Simulation {
  private let experiment: Experiment
  private let units: Int
  /// The number of units in no variant, then in each variant.
  private let counts: [Int]
  /// The test for a sample ratio mismatch between the counts and the weights.
  private let check: SampleRatioCheck

  init(of compiled: CompiledExperiment, units: Int, attributes: (String) -> Attributes) {
    experiment = compiled.experiment
    self.units = units
    var counts = [Int](repeating: 0, count: experiment.variants.count + 1)
    for number in 1...max(units, 1) {
      let variant = compiled.decide(attributes: attributes("user-\(number)")).variant
      counts[variant.map { $0 + 1 } ?? 0] += 1
    }
    self.counts = counts
    check = SampleRatioCheck(counts: Array(counts.dropFirst()), weights: experiment.variants.map(\.weight))
  }

  private var rows: [(variant: String?, count: Int)] {
    let keys = [String?.none] + experiment.variants.map { $0.key }
    return zip(keys, counts).map { ($0, $1) }.filter { $0.variant != nil || $0.count > 0 }
  }

  func write(as output: Assign.Output, namesExperiment: Bool) {
    switch output {
    case .text:
      if namesExperiment { StandardOutput.write(experiment.key) }
      for (variant, count) in rows {
        let share = Double(count * 10000 / units) / 100
        StandardOutput.write("\(variant ?? "-")  \(count)  \(share) %")
      }
      if let statistic = check.statistic, let p = check.pValue {
        let degrees = check.degreesOfFreedom == 1 ? "1 degree" : "\(check.degreesOfFreedom) degrees"
        StandardOutput.write(
          "chi-squared \(rounded(statistic)) (\(degrees) of freedom), p = \(rounded(p))"
        )
      }
    case .json:
      let variants = rows.map { variant, count -> JSONValue in
        [
          "variant": variant.map { .string($0) } ?? JSONValue.null, "count": .number(JSONNumber(count)),
          "share": .double(Double(count) / Double(units)),
        ]
      }
      let report: JSONValue = [
        "experiment": .string(experiment.key), "units": .number(JSONNumber(units)),
        "variants": .array(variants), "chiSquared": .double(check.statistic),
        "degreesOfFreedom": .number(JSONNumber(check.degreesOfFreedom)), "pValue": .double(check.pValue),
      ]
      StandardOutput.write(report.text)
    case .csv:
      StandardOutput.write("experiment,variant,count,share,pValue")
      for (variant, count) in rows {
        StandardOutput.write(
          [
            CSV.field(experiment.key), CSV.field(variant ?? ""), "\(count)",
            "\(Double(count) / Double(units))",
            check.pValue.map { "\($0)" } ?? "",
          ].joined(separator: ","))
      }
    }
  }

  private func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
}
