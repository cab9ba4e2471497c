import JSONSchema
package import JSONText

/// Compares two versions of a view type's schema, in both directions.
///
/// The verdict is "compatible" only with a proof, and "breaking" only with a document that the validators of both
/// versions have confirmed. Anything else is undecidable.
package struct SchemaComparison: Sendable {
  package let old: SchemaVersion
  package let new: SchemaVersion
  private let limits: CompatibilityLimits
  /// The graph of both versions and of what an app built on the old one decodes. Nil when it is too large.
  private let graph: SchemaGraph?
  private let oldRoot: Int
  private let newRoot: Int
  private let decodedRoot: Int

  package init(old: SchemaVersion, new: SchemaVersion, limits: CompatibilityLimits = CompatibilityLimits()) {
    self.old = old
    self.new = new
    self.limits = limits
    let built = try? Self.build(old, new, limits)
    graph = built?.graph
    oldRoot = built?.old ?? 0
    newRoot = built?.new ?? 0
    decodedRoot = built?.decoded ?? 0
  }

  private static func build(_ old: SchemaVersion, _ new: SchemaVersion, _ limits: CompatibilityLimits)
    throws(GraphBuilder.TooLarge) -> (graph: SchemaGraph, old: Int, new: Int, decoded: Int)
  {
    var oldBuilder = GraphBuilder(old, into: SchemaGraph(), limits: limits)
    let oldRoot = try oldBuilder.build()
    var newBuilder = GraphBuilder(new, into: oldBuilder.graph, limits: limits)
    let newRoot = try newBuilder.build()
    var decoded = DecodedNodes(newBuilder.graph, limits: limits)
    let decodedRoot = try decoded.build(from: oldRoot)
    var graph = decoded.graph
    graph.classify()
    return (graph, oldRoot, newRoot, decodedRoot)
  }

  /// Whether an app built on the old schema decodes the content. Nil when that is unknown.
  package func isDecoded(_ content: JSONValue) -> Bool? {
    graph.flatMap { graph in
      var search = WitnessSearch(graph, limits: limits)
      return search.holds(.holds(decodedRoot), content)
    }
  }

  package func report(for direction: CompatibilityDirection) -> CompatibilityReport {
    var steps = 0
    return report(for: direction, spending: &steps)
  }

  /// - Parameter steps: decreases by the steps that the comparison takes.
  package func report(
    for direction: CompatibilityDirection, spending steps: inout Int
  ) -> CompatibilityReport {
    if old.isSame(as: new) {
      return CompatibilityReport(direction: direction, verdict: .compatible, reasons: [], mayHaveMore: false)
    }
    guard let graph else { return tooLarge(direction) }
    let wide = direction == .screens ? oldRoot : newRoot
    let narrow = direction == .screens ? newRoot : decodedRoot
    var explanation = Explanation(
      direction, old: old, new: new, search: WitnessSearch(graph, limits: limits), narrowRoot: narrow)
    explanation.explainAll(wide: wide)
    steps -= explanation.search.steps
    return report(of: explanation)
  }

  private func report(of explanation: Explanation) -> CompatibilityReport {
    let reasons = explanation.findings.map { reason(for: $0, explanation.direction) }
    let breaking = reasons.filter { $0.verdict == .breaking }
    let undecidable = reasons.filter { $0.verdict == .undecidable }
    let verdict: CompatibilityVerdict =
      breaking.isEmpty ? undecidable.isEmpty ? .compatible : .undecidable : .breaking
    return CompatibilityReport(
      direction: explanation.direction, verdict: verdict, reasons: breaking + undecidable,
      mayHaveMore: explanation.findings.count >= limits.reasons)
  }

  private func reason(for finding: Explanation.Finding, _ direction: CompatibilityDirection)
    -> CompatibilityReason
  {
    let isForScreens = direction == .screens
    let isShort = (finding.example?.serialized().count ?? 0) <= limits.shownExampleBytes
    return CompatibilityReason(
      verdict: finding.example == nil ? .undecidable : .breaking, code: finding.difference.code,
      message: finding.message,
      hint: finding.hint, path: finding.site.path,
      old: reasonLocation(isForScreens ? finding.wide : finding.narrow, in: old),
      new: reasonLocation(isForScreens ? finding.narrow : finding.wide, in: new),
      example: isShort ? finding.example : Optional.none)
  }

  /// The location, or the nearest existing one around it.
  private func reasonLocation(_ location: SchemaLocation, in version: SchemaVersion)
    -> CompatibilityReason.Location
  {
    var pointer = location.pointer
    if let document = version.documents[location.document] {
      while pointer.value(in: document) == nil, let outer = pointer.parent { pointer = outer }
    }
    let written = SchemaLocation(document: location.document, pointer: pointer)
    return CompatibilityReason.Location(
      document: written.document, pointer: pointer, position: version.position(of: written))
  }

  private func tooLarge(_ direction: CompatibilityDirection) -> CompatibilityReport {
    let root = { (version: SchemaVersion) in SchemaLocation(document: version.uri, pointer: .root) }
    let reason = CompatibilityReason(
      verdict: .undecidable, code: .tooCostly,
      message: "the schemas have more than \(limits.nodes) subschemas", hint: nil, path: "",
      old: reasonLocation(root(old), in: old), new: reasonLocation(root(new), in: new), example: nil)
    return CompatibilityReport(
      direction: direction, verdict: .undecidable, reasons: [reason], mayHaveMore: false)
  }
}
