import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import ScreenPreview
import Screens

/// `marquee render`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a picture of a screen as an HTML page.",
    discussion: """
      The page is the one that a server shows at /preview/ROUTE, with its styles and assets in one file. Reads the \
      folder of screens, without a server.

      EXAMPLES:
        marquee render home --output home.html
        marquee render home --variant price-first --theme dark --output home.html
        marquee render home --draft new-home.json --output home.html
        marquee render cafe --locale ar --output cafe.html
      """)

  @Argument(help: "Route of the screen.")
  var route: String

  @Option(
    help: ArgumentHelp(
      "Definition to show instead of the one in the folder. (default: none)", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var draft: String?

  @Option(
    help: ArgumentHelp(
      "Variant to show: KEY, or EXPERIMENT:KEY between commas. (default: the definition without variants)",
      valueName: "variant"))
  var variant: String?

  @Option(
    help: ArgumentHelp(
      "Language of the texts. en-XA (longer, with accents) and ar-XB (right to left) are made of any screen.",
      valueName: "tag"))
  var locale: String?

  @OptionGroup var device: DeviceOptions

  @Option(
    help: ArgumentHelp("File to write. (default: standard output)", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Option(help: ArgumentHelp("Folder of screens.", valueName: "folder"), completion: .directory)
  var screens = "screens"

  /// The largest asset that the page contains, in bytes. In place of a larger one, it shows a box with the name.
  private static let maximumAssetBytes = 1 << 20

  func validate() throws {
    guard locale.map({ LanguageTag($0) != nil }) ?? true else {
      throw ValidationError("a locale is \(LanguageTag.rule) (--locale)")
    }
  }

  func run() throws {
    let contents: FolderContents
    do throws(FolderError) {
      contents = try FolderContents(reading: screens)
    } catch {
      throw CommandError(error).exit
    }
    let folder = FolderImport(checking: contents)
    let screen = try screen(in: folder).shown(in: locale, folder.catalogue)
    var options = device.options
    options.language = screen.language
    let combination = try combination(of: screen)
    let layout = PreviewLayout(
      combination.layout, app: nil, isAnnotated: false, shows: { _ in true }, holds: { _ in true })
    let name = combination.name ?? ""
    let about = [route, draft == nil ? "from \(screens)/" : "the draft, not published", name]
    let assets = contents.assets
    let page = PreviewPage(
      title: screen.definition.screenName, about: about.filter { !$0.isEmpty }.joined(separator: " · "),
      PreviewPage.Column(name: name, layout: layout), options: options, catalogue: folder.catalogue,
      style: .inline, asset: { Self.dataURL(of: $0, in: assets) })
    guard let output else { return StandardOutput.write(page.bytes) }
    try OutputFile.write(page.bytes, to: output)
  }

  private func screen(in folder: FolderImport) throws -> PublishedScreen {
    guard let draft else {
      if let screen = folder.screens.first(where: { $0.route.name == route }) { return screen }
      for line in folder.problems.flatMap(\.lines) { StandardError.write(line) }
      let nearest = NearestName.to(route, among: folder.screens.map(\.route.name))
      throw CommandError(
        "no valid screen has the route \(route)" + (nearest.map { "; did you mean \($0)?" } ?? "")
      ).exit
    }
    let name: Route
    do throws(Route.NameError) {
      name = try Route(route)
    } catch {
      throw CommandError("\(route) is not a route: \(error.message)").exit
    }
    guard case .success(let bytes) = FileAccess.bytes(of: draft, limit: FolderContents.maximumFileBytes)
    else {
      throw CommandError.unreadable(draft).exit
    }
    do {
      let (definition, combinations) = try DefinitionReader.read(
        try JSONDocument(bytes), route: name, catalogue: folder.catalogue)
      return PublishedScreen(route: name, version: 1, definition: definition, combinations: combinations)
    } catch let error as InvalidDocument {
      throw failure(FileProblem(path: draft, diagnostics: error.diagnostics, text: bytes))
    } catch let error as JSONSyntaxError {
      throw failure(FileProblem(path: draft, diagnostics: Diagnostics(error), text: bytes))
    }
  }

  private func failure(_ problem: FileProblem) -> ExitCode {
    for line in problem.lines { StandardError.write(line) }
    return ExitCode(1)
  }

  private static func known(_ experiments: [ScreenExperiment]) -> String {
    NearestName.listing(experiments.flatMap { $0.variants.map(\.key) }).map { "; \($0)" } ?? ""
  }

  private func combination(of screen: PublishedScreen) throws -> Combination {
    let experiments = screen.definition.experiments
    var number = 0
    if let variant {
      let space = CombinationSpace(experiments)
      var chosen: [Int: Int] = [:]
      do throws(ScreensError) {
        for name in VariantName.list(variant) {
          let place = try name.indices(in: experiments)
          chosen[place.experiment] = place.variant
        }
      } catch {
        throw CommandError("the screen \(route) has no variant \(variant)\(Self.known(experiments))").exit
      }
      number = chosen.reduce(0) { $0 + space.step(variant: $1.value, ofExperiment: $1.key) }
    }
    guard screen.combinations.indices.contains(number) else {
      throw CommandError("the screen \(route) has no variant \(variant ?? "")\(Self.known(experiments))").exit
    }
    return screen.combinations[number]
  }

  /// An asset as a `data:` URL, so that the page is one file; nil if it is too large.
  private static func dataURL(of name: String, in assets: AssetFolder) -> String? {
    let types = [
      "png": "png", "jpg": "jpeg", "jpeg": "jpeg", "gif": "gif", "webp": "webp", "svg": "svg+xml",
      "avif": "avif",
    ]
    guard let type = types[name.split(separator: ".").last.map { $0.lowercased() } ?? ""],
      let bytes = assets.bytes(of: name, limit: maximumAssetBytes)
    else { return nil }
    return "data:image/\(type);base64," + Data(bytes).base64EncodedString()
  }
}
