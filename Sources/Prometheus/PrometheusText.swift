/// Metrics in the text format of Prometheus (exposition format 0.0.4).
package struct PrometheusText {
  package enum Kind: String {
    case counter, gauge, histogram
  }

  /// One value of a family, with its labels.
  package struct Sample {
    let suffix: String
    let labels: [(name: String, value: String)]
    let value: String

    /// - Parameter suffix: follows the name of the family, such as `_bucket` of a histogram.
    package init(_ labels: [(name: String, value: String)] = [], suffix: String = "", value: String) {
      self.suffix = suffix
      self.labels = labels
      self.value = value
    }

    package init(_ labels: [(name: String, value: String)] = [], _ value: UInt64) {
      self.init(labels, value: String(value))
    }
  }

  package private(set) var text = ""

  package init() {}

  package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      text += name + sample.suffix
      if !sample.labels.isEmpty {
        let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        text += "{" + labels.joined(separator: ",") + "}"
      }
      text += " \(sample.value)\n"
    }
  }

  private static func escaped(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
    var escaped = ""
    for character in value.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
