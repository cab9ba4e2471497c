package import JSONText

/// A key that SDKs of GrowthBook send, with the experiments that it may read. It is public: every app contains it.
package struct ClientKey: Sendable, Equatable {
  /// The maximum number of keys.
  package static let maximumCount = 1000
  /// The maximum number of experiments that a key names.
  static let maximumExperiments = 1000

  package let name: String
  /// The keys of the experiments, in the order of their author; nil for all.
  package let experiments: [String]?

  init(name: String, experiments: [String]?) {
    self.name = name
    self.experiments = experiments
  }

  /// Reads `{"experiments": [KEY, …]}`, where null means all.
  init(name: String, _ document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let noun = "a client key"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["experiments"], &diagnostics)
    var experiments: [String]?
    if let members, members.required("experiments", of: noun, &diagnostics) != nil,
      members.object["experiments"] != .null
    {
      experiments = Self.names(members, &diagnostics)
    }
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
    self.init(name: name, experiments: experiments)
  }

  private static func names(_ members: MemberReader, _ diagnostics: inout Diagnostics) -> [String]? {
    let location = members.pointer.appending("experiments")
    guard let values = members.array("experiments", &diagnostics) else { return nil }
    guard values.count <= maximumExperiments else {
      diagnostics.add(
        Diagnostic(.tooMany, at: location, "a client key names at most \(maximumExperiments) experiments"))
      return nil
    }
    var names: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let name) = value else {
        diagnostics.add(
          .wrongType(value, at: location.appending(index), expected: "the key of an experiment is a string"))
        continue
      }
      names.append(name)
    }
    return names
  }

  /// Whether the key may read an experiment.
  package func allows(_ experiment: String) -> Bool {
    experiments?.contains { $0.hasSameScalars(as: experiment) } ?? true
  }

  package var json: JSONValue {
    ["experiments": experiments.map { .array($0.map { .string($0) }) } ?? JSONValue.null]
  }
}
