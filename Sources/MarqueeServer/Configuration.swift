public import Foundation
public import Logging

extension Marquee {
  /// The configuration of a server.
  ///
  /// Each property matches an option of `marquee serve`, which its documentation names. The article
  /// <doc:ConfigurationAndLimits> describes the options and the limits. The start checks all values, and throws a
  /// ``StartError`` that names the property and a valid value.
  public struct Configuration: Sendable {
    /// The folder of screens; nil to serve only the content of ``data``. (default: nil; `--screens`)
    public var screens: String?
    /// The data folder, which keeps versions, drafts and tokens; nil for a temporary folder that
    /// ``Marquee/stop(within:)`` deletes. (default: nil; `--data`)
    public var data: String?
    /// The store that several nodes share: a connection string or URI of PostgreSQL, as libpq takes it; nil to store
    /// everything in ``data``. With a shared store, ``data`` has this node's copy of it, so that the node can start
    /// without the database. (default: nil; `--store`)
    public var store: String?
    /// The name of this node, which the database and the log show. (default: the host's name; `--node`)
    public var node = ProcessInfo.processInfo.hostName
    /// Whether a start fails if ``store`` cannot be reached. (default: false; `--require-store`)
    public var requiresStore = false
    /// The address to listen on. (default: `127.0.0.1`; `--host`)
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free port. (default: 0; `--port`, whose default is 8080)
    public var port = 0
    /// The token of the admin API; nil for the token in the file `admin-token` of ``data``, which is generated at the
    /// first start. (default: nil; `--admin-token`)
    public var adminToken: String?
    /// The number of event loops; 0 for one per core. (default: 0; `--loops`)
    public var loops = 0
    /// Whether to publish files of ``screens`` when they change. (default: false; `--watch`)
    public var watchesScreens = false
    /// Whether to keep the schemas for editors in `.schema/` of ``screens`` up to date. (default: false;
    /// `--write-schemas`)
    public var writesSchemas = false

    /// The number of versions to keep for each screen, the newest ones; nil for all. (default: nil; `--keep-versions`)
    public var keepVersions: Int?
    /// Whether to record exposures: which units were shown which variants. (default: true; `--exposures on|off`)
    public var keepsExposures = true
    /// The key for recording units as hashes (HMAC-SHA-256); nil to record them in plain text. (default: nil;
    /// `--exposure-salt`)
    public var exposureSalt: String?
    /// The base URL of assets in content, such as `https://screens.example`; nil for the address by which each client
    /// reached the server. (default: nil; `--public-url`)
    public var publicURL: URL?
    /// The trusted proxies, as blocks of addresses in CIDR notation: `10.0.0.0/8`, `fd00::/8`. Their `Forwarded` field
    /// (RFC 7239), or else `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto`, gives the address of assets
    /// and the client in the access log. (default: none; `--trust-proxy`)
    public var trustedProxies: [String] = []
    /// The number of recent screen requests to keep in the journal, at most 100,000; 0 for none. (default: 1000;
    /// `--journal`)
    public var journal = 1000
    /// Whether the journal keeps the bodies of responses, up to 8 MiB together. (default: false; `--journal-bodies`)
    public var keepsJournalBodies = false
    /// Whether the server has the mock: delays, faults, rules and scenarios, and those that a request asks for. (default:
    /// true; `--no-mock`)
    public var hasMock = true
    /// The delay of all responses with screens; nil for none. (default: nil; `--delay`)
    public var delay: Delay?
    /// The URL of the app's real backend, which answers what nothing here answers; nil for none. It has no user, query or
    /// fragment. (default: nil; `--upstream`)
    public var upstream: URL?
    /// The file that records the answers of ``upstream`` as an HTTP Archive; nil for none. (default: nil; `--record`)
    public var upstreamRecording: String?
    /// Whether a server may have both ``upstream`` and ``store``. (default: false; `--allow-upstream`)
    public var allowsUpstreamWithStore = false
    /// Whether the server has the console, `/console/`, and its sessions. (default: true; `--no-console`)
    public var hasConsole = true
    /// Whether to refuse a definition if a supported release would drop one of its items. (default: false; `--gate
    /// warn|refuse`)
    public var refusesDrops = false
    /// The URL of an OpenTelemetry collector that takes spans by OTLP over HTTP, such as `http://127.0.0.1:4318`; nil to
    /// record none. (default: nil; `--otlp`)
    public var otlp: URL?
    /// Whether webhooks may have addresses of private networks and of this machine. (default: false;
    /// `--webhook-private-addresses`)
    public var allowsPrivateWebhooks = false
    /// The server's logger: it logs publications at `info` and problems of files at `error`, and never a secret.
    /// (`--log-level`, `--log-format`)
    public var logger = Logger(label: "marquee")
    /// Whether to log every response, at `info`. (default: false; `--access-log`)
    public var logsAccess = false

    /// Creates the configuration of a server on a free port of 127.0.0.1.
    /// - Parameters:
    ///   - screens: the folder of screens; nil for none.
    ///   - data: the data folder; nil for a temporary one.
    public init(screens: String? = nil, data: String? = nil) {
      self.screens = screens
      self.data = data
    }
  }
}
