import JSONText

/// The ids by which the experiments of a merged definition name items. One side may have deleted an item that the other
/// side's experiment changes, or added one that its order leaves out.
extension DefinitionMerge {
  /// Merges two changes of a subject. The result of a merge without conflicts can be read, and is valid if both sides
  /// are.
  /// - Parameter catalogue: what the merged definition is validated against.
  init(
    base: JSONValue?, ours: JSONValue?, theirs: JSONValue?, of subject: ChangeSubject, in catalogue: Catalogue
  ) {
    self.init(base: base, ours: ours, theirs: theirs, isScreen: subject.isScreen, in: catalogue)
    guard case .screen(let route) = subject, let merged, let ours, let theirs else { return }
    let reader = DefinitionCheck(route: route, catalogue: catalogue)
    let mended = Self.mended(merged, ours, theirs, reader)
    guard mended != ours, mended != theirs, let faults = reader.faults(of: mended) else {
      self.merged = mended
      return
    }
    // What is wrong with one side already is a problem of that side, and no conflict, as long as it can be read.
    let isOurFault = reader.faults(of: ours) != nil || reader.faults(of: theirs) != nil
    if isOurFault, reader.layouts(of: mended) != nil || reader.layouts(of: ours) == nil {
      self.merged = mended
    } else {
      self.merged = nil
      conflicts = Self.places(of: faults, in: mended)
    }
  }

  /// Merges two changes of a screen's definition that need not be stored.
  /// - Parameter choices: the side to take, by place. A merge whose conflicts are all decided may have errors, as a draft
  ///   may.
  init(
    base: JSONValue, ours: JSONValue, theirs: JSONValue, at route: Route, choices: [ExactString: Side],
    in catalogue: Catalogue
  ) {
    self.init(
      base: base, ours: ours, theirs: theirs, choices: choices, isScreen: true, in: catalogue)
    guard let merged else { return }
    let reader = DefinitionCheck(route: route, catalogue: catalogue)
    let mended = Self.mended(merged, ours, theirs, reader)
    self.merged = mended
    guard let faults = reader.faults(of: mended), reader.faults(of: ours) == nil,
      reader.faults(of: theirs) == nil
    else { return }
    // Both sides are valid and the merge is not: somebody has to decide there, too.
    let open = Self.places(of: faults, in: mended).filter { choices[$0] == nil }
    guard !open.isEmpty else { return }
    changes.removeAll { change in open.contains { $0.hasSameScalars(as: change.place) } }
    changes += open.map { (place: $0, effect: Effect.conflict) }
    conflicts = open
    self.merged = nil
  }

  // MARK: Orders

  /// Completes each `order` of a variant: it names the items that the other side has added, at the places where the
  /// merge has put them, and no longer those that the other side has deleted.
  private static func mended(
    _ merged: JSONValue, _ ours: JSONValue, _ theirs: JSONValue, _ reader: DefinitionCheck
  ) -> JSONValue {
    guard case .object(var definition) = merged else { return merged }
    for member in ["experiment", "experiments"] {
      guard let value = definition[member] else { continue }
      var unordered = definition
      unordered[member] = value.mappingVariants { _, _, variant in variant["order"] = nil }
      guard unordered[member] != value else { continue }
      // The sides that the experiments come from: their authors knew these items.
      let known = [ours, theirs].filter { $0[member] == value }.map { Set($0.itemIDs) }
      guard let layouts = reader.layouts(of: .object(unordered)) else { return merged }
      definition[member] = value.mappingVariants { experiment, key, variant in
        guard let order = variant["order"]?.arrayValue, let layout = layouts[[experiment, key]] else {
          return
        }
        let ids = order.compactMap(\.stringValue)
        guard ids.count == order.count else { return }
        variant["order"] = .array(
          Self.mended(ids, for: layout, known: known).map { .string($0) })
      }
    }
    return .object(definition)
  }

  /// - Parameters:
  ///   - layout: the ids of the items that the order applies to.
  ///   - known: the ids of each side that the order comes from.
  private static func mended(
    _ order: [String], for layout: [String], known: [Set<ExactString>]
  ) -> [String] {
    let present = Set(layout.map { ExactString($0) })
    // An id that no side knows is a mistake of the author, who must hear of it.
    let kept = order.filter { id in
      present.contains(ExactString(id)) || !known.contains { $0.contains(ExactString(id)) }
    }
    let named = Set(kept.map { ExactString($0) })
    // The missing items by the item that they follow; nil for those before all others.
    var missing: [ExactString?: [String]] = [:]
    var previous: ExactString?
    for id in layout {
      if named.contains(ExactString(id)) {
        previous = ExactString(id)
      } else if known.contains(where: { !$0.contains(ExactString(id)) }) {
        missing[previous, default: []].append(id)
      }
    }
    return (missing[nil] ?? []) + kept.flatMap { [$0] + (missing[ExactString($0)] ?? []) }
  }

  // MARK: Conflicts

  /// The ids of the items that errors are about; for other errors, the pointers of the members.
  private static func places(of faults: Diagnostics, in definition: JSONValue) -> [String] {
    Set(faults.kept.map { ExactString(place(of: $0, in: definition)) }).map(\.text).sorted()
  }

  private static func place(of fault: Diagnostic, in definition: JSONValue) -> String {
    if fault.code == .unknownID || fault.code == .duplicateID,
      let id = fault.pointer.value(in: definition)?.stringValue
    {
      return id
    }
    // The innermost item, or change of an item, that the pointer leads into.
    var pointer: JSONPointer? = fault.pointer
    while let current = pointer {
      if let value = current.value(in: definition), value["viewType"] != nil || value["op"] != nil,
        let id = value["id"]?.stringValue ?? value["item"]?["id"]?.stringValue
      {
        return id
      }
      pointer = current.parent
    }
    return "/" + (fault.pointer.tokens.first ?? "")
  }
}

/// Reads definitions of a route, to find out whether they are valid.
private struct DefinitionCheck {
  let route: Route
  let catalogue: Catalogue

  /// The errors of a definition; nil for a valid one.
  func faults(of definition: JSONValue) -> Diagnostics? {
    do {
      _ = try DefinitionReader.read(
        try JSONDocument(of: definition), route: route, catalogue: catalogue)
      return nil
    } catch let error as InvalidDocument {
      return error.diagnostics
    } catch let error as JSONSyntaxError {
      return Diagnostics(error)
    } catch {
      return Diagnostics(Diagnostic(.unreadable, at: .root, "\(error)"))
    }
  }

  /// The ids of the items of each variant on its own, by the keys of experiment and variant; nil for a definition that
  /// cannot be read. Content is not validated.
  func layouts(of definition: JSONValue) -> [[String]: [String]]? {
    guard let document = try? JSONDocument(of: definition),
      let (_, combinations) = try? DefinitionReader.read(
        published: document, route: route, catalogue: catalogue)
    else { return nil }
    var layouts: [[String]: [String]] = [:]
    for combination in combinations where combination.choices.count == 1 {
      let choice = combination.choices[0]
      layouts[[choice.experiment, choice.variant]] = combination.layout.items.map(\.id)
    }
    return layouts
  }
}

extension JSONValue {
  /// The ids of the items of a definition.
  fileprivate var itemIDs: [ExactString] {
    let lists = [self["items"]] + (self["sections"]?.arrayValue ?? []).map { $0["items"] }
    return lists.flatMap { $0?.arrayValue ?? [] }.compactMap { $0["id"]?.stringValue.map { ExactString($0) } }
  }

  /// The value of `experiment` or `experiments` with changed variants.
  /// - Parameter change: gets the keys of the experiment and of the variant, and the variant.
  fileprivate func mappingVariants(_ change: (String, String, inout JSONObject) -> Void) -> JSONValue {
    if case .array(let experiments) = self {
      return .array(experiments.map { $0.mappingVariants(change) })
    }
    guard case .object(var experiment) = self, let key = experiment["key"]?.stringValue,
      let variants = experiment["variants"]?.arrayValue
    else { return self }
    experiment["variants"] = .array(
      variants.map { variant in
        guard case .object(var object) = variant, let name = object["key"]?.stringValue else {
          return variant
        }
        change(key, name, &object)
        return .object(object)
      })
    return .object(experiment)
  }
}
