import Assignment
import JSONText

/// Reads the `experiment` or the `experiments` of a definition.
enum ExperimentReader {
  /// The maximum number of variants of an experiment. Each is rendered in every format when it is published.
  static let maximumVariants = CombinationSpace.maximumCombinations

  private static let members = [
    "key", "variants", "seed", "hashVersion", "hashAttribute", "coverage", "namespace", "condition", "force",
    "status", "events",
  ]

  /// Reads the experiments of a definition. Those with errors are left out.
  static func experiments(of members: MemberReader, _ reader: inout DefinitionReader) -> [ScreenExperiment] {
    let location = members.pointer.appending("experiments")
    if members.has("experiment"), members.has("experiments") {
      reader.add(
        Diagnostic(
          .invalidValue, at: location, anchor: .name,
          "a definition has either \"experiment\" or \"experiments\", not both"))
      return []
    }
    if let value = members.object["experiment"] {
      return [read(value, at: members.pointer.appending("experiment"), &reader)].compactMap(\.self)
    }
    guard let values = reader.reading({ members.array("experiments", &$0) }) else { return [] }
    guard values.count <= CombinationSpace.maximumCombinations else {
      reader.add(
        Diagnostic(
          .tooMany, at: location,
          "a screen has at most \(CombinationSpace.maximumCombinations) combinations of variants"
        ))
      return []
    }
    var experiments: [ScreenExperiment] = []
    for (index, value) in values.enumerated() {
      guard let experiment = read(value, at: location.appending(index), &reader) else { continue }
      if experiments.contains(where: { $0.key == experiment.key }) {
        reader.add(
          Diagnostic(
            .duplicateKey, at: experiment.origin.appending("key"),
            "the experiment key \(quoted(experiment.key)) is repeated",
            hint: "each experiment has a key of its own"))
      }
      experiments.append(experiment)
    }
    if CombinationSpace.combinations(of: experiments) == nil {
      let counts = experiments.map { String($0.variants.count) }.joined(separator: " × ")
      reader.add(
        Diagnostic(
          .tooMany, at: location,
          "\(counts) variants are more than the \(CombinationSpace.maximumCombinations) combinations that a screen may have",
          hint: "remove variants, or move experiments to another screen"))
      return []
    }
    return experiments
  }

  private static func read(
    _ value: JSONValue, at location: JSONPointer, _ reader: inout DefinitionReader
  ) -> ScreenExperiment? {
    let noun = "an experiment"
    guard
      let members = reader.reading({
        MemberReader(
          value, at: location, named: noun, allowed: Self.members, &$0,
          meaning: {
            $0 == "name" || $0 == "id" ? "did you mean key?" : $0 == "arms" ? "did you mean variants?" : nil
          })
      })
    else { return nil }
    var variants: [(variant: Variant, weight: Double)] = []
    let (key, seed, attribute, status) = reader.reading { diagnostics in
      _ = members.required("key", of: noun, &diagnostics)
      return (
        members.name("key", &diagnostics), members.string("seed", &diagnostics),
        members.string("hashAttribute", &diagnostics),
        members.choice("status", of: ["running", "stopped"], &diagnostics)
      )
    }
    let values = reader.reading { diagnostics in
      members.required("variants", of: noun, &diagnostics).flatMap { _ in
        members.array("variants", &diagnostics)
      }
    }
    variants = Self.variants(values, at: location.appending("variants"), &reader)
    let keys = variants.map(\.variant.key)
    let catalogue = reader.catalogue
    let rest = reader.reading { diagnostics in
      (
        hashVersion: hashVersion(members, &diagnostics), coverage: coverage(members, &diagnostics),
        namespace: namespace(members, &diagnostics),
        condition: condition(members, catalogue: catalogue, &diagnostics),
        force: force(members, variants: keys, &diagnostics),
        events: members.events(of: noun, refusing: [GuardEvent.slow], &diagnostics) ?? []
      )
    }
    guard let key, let values, values.count == variants.count, variants.count >= 2 else { return nil }
    var experiment = Experiment(
      key: key, variants: variants.map { .init(key: $0.variant.key, weight: $0.weight) })
    experiment.seed = seed ?? ""
    experiment.hashVersion = rest.hashVersion
    experiment.hashAttribute = attribute ?? Experiment.defaultHashAttribute
    experiment.coverage = rest.coverage
    experiment.namespace = rest.namespace
    experiment.condition = rest.condition
    experiment.force = rest.force
    experiment.status = status == "stopped" ? .stopped : .running
    return ScreenExperiment(
      compiled: CompiledExperiment(experiment), variants: variants.map(\.variant), events: rest.events,
      origin: location)
  }

  // MARK: Variants

  private static func variants(
    _ values: [JSONValue]?, at location: JSONPointer, _ reader: inout DefinitionReader
  ) -> [(variant: Variant, weight: Double)] {
    guard let values else { return [] }
    if values.count < 2 {
      reader.add(Diagnostic(.invalidValue, at: location, "an experiment needs 2 variants or more"))
    }
    if values.count > maximumVariants {
      reader.add(Diagnostic(.tooMany, at: location, "an experiment has at most \(maximumVariants) variants"))
      return []
    }
    var read: [(variant: Variant, weight: Double)] = []
    for (index, value) in values.enumerated() {
      guard let next = variant(value, at: location.appending(index), &reader) else { continue }
      if read.contains(where: { $0.variant.key == next.variant.key }) {
        reader.add(
          Diagnostic(
            .duplicateKey, at: location.appending(index).appending("key"),
            "the variant key \(quoted(next.variant.key)) is repeated",
            hint: "each variant has a key of its own"))
      }
      read.append(next)
    }
    reportMixedValues(of: read.map(\.variant), &reader)
    if read.count >= 2, read.allSatisfy({ $0.weight == 0 }) {
      reader.add(
        Diagnostic(
          .invalidValue, at: location, "all weights are 0",
          hint: "at least one variant needs a weight above 0"))
    }
    return read
  }

  private static func variant(
    _ value: JSONValue, at location: JSONPointer, _ reader: inout DefinitionReader
  ) -> (variant: Variant, weight: Double)? {
    let allowed = ["key", "weight", "value"] + LayoutEditReader.members
    let read = reader.reading { diagnostics -> (MemberReader, String?, Double, JSONValue?)? in
      guard
        let members = MemberReader(
          value, at: location, named: "a variant", allowed: allowed, &diagnostics,
          meaning: { $0 == "name" || $0 == "id" ? "did you mean key?" : nil })
      else { return nil }
      _ = members.required("key", of: "a variant", &diagnostics)
      return (
        members, members.name("key", &diagnostics), weight(members, &diagnostics),
        flagValue(members, &diagnostics)
      )
    }
    guard let (members, key, weight, flag) = read else { return nil }
    guard let edit = LayoutEditReader.read(members, noun: "a variant", &reader) else { return nil }
    guard let key else { return nil }
    return (Variant(key: key, edit: edit, value: flag, origin: location), weight)
  }

  /// The `value` of a variant.
  private static func flagValue(_ members: MemberReader, _ diagnostics: inout Diagnostics) -> JSONValue? {
    guard let value = members.object["value"] else { return nil }
    switch value {
    case .string, .number, .bool, .object: return value
    case .array, .null:
      diagnostics.add(
        .wrongType(
          value, at: members.pointer.appending("value"),
          expected: "the value of a variant is a string, a number, true, false or an object"))
      return nil
    }
  }

  /// Code that reads a flag expects one type, so all variants have a value of the same type, or none has.
  private static func reportMixedValues(of variants: [Variant], _ reader: inout DefinitionReader) {
    guard let typed = variants.first(where: { $0.value != nil }), let type = typed.value?.kind else { return }
    for variant in variants where variant.value?.kind != type {
      reader.add(
        Diagnostic(
          .invalidValue, at: variant.value == nil ? variant.origin : variant.origin.appending("value"),
          "the variant \(quoted(variant.key)) has \(variant.value.map { "a value that is \($0.kind.phrase)" } ?? "no value"), "
            + "but \(quoted(typed.key)) has \(type.phrase)",
          hint: "give all variants of an experiment a value of the same type, or none"))
    }
  }

  // MARK: Other members

  private static func weight(_ members: MemberReader, _ diagnostics: inout Diagnostics) -> Double {
    guard let number = members.number("weight", &diagnostics) else { return 1 }
    let weight = number.doubleValue
    guard weight >= 0, weight <= 1e9 else {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: members.pointer.appending("weight"), "\"weight\" cannot be \(number.text)",
          hint: "write a number from 0 to 1e9, relative to the other weights"))
      return 1
    }
    return weight
  }

  private static func hashVersion(
    _ members: MemberReader, _ diagnostics: inout Diagnostics
  ) -> HashVersion {
    guard let number = members.number("hashVersion", &diagnostics) else { return .two }
    if let version = number.intValue.flatMap({ HashVersion(rawValue: $0) }) { return version }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: members.pointer.appending("hashVersion"),
        "\"hashVersion\" cannot be \(number.text)", hint: "write 1 or 2"))
    return .two
  }

  private static func coverage(_ members: MemberReader, _ diagnostics: inout Diagnostics) -> Double {
    guard let number = members.number("coverage", &diagnostics) else { return 1 }
    if (0...1).contains(number.doubleValue) { return number.doubleValue }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: members.pointer.appending("coverage"), "\"coverage\" cannot be \(number.text)",
        hint: "write a share from 0 to 1"))
    return 1
  }

  private static func namespace(
    _ members: MemberReader, _ diagnostics: inout Diagnostics
  ) -> Namespace? {
    guard let value = members.object["namespace"] else { return nil }
    if case .array(let parts) = value, parts.count == 3, let id = parts[0].stringValue,
      let from = parts[1].numberValue?.doubleValue, let to = parts[2].numberValue?.doubleValue,
      (0...1).contains(from), (0...1).contains(to), from <= to
    {
      return Namespace(id: id, from: from, to: to)
    }
    diagnostics.add(
      Diagnostic(
        value.kind == .array ? .invalidValue : .wrongType, at: members.pointer.appending("namespace"),
        "\"namespace\" is not a name and a range", hint: "[\"name\", from, to] with 0 ≤ from ≤ to ≤ 1"))
    return nil
  }

  private static func condition(
    _ members: MemberReader, catalogue: Catalogue, _ diagnostics: inout Diagnostics
  ) -> Condition? {
    guard let value = members.object["condition"] else { return nil }
    return ConditionReader.read(
      value, at: members.pointer.appending("condition"), groups: catalogue.groups,
      refused: catalogue.refused[.group], &diagnostics)
  }

  private static func force(
    _ members: MemberReader, variants: [String], _ diagnostics: inout Diagnostics
  ) -> [Experiment.ForcedUnit] {
    guard let value = members.object["force"] else { return [] }
    let location = members.pointer.appending("force")
    guard case .object(let pairs) = value else {
      diagnostics.add(
        .wrongType(value, at: location, expected: "\"force\" is an object of units and variants"))
      return []
    }
    let known = Set(variants.map { ExactString($0) })
    var force: [Experiment.ForcedUnit] = []
    for pair in pairs {
      let location = location.appending(pair.name)
      guard case .string(let key) = pair.value else {
        diagnostics.add(.wrongType(pair.value, at: location, expected: "a forced variant is a string"))
        continue
      }
      if !known.contains(key) {
        diagnostics.add(
          Diagnostic(
            .unknownVariant, at: location, "there is no variant \(quoted(key))",
            hint: NearestName.hint(for: key, among: variants)))
      }
      force.append(Experiment.ForcedUnit(unit: pair.name, variant: key))
    }
    return force
  }
}
