package import JSONText

/// All that is wrong with a document: the first hundred findings, and the number of all.
package struct Diagnostics: Sendable {
  /// More findings than this are counted, not kept.
  package static let maximumKept = 100

  package private(set) var kept: [Diagnostic] = []
  package private(set) var count = 0

  package init() {}

  package init(_ error: JSONSyntaxError) { add(Diagnostic(error)) }

  package var isEmpty: Bool { count == 0 }

  package mutating func add(_ diagnostic: Diagnostic) {
    count += 1
    if kept.count < Self.maximumKept { kept.append(diagnostic) }
  }

  package mutating func add(_ others: Diagnostics) {
    for diagnostic in others.kept { add(diagnostic) }
    count += others.count - others.kept.count
  }

  /// The same findings about a document that stands at `place` in another.
  func moved(to place: JSONPointer) -> Diagnostics {
    var moved = Diagnostics()
    for finding in kept {
      moved.add(
        Diagnostic(
          finding.code, at: place.appending(finding.pointer), anchor: finding.anchor, finding.message,
          hint: finding.hint))
    }
    moved.count = count
    return moved
  }

  /// The same findings, said of a combination of variants.
  func with(_ combination: String) -> Diagnostics {
    var same = Diagnostics()
    for finding in kept {
      same.add(
        Diagnostic(
          finding.code, at: finding.pointer, anchor: finding.anchor, "\(finding.message) with \(combination)",
          hint: finding.hint))
    }
    same.count = count
    return same
  }

  /// Gives each finding its line and column in the text that was sent, and sorts them as they stand in it.
  package mutating func locate(in document: JSONDocument) {
    for index in kept.indices where kept[index].position == nil {
      kept[index].point(into: document.value)
      kept[index].position = document.position(of: kept[index].pointer, at: kept[index].anchor)
    }
    let order = kept.indices.sorted {
      (kept[$0].position?.offset ?? 0, $0) < (kept[$1].position?.offset ?? 0, $1)
    }
    kept = order.map { kept[$0] }
  }
}
