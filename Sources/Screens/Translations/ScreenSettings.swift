/// The documents of each ``Setting``, as one object: each session has copies of the catalogue.
final class ScreenSettings: Sendable {
  /// Nil if the screens have one language.
  let languages: Languages?
  let links: LinkRules

  init(languages: Languages? = nil, links: LinkRules = .screensAlone) {
    self.languages = languages
    self.links = links
  }
}
