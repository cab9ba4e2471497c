public import Foundation
import ScreenChaos
import Screens

/// A screen of a folder, damaged in each of Marquee's kinds of chaos, to test the decoder of an app in its unit tests.
///
/// ```swift
/// let screens = try DamagedScreens(of: "home", in: "screens", seed: 7)
/// let verdict = screens.check(1000) { body in
///   _ = try decoder.decode(body)
/// }
/// #expect(verdict.failures.isEmpty, "\(verdict)")
/// ```
///
/// The same folder, seed and number give the same bodies on every platform, and the same as
/// `marquee chaos ROUTE --check`.
public struct DamagedScreens: Sendable {
  /// A damaged screen.
  public struct Body: Sendable, Equatable {
    /// The kind of damage, such as `wrong-type`: a name of `marquee chaos --kind`.
    public let kind: String
    /// The seed of the damage: `marquee chaos --seed`.
    public let seed: UInt64
    /// The body as an app gets it.
    public let data: Data
    /// The media type, such as `text/html` for a proxy's error page.
    public let contentType: String
    /// Whether the data is JSON, so that a decoder should read it. It may throw for anything else.
    public let isJSON: Bool
  }

  /// Why there is nothing to damage.
  public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, with the findings of an invalid folder.
    public let description: String
  }

  /// The seed of the first body of each kind.
  public let seed: UInt64
  private let screen: PublishedScreen
  private let arm: Combination
  private let format: Screens.WireFormat
  private let folder: FolderImport
  private let kinds: [ChaosKind]

  /// Reads a screen of a folder.
  /// - Parameters:
  ///   - route: the route of the screen.
  ///   - folder: the path of the folder of screens.
  ///   - format: the wire format of the bodies; nil for the screen's own.
  ///   - kinds: the kinds of damage; nil for all. Those that do not change the screen are left out.
  ///   - seed: the seed of the first body of each kind.
  /// - Throws: ``Fault`` if the folder cannot be read, if the screen is invalid, or if no kind changes it.
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
    guard let wire = self.folder.formats[name],
      let arm = screen.combinations.first(where: \.choices.isEmpty) ?? screen.combinations.first
    else { throw Fault(description: "there is no format \(name)") }
    self.screen = screen
    self.arm = arm
    self.format = wire
    self.seed = seed
    var chosen: [ChaosKind] = []
    for name in kinds ?? ChaosKind.allCases.map(\.rawValue) {
      guard let kind = ChaosKind(rawValue: name) else {
        throw Fault(description: "\(name) is not a kind of chaos")
      }
      chosen.append(kind)
    }
    let schemas = self.folder.viewTypes
    self.kinds = chosen.filter { kind in
      screen.damaged(by: Chaos(kind: kind, seed: seed), arm, as: wire, schemas: schemas) != nil
    }
    guard !self.kinds.isEmpty else {
      throw Fault(description: "no kind of chaos can change the screen \(route)")
    }
  }

  /// One body: every kind with the first seed, then every kind with the next one.
  /// - Returns: nil if the damage of that number changes nothing.
  public subscript(number: Int) -> Body? {
    guard let chaos = Chaos.numbered(number, of: kinds, seed: seed),
      let damaged = screen.damaged(by: chaos, arm, as: format, schemas: folder.viewTypes)
    else { return nil }
    return Body(
      kind: chaos.kind.rawValue, seed: chaos.seed, data: Data(damaged.body),
      contentType: damaged.contentType, isJSON: !chaos.kind.changesBody)
  }

  /// Decodes many bodies.
  ///
  /// A body that makes the decoder throw is a failure if it is JSON: one item that the app cannot read must not cost it
  /// the screen. The failing body is made smaller while it fails with the same type of error.
  ///
  /// A crash ends the process of the tests. The body that was decoded then is in the file `crashFile`, which is removed
  /// when all bodies have been decoded.
  /// - Parameters:
  ///   - count: the number of bodies.
  ///   - crashFile: the file of the current body; nil for `damaged-ROUTE-SEED.json` in the temporary folder.
  ///   - decode: decodes a body as the app does.
  public func check(
    _ count: Int, crashFile: URL? = nil, decode: (Data) throws -> Void
  ) -> DecoderVerdict {
    let name = screen.route.name.split(separator: "/").joined(separator: "-")
    let file =
      crashFile
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(name)-\(seed).json")
    func decodeNoted(_ body: Data) throws {
      // Without the file, a crash is only harder to find.
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
        // Others of the same kind mostly have the same cause.
        let isNew = known.insert(body.kind + type).inserted
        let smallest = isNew ? Self.shrunk(body.data, type, decodeNoted) : nil
        verdict.failures.append(
          DecoderVerdict.Failure(body: body, error: String(describing: error), smallest: smallest))
      }
    }
    try? FileManager.default.removeItem(at: file)
    return verdict
  }

  /// The number of bodies to try for a smaller one.
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
