import AdminModel
import JSONText

/// The result of a replay: the sum of the reports of all parts of a recording.
struct ReplayResult {
  private var requests = 0
  private var changed = 0
  private var downgraded = 0
  private var empty = 0
  private var problems = 0
  private var unreadable = 0
  private var screens: [ExactString: ReplayedScreenCounts] = [:]

  mutating func add(_ part: ReplayReport) {
    let bounded = ReplayedScreenCounts.bounded
    requests += bounded(part.requests)
    changed += bounded(part.changed)
    downgraded += bounded(part.downgraded)
    empty += bounded(part.empty)
    problems += bounded(part.problems)
    unreadable += bounded(part.unreadable)
    for screen in part.screens {
      screens[ExactString(screen.route), default: ReplayedScreenCounts()].add(screen)
    }
  }

  var report: ReplayReport {
    ReplayReport(
      requests: requests, changed: changed, downgraded: downgraded, empty: empty, problems: problems,
      unreadable: unreadable, screens: screens.map { $0.value.report(of: $0.key.text) })
  }
}

extension ReplayReport {
  func lines(_ style: TerminalStyle) -> [String] {
    var lines = [
      "of \(requests) requests \(changed) change, \(downgraded) lose an item, \(empty) become empty, "
        + "\(problems) become a problem"
    ]
    if unreadable > 0 { lines.append("\(unreadable) were left out: they are not for screens") }
    for screen in screens {
      lines.append("\(TextTable.cell(screen.route)): \(screen.changed) of \(screen.requests)")
      var table = TextTable(indent: 2)
      for item in screen.items {
        table.add([TextTable.cell(item.id), TextTable.cell(item.effect), String(item.requests)])
      }
      for one in screen.downgrades {
        let release = one.release.map { " on " + $0 } ?? ""
        table.add([TextTable.cell(one.item), TextTable.cell(one.effect + release), String(one.requests)])
      }
      lines += table.lines(style)
    }
    return lines
  }
}
