import Foundation
import JSONText

/// `marquee-benchmarks`: measures single parts of Marquee, in processor time of one thread.
@main
enum MarqueeBenchmarks {
  static func main() {
    let options: Options
    do throws(BenchmarkError) {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      complain("\(error)\n\(Options.usage)")
      exit(64)
    }
    do {
      try run(options)
    } catch {
      complain("marquee-benchmarks: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    let screen = try HundredItems(screens: options.screens)
    if let folder = options.export { try screen.export(to: folder) }
    // The benchmarks of a group are measured in turn.
    var groups = [
      [try RequestParsing.benchmark()],
      try JSONBenchmarks.reading(), try JSONBenchmarks.writing(),
      [try screen.validation(), try screen.rendering(), try screen.preview()],
      [AssignmentBenchmarks.hash(), try AssignmentBenchmarks.assignment()],
    ]
    if let only = options.only {
      groups = groups.map { $0.filter { $0.name == only } }
      guard groups.contains(where: { !$0.isEmpty }) else {
        throw BenchmarkError("no benchmark \(only)")
      }
    }
    if options.countsAllocations {
      let counter = try AllocationCounter()
      for benchmark in groups.joined() { report(try counter.measure(benchmark), options) }
    } else {
      let sampling = options.isQuick ? Sampling.quick : .whole
      for group in groups {
        for measurement in try sampling.measure(group) { report(measurement, options) }
      }
    }
  }

  private static func report(_ measurement: Measurement, _ options: Options) {
    print(options.writesJSON ? measurement.json.text : measurement.line)
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
