import JSONText
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
    if let time = query.time { return try subject(of: route, at: time, request) }
    if query.screen.version == .draft, let refusal = request.refusal { throw refusal }
    do throws(ScreensError) {
      switch query.screen.version {
      case .draft?:
        return subject(try publisher.previews.draft(of: route))
      case .number(let version)?:
        let screen = try publisher.screens.screen(route, version: version)
        return subject(screen)
      case nil:
        return subject(try publisher.screens.current(route))
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

  private func subject(_ screen: PublishedScreen) -> PreviewSubject {
    let name = "version \(screen.version)"
    return PreviewSubject(screen: screen, catalogue: serving.catalogue, name: name, about: name)
  }

  private func subject(
    of route: Route, at time: Double, _ request: PreviewRequest
  ) throws(Problem) -> PreviewSubject {
    if time > publisher.now, let refusal = request.refusal { throw refusal }
    let moment = Timestamp.text(time)
    var found: PreviewSubject?
    var absence = "nothing was published at \(quoted(route.name)) by \(moment)"
    do throws(ScreensError) {
      switch try publisher.previews.screen(route, at: time) {
      case .version(let screen)?: found = subject(screen)
      case .draft(let screen)?:
        let name = "the scheduled draft"
        found = PreviewSubject(screen: screen, catalogue: serving.catalogue, name: name, about: name)
      case .changeSet(let set)?:
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
    found.about += ", in force at \(moment)"
    return found
  }
}

extension ScreenAPI.PreviewSubject {
  /// Shows the texts of a language.
  mutating func show(_ locale: String?) { screen = screen.shown(in: locale, catalogue) }
}
