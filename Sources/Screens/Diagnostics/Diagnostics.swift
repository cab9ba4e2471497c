package import JSONText

/// The findings about a document: the first hundred, and the number of all.
package struct Diagnostics: Sendable {
  /// The maximum number of findings to keep. Further ones are only counted.
  package static let maximumKept = 100

  package private(set) var kept: [Diagnostic] = []
  package private(set) var count = 0
  private var hasFollowUps = false
  /// The number of findings that can still be kept.
  private(set) var room = maximumKept

  package init() {}

  /// - Parameter room: the number of findings to keep, when they are to be added to others.
  init(room: Int) { self.room = room }

  package init(_ diagnostic: Diagnostic) { add(diagnostic) }

  package init(_ error: JSONSyntaxError) { self.init(Diagnostic(error)) }

  package var isEmpty: Bool { count == 0 && !hasFollowUps }

  /// Adds an error, without a finding of its own if it follows from an error in another file.
  mutating func add(isFollowUp: Bool, _ diagnostic: @autoclosure () -> Diagnostic) {
    if isFollowUp { hasFollowUps = true } else { add(diagnostic()) }
  }

  /// - Parameter diagnostic: evaluated only when it is kept. Its message and hint can cost much more than finding it.
  package mutating func add(_ diagnostic: @autoclosure () -> Diagnostic) {
    count += 1
    guard room > 0 else { return }
    room -= 1
    kept.append(diagnostic())
  }

  /// Counts further findings without describing them.
  mutating func count(_ others: Int) { count += others }

  package mutating func add(_ others: Diagnostics) {
    for diagnostic in others.kept { add(diagnostic) }
    count += others.count - others.kept.count
    hasFollowUps = hasFollowUps || others.hasFollowUps
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
    moved.hasFollowUps = hasFollowUps
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
    same.hasFollowUps = hasFollowUps
    return same
  }

  /// Gives each finding its line and column in the text that was sent, and sorts the findings by them.
  package mutating func locate(in document: JSONDocument) {
    let unplaced = kept.indices.filter { kept[$0].position == nil }
    for index in unplaced { kept[index].point(into: document.value) }
    let places = unplaced.map { JSONDocument.Place(kept[$0].pointer, at: kept[$0].anchor) }
    for (index, position) in zip(unplaced, document.positions(of: places)) { kept[index].position = position }
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
