/// The options of the command line.
struct Options {
  var isQuick = false
  /// Whether to print a JSON object per line instead of text.
  var writesJSON = false
  /// Whether to count allocations instead of time.
  var countsAllocations = false
  /// The number of times to run each benchmark, without measuring it: for programs that count instructions.
  var times: Int?
  /// The one benchmark to run.
  var only: String?
  /// The folder of screens, for its view types and wire formats.
  var screens = "screens"
  /// The folder for the documents of the schema benchmark, for other validators.
  var export: String?

  static let usage = """
    usage: marquee-benchmarks [--quick] [--only NAME] [--json] [--allocations] [--times N] [--screens FOLDER]
      [--export FOLDER]
    """

  init(_ arguments: some Sequence<String>) throws(BenchmarkError) {
    var rest = arguments.makeIterator()
    func value(of option: String) throws(BenchmarkError) -> String {
      guard let value = rest.next() else { throw BenchmarkError("\(option) needs a value") }
      return value
    }
    while let argument = rest.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": writesJSON = true
      case "--allocations": countsAllocations = true
      case "--times":
        let text = try value(of: argument)
        guard let number = Int(text), number > 0 else {
          throw BenchmarkError("\(text) is not a positive number")
        }
        times = number
      case "--only": only = try value(of: argument)
      case "--screens": screens = try value(of: argument)
      case "--export": export = try value(of: argument)
      default: throw BenchmarkError("unknown option \(argument)")
      }
    }
  }
}
