import JSONText
import ScreenPreview
import Screens

extension ScreenAPI {
  /// The screen that a preview shows.
  struct PreviewSubject {
    var screen: PublishedScreen
    /// The view types and templates of the page.
    let catalogue: Catalogue
    /// `version 7`, `the draft`.
    let name: String
    /// The line that says what the page shows, before the variant and the release.
    var about: String
    /// What stands for the invalid items of a draft.
    var placeholders: [JSONPointer: DraftPreview.Placeholder] = [:]
    /// What the page says about a rollout of the screen; nil if all units get the same version.
    var note: PreviewPage.Note?
    /// The version that other units keep when a schedule publishes this one with a guard; nil for anything else.
    var kept: PublishedScreen?
  }

  /// The screen that a preview of a route shows.
  /// - Parameter query: nil for that of the request.
  func subject(
    of route: Route, _ request: PreviewRequest, _ query: PreviewQuery? = nil
  ) throws(Problem) -> PreviewSubject {
    let query = query ?? request.query
    if let id = query.unsaved {
      if let refusal = request.refusal { throw refusal }
      guard let draft = environment.unsavedPreviews.entry(id, of: route, base: serving.path) else {
        throw Problem(.expiredLink, "the definition is no longer kept: send it again")
      }
      return subject(draft)
    }
    if let time = query.time { return try subject(of: route, at: time, request, query) }
    if query.screen.version == .draft, let refusal = request.refusal { throw refusal }
    do throws(ScreensError) {
      switch query.screen.version {
      case .draft?:
        return subject(try publisher.previews.draft(of: route))
      case .number(let version)?:
        let screen = try publisher.screens.screen(route, version: version)
        return subject(screen)
      case nil:
        let current = try publisher.screens.current(route)
        var found = subject(current)
        if hasUnits, let rollout = publisher.previews.rollout(of: current) {
          found.note = sides(of: rollout, new: current).note(for: query, at: path(ofPreview: route))
        }
        return found
      }
    } catch {
      throw Problem(error)
    }
  }

  private func subject(_ draft: DraftPreview) -> PreviewSubject {
    PreviewSubject(
      screen: draft.screen, catalogue: serving.catalogue, name: "the draft",
      about: "the draft, not published",
      placeholders: draft.placeholders)
  }

  /// A version as a preview shows it.
  func subject(_ screen: PublishedScreen) -> PreviewSubject {
    let name = "version \(screen.version)"
    return PreviewSubject(screen: screen, catalogue: serving.catalogue, name: name, about: name)
  }

  /// Whether the server's rollouts are those of the screens here. A session has a copy of them from its beginning.
  private var hasUnits: Bool { serving.place != .session }

  /// Both versions of a rollout.
  private func sides(of rollout: RolloutAtTime, new: PublishedScreen) -> RolloutSides {
    RolloutSides(
      rollout: rollout, old: try? publisher.screens.screen(new.route, version: rollout.old), new: new)
  }

  private func path(ofPreview route: Route) -> String { serving.path + "/preview/" + route.name }

  private func subject(
    of route: Route, at time: Double, _ request: PreviewRequest, _ query: PreviewQuery
  ) throws(Problem) -> PreviewSubject {
    if time > publisher.now, let refusal = request.refusal { throw refusal }
    let moment = Timestamp.text(time)
    var found: PreviewSubject?
    // The units that get what is shown; nil for all.
    var units: String?
    var scheduled: ScheduledRollout?
    var absence = "nothing was published at \(quoted(route.name)) by \(moment)"
    do throws(ScreensError) {
      switch try publisher.previews.screen(route, at: time) {
      case .version(let screen, let rollout)?:
        guard let rollout, hasUnits else {
          found = subject(screen)
          break
        }
        let sides = self.sides(of: rollout, new: screen)
        let drawn = sides.drawn(for: query.screen)
        found = subject(drawn)
        found?.note = sides.note(for: query, at: path(ofPreview: route))
        units = sides.units(of: drawn)
      case .draft(let screen, let rollout)?:
        let name = "the scheduled draft"
        found = PreviewSubject(screen: screen, catalogue: serving.catalogue, name: name, about: name)
        scheduled = rollout
      case .changeSet(let set, let rollout)?:
        scheduled = rollout
        if let view = serving.changeSets?.open(set, of: self) {
          let name = "the scheduled change set \(set)"
          if view.publisher.screens.isDeleted(route) {
            absence = "\(name) deletes \(quoted(route.name))"
          } else {
            found = PreviewSubject(
              screen: try view.publisher.screens.current(route), catalogue: view.serving.catalogue,
              name: name,
              about: name)
          }
        }
      case nil: break
      }
    } catch {
      throw Problem(error)
    }
    guard var found else { throw Problem(.unknownVersion, absence) }
    if let scheduled {
      found.kept = scheduled.old
      found.note = scheduled.note(publishing: found.name)
      units = "some units"
    }
    found.about += ", in force" + (units.map { " for \($0)" } ?? "") + " at \(moment)"
    return found
  }
}

extension ScreenAPI.PreviewSubject {
  /// Shows the texts of a language.
  mutating func show(_ locale: String?) { screen = screen.shown(in: locale, catalogue) }
}
