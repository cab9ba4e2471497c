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
    let groups = try Self.groups(screen, options)
    if let times = options.times {
      for benchmark in groups.joined() where try benchmark.run(times) == 0 {
        throw BenchmarkError("\(benchmark.name) has done nothing")
      }
    } else if options.countsAllocations {
      let counter = try AllocationCounter()
      for benchmark in groups.joined() { report(try counter.measure(benchmark), options) }
    } else {
      let sampling = options.isQuick ? Sampling.quick : .whole
      for group in groups {
        for measurement in try sampling.measure(group) { report(measurement, options) }
      }
    }
  }

  /// The benchmarks of a group are measured in turn. Only those that are asked for are prepared.
  private static func groups(_ screen: HundredItems, _ options: Options) throws -> [[Benchmark]] {
    let groups: [(names: [String], make: () throws -> [Benchmark])] = [
      (["request"], { [try RequestParsing.benchmark()] }),
      (["json parsing", "JSONDecoder"], JSONBenchmarks.reading),
      (["json writing", "JSONEncoder"], JSONBenchmarks.writing),
      (
        ["schema", "rendering", "preview"],
        { [try screen.validation(), try screen.rendering(), try screen.preview()] }
      ),
      (["hash", "assignment"], { [AssignmentBenchmarks.hash(), try AssignmentBenchmarks.assignment()] }),
      (["import"], { [try FolderReading.benchmark(screens: options.screens)] }),
    ]
    guard let only = options.only else { return try groups.map { try $0.make() } }
    guard let group = groups.first(where: { $0.names.contains(only) }) else {
      throw BenchmarkError("no benchmark \(only)")
    }
    return [try group.make().filter { $0.name == only }]
  }

  private static func report(_ measurement: Measurement, _ options: Options) {
    print(options.writesJSON ? measurement.json.text : measurement.line)
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
