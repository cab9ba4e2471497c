package import JSONText

/// The findings about a document: the first hundred, and the number of all.
package struct Diagnostics: Sendable {
  /// The maximum number of findings to keep. Further ones are only counted.
  package static let maximumKept = 100

  package private(set) var kept: [Diagnostic] = []
  package private(set) var count = 0

  package init() {}

  package init(_ diagnostic: Diagnostic) { add(diagnostic) }

  package init(_ error: JSONSyntaxError) { self.init(Diagnostic(error)) }

  package var isEmpty: Bool { count == 0 }

  package mutating func add(_ diagnostic: Diagnostic) {
    count += 1
    if kept.count < Self.maximumKept { kept.append(diagnostic) }
  }

  package mutating func add(_ others: Diagnostics) {
    for diagnostic in others.kept { add(diagnostic) }
    count += others.count - others.kept.count
  }

  /// The findings with pointers into a document that has this one at `location`.
  func moved(to location: JSONPointer) -> Diagnostics {
    var moved = Diagnostics()
    for finding in kept {
      moved.add(
        Diagnostic(
          finding.code, at: location.appending(finding.pointer), anchor: finding.anchor, finding.message,
          hint: finding.hint))
    }
    moved.count = count
    return moved
  }

  /// The findings with messages that name a combination of variants.
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

  /// Gives each finding its line and column in the text that was sent, and sorts the findings by them.
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

  /// The findings with their lines and columns in the text that was sent, sorted by them.
  func located(in document: JSONDocument) -> Diagnostics {
    var located = self
    located.locate(in: document)
    return located
  }

  /// The findings without lines and columns, for a document that was not sent as text.
  var withoutPositions: Diagnostics {
    var result = Diagnostics()
    for var diagnostic in kept {
      diagnostic.position = nil
      result.add(diagnostic)
    }
    return result
  }
}
