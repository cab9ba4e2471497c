import JSONText
import ScreenPreview
import Screens

/// Both versions of a screen with a rollout, at the time of a preview.
struct RolloutSides {
  let rollout: RolloutAtTime
  /// Nil if it can no longer be shown.
  let old: PublishedScreen?
  let new: PublishedScreen

  /// The version that more units get; of equal shares, the new one. If only one of both has the variant that the query
  /// names, it is that one.
  func drawn(for query: ScreenQuery) -> PublishedScreen {
    guard let old else { return new }
    let (fitsOld, fitsNew) = (query.fits(old), query.fits(new))
    if fitsOld != fitsNew { return fitsOld ? old : new }
    return rollout.share ?? 100 < 50 ? old : new
  }

  /// The units that get a version: `99 % of units`.
  func units(of screen: PublishedScreen) -> String {
    guard let share = rollout.share else { return "some units" }
    return "\(Self.percent(screen.version == new.version ? share : 100 - share)) of units"
  }

  /// What the page says below the line about it.
  func note(for query: PreviewQuery, at path: String) -> PreviewPage.Note {
    PreviewPage.Note(
      text: sentences.joined(separator: " "), linksName: "Versions of the rollout",
      links: links(for: query, at: path))
  }

  private var sentences: [String] {
    let units = rollout.share.map { "\(Self.percent($0)) of units" } ?? "Some units"
    let new =
      switch rollout.relation {
      case .past: "got version \(rollout.new)"
      case .present: "get version \(rollout.new)"
      case .future: "get version \(rollout.new) now"
      }
    let set = rollout.rollout.changeSet.map { " of the change set \(quoted($0))" } ?? ""
    var sentences = [
      "\(units) \(new), the others version \(rollout.old): rollout \(rollout.rollout.id)\(set), \(state)."
    ]
    if rollout.share == nil { sentences.append("The server no longer keeps the share at that time.") }
    if rollout.relation == .future { sentences.append("It may have gone on or ended by then.") }
    if old == nil { sentences.append("Version \(rollout.old) can no longer be shown.") }
    return sentences
  }

  /// The state of the rollout now.
  private var state: String {
    let own = rollout.rollout
    let time = own.endedAt.map { " at \(Timestamp.text($0))" } ?? ""
    switch own.state {
    case .running, .held:
      let share = rollout.relation == .past ? " at \(Self.percent(own.servedShare)) now" : ""
      return own.state.rawValue + share
    case .rolledBack: return "rolled back" + time
    case .finished, .superseded: return own.state.rawValue + time
    }
  }

  /// Links to both versions and to both side by side. They show what is published, so they need no signature.
  private func links(for query: PreviewQuery, at path: String) -> [PreviewPage.Note.Link] {
    // In a canvas, the console has its own controls.
    guard let old, !query.isCanvas else { return [] }
    let keepsVariant = query.screen.fits(old) && query.screen.fits(new)
    func link(_ text: String, to version: Int, comparedWith other: Int? = nil) -> PreviewPage.Note.Link {
      let own = query.text(version: version, comparedWith: other, keepsVariant: keepsVariant)
      return PreviewPage.Note.Link(text: text, address: "\(path)?\(own)")
    }
    return [
      link("Version \(old.version)", to: old.version), link("Version \(new.version)", to: new.version),
      link("Both side by side", to: old.version, comparedWith: new.version),
    ]
  }

  /// A share in per cent. Steps have at most two decimals, and so has what is left of 100.
  private static func percent(_ share: Double) -> String {
    "\(JSONValue.double((share * 100).rounded() / 100).text) %"
  }
}

extension ScheduledRollout {
  /// What the page says below the line about it.
  /// - Parameter name: what the schedule publishes.
  func note(publishing name: String) -> PreviewPage.Note {
    PreviewPage.Note(
      text: "\(JSONValue.double(share).text) % of units get \(name) first, the others keep version "
        + "\(old.version): the rollout begins at \(Timestamp.text(startsAt)).")
  }
}

extension ScreenQuery {
  /// Whether a screen has the variants that the query names.
  fileprivate func fits(_ screen: PublishedScreen) -> Bool {
    (try? overrides(of: screen.definition.experiments)) != nil
  }
}
