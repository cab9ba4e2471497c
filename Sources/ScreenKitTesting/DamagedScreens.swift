public import Foundation
import ScreenChaos
import Screens

/// Damaged bodies of a screen, to test an app's decoder in its unit tests. Each kind of damage is a kind of
/// `marquee chaos`.
///
/// ```swift
/// let screens = try DamagedScreens(of: "home", in: "screens", seed: 7)
/// let verdict = screens.check(1000) { body in
///   _ = try decoder.decode(body)
/// }
/// #expect(verdict.failures.isEmpty, "\(verdict)")
/// ```
///
/// The same folder and seed give the same bodies on every platform, and the bodies of `marquee chaos ROUTE --check`.
public struct DamagedScreens: Sendable {
  /// A damaged screen.
  public struct Body: Sendable, Equatable {
    /// The kind of damage, such as `wrong-type`: a name of `marquee chaos --kind`.
    public let kind: String
    /// The seed of the damage: `marquee chaos --seed`.
    public let seed: UInt64
    /// The bytes of the body.
    public let data: Data
    /// The media type, such as `text/html` for a proxy's error page.
    public let contentType: String
    /// Whether the data is valid JSON, which a decoder should read. It may throw for other bodies.
    public let isJSON: Bool
  }

  /// The reason why a screen cannot be damaged.
  public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The reason, with the findings of an invalid folder.
    public let description: String
  }

  /// The seed of the first body of each kind.
  public let seed: UInt64
  private let screen: PublishedScreen
  private let combination: Combination
  private let format: Screens.WireFormat
  private let folder: FolderImport
  private let kinds: [ChaosKind]

  /// Reads a screen of a folder.
  /// - Parameters:
  ///   - route: The route of the screen.
  ///   - folder: The path of the screens folder.
  ///   - format: The wire format of the bodies; nil for the screen's own.
  ///   - kinds: The kinds of damage; nil for all. Kinds that do not change the screen are left out.
  ///   - seed: The seed of the first body of each kind.
  /// - Throws: ``Fault`` if the folder cannot be read, if the screen is missing or invalid, if the format or a kind is
  ///   unknown, or if no kind changes the screen.
  public init(
    of route: String, in folder: String, format: String? = nil, kinds: [String]? = nil, seed: UInt64 = 1
  ) throws(Fault) {
    do throws(FolderError) {
      self.folder = FolderImport(checking: try FolderContents(reading: folder))
    } catch {
      throw Fault(description: "the screens folder \(error.path) cannot be read")
    }
    guard let screen = self.folder.screens.first(where: { $0.route.name == route }) else {
      let findings = self.folder.problems.flatMap(\.lines)
      throw Fault(
        description: (["no valid screen has the route \(route)"] + findings).joined(separator: "\n"))
    }
    let name = format ?? screen.definition.format
    guard let wire = self.folder.catalogue.format(name),
      let combination = screen.combinations.first(where: \.choices.isEmpty) ?? screen.combinations.first
    else { throw Fault(description: "there is no format \(name)") }
    self.screen = screen
    self.combination = combination
    self.format = wire
    self.seed = seed
    var chosen: [ChaosKind] = []
    for name in kinds ?? ChaosKind.allCases.map(\.rawValue) {
      guard let kind = ChaosKind(rawValue: name) else {
        throw Fault(description: "\(name) is not a kind of damage")
      }
      chosen.append(kind)
    }
    let schemas = self.folder.documents[.viewType]
    self.kinds = chosen.filter { kind in
      screen.damaged(by: Chaos(kind: kind, seed: seed), combination, as: wire, schemas: schemas) != nil
    }
    guard !self.kinds.isEmpty else {
      throw Fault(description: "no kind of chaos can change the screen \(route)")
    }
  }

  /// The body with a number. The first numbers are every kind with the first seed, the next ones every kind with the
  /// next seed, and so on.
  /// - Returns: Nil if the damage with that number changes nothing.
  public subscript(number: Int) -> Body? {
    guard let chaos = Chaos.numbered(number, of: kinds, seed: seed),
      let damaged = screen.damaged(by: chaos, combination, as: format, schemas: folder.documents[.viewType])
    else { return nil }
    return Body(
      kind: chaos.kind.rawValue, seed: chaos.seed, data: Data(damaged.body),
      contentType: damaged.contentType, isJSON: !chaos.kind.changesBody)
  }

  /// Decodes many bodies.
  ///
  /// A JSON body that makes the decoder throw is a failure: one unreadable item must not make the whole screen fail.
  /// The first failing body of each kind and error type is shrunk as long as it fails with that type.
  ///
  /// A crash of the decoder ends the test process; `crashFile` then has the body that it was decoding. Without a crash,
  /// the file is removed at the end.
  /// - Parameters:
  ///   - count: The number of bodies to try. Those whose damage changes nothing are skipped.
  ///   - crashFile: The file of the current body; nil for `damaged-ROUTE-SEED.json` in the temporary folder.
  ///   - decode: Decodes a body as the app does.
  public func check(
    _ count: Int, crashFile: URL? = nil, decode: (Data) throws -> Void
  ) -> DecoderVerdict {
    let name = screen.route.name.split(separator: "/").joined(separator: "-")
    let file =
      crashFile
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(name)-\(seed).json")
    func decodeNoted(_ body: Data) throws {
      // A failed write only makes a crash harder to find.
      try? body.write(to: file)
      try decode(body)
    }
    var verdict = DecoderVerdict(seed: seed)
    var known: Set<String> = []
    for number in 0..<max(count, 0) {
      guard let body = self[number] else { continue }
      verdict.count += 1
      do {
        try decodeNoted(body.data)
      } catch {
        guard body.isJSON else {
          verdict.refusals += 1
          continue
        }
        let type = String(reflecting: Swift.type(of: error))
        // Bodies of one kind that fail with the same type of error mostly have the same cause.
        let isNew = known.insert(body.kind + type).inserted
        let smallest = isNew ? Self.shrunk(body.data, type, decodeNoted) : nil
        verdict.failures.append(
          DecoderVerdict.Failure(body: body, error: String(describing: error), smallest: smallest))
      }
    }
    try? FileManager.default.removeItem(at: file)
    return verdict
  }

  /// The largest number of bodies to try while shrinking one.
  private static let maximumShrinking = 400

  private static func shrunk(_ body: Data, _ type: String, _ decode: (Data) throws -> Void) -> Data {
    withoutActuallyEscaping(decode) { decode in
      Data(
        Shrinker.shrink([UInt8](body), trials: maximumShrinking) { bytes in
          do {
            try decode(Data(bytes))
            return false
          } catch {
            return String(reflecting: Swift.type(of: error)) == type
          }
        })
    }
  }
}
