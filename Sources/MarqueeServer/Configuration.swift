public import Logging
import ScreenMock

extension Marquee {
  /// What a server serves, and where.
  public struct Configuration: Sendable {
    /// The folder of screens; nil to serve only what the data folder holds.
    public var screens: String?
    /// The folder that keeps the versions; nil for a temporary one that goes with the server.
    public var data: String?
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes a free one.
    public var port = 0
    /// What writes need. When nil, the data folder's own token is used, and made at the first start.
    public var adminToken: String?
    /// Event loops; 0 for one per core.
    public var loops = 0
    /// Whether files of `screens` are published when they change.
    public var watch = false

    /// Of each screen, how many versions are kept, the newest ones; nil for all.
    public var keepVersions: Int?
    /// Whether it is kept which units were shown which variants.
    public var keepsExposures = true
    /// Units are kept as hashes under this key (HMAC with SHA-256); nil to keep them as they are.
    public var exposureSalt: String?
    /// Where clients reach the server, such as `https://screens.example`, for the assets that content names; nil for
    /// the address that it listens on.
    public var publicURL: String?
    /// How many of the last requests for screens are kept; 0 for none.
    public var journal = 1000
    /// Whether the bodies of answers are kept with them.
    public var keepsJournalBodies = false
    /// Whether nothing is ever done to answers: no delays, no faults, whoever asks for them.
    public var disablesMock = false
    /// What the answers of all screens are held back for, in milliseconds: `800` or `200..800`; nil for nothing.
    public var delay: String?
    /// Whether a definition is refused of which a release that is supported drops items.
    public var refusesDrops = false
    /// Where the server says what it does: publications at `info`, what is wrong with files at `error`. No secret
    /// is ever logged.
    public var logger = Logger(label: "marquee")
    /// Whether every answer is logged, at `info`.
    public var accessLog = false

    /// Whether a text is a delay: milliseconds up to two minutes, or a range of them.
    public static func isDelay(_ text: String) -> Bool { Mock.isDelay(text) }

    /// A server on a free port of this machine.
    public init(screens: String? = nil, data: String? = nil) {
      self.screens = screens
      self.data = data
    }
  }
}
