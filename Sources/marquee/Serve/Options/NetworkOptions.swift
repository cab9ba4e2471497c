import ArgumentParser
import Foundation
import MarqueeServer

/// The address of the server, the proxies in front of it, and the servers to which it sends requests.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Address to listen on. (MARQUEE_HOST, default: 127.0.0.1)", valueName: "address"))
  var host: String?

  @Option(help: "Port to listen on; 0 for any free port. (MARQUEE_PORT, default: 8080)")
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "Number of event loops; 0 for one per core. (MARQUEE_LOOPS, default: 0)", valueName: "count"))
  var loops: Int?

  @Option(
    help: ArgumentHelp(
      """
      Address of the assets in content, as apps reach the server. (MARQUEE_PUBLIC_URL, default: the address by which \
      each app reached the server)
      """, valueName: "url"))
  var publicURL: String?

  @Option(
    help: ArgumentHelp(
      """
      Proxies whose Forwarded or X-Forwarded-For, -Host and -Proto fields are trusted. (MARQUEE_TRUST_PROXY, \
      default: none)
      """, valueName: "cidr,…"))
  var trustProxy: String?

  @Option(
    help: ArgumentHelp(
      """
      URL of an OpenTelemetry collector, which receives a span for each request (OTLP over HTTP). (MARQUEE_OTLP, \
      default: none)
      """,
      valueName: "url"))
  var otlp: String?

  @Flag(
    help: ArgumentHelp(
      """
      Allow webhooks to private networks and to this machine. (MARQUEE_WEBHOOK_PRIVATE_ADDRESSES)
      """))
  var webhookPrivateAddresses = false

  func apply(to configuration: inout Marquee.Configuration, _ variables: ServeVariables) throws {
    configuration.host = variables.text(host, "MARQUEE_HOST") ?? "127.0.0.1"
    configuration.port = try variables.number(port, "MARQUEE_PORT", in: Marquee.Configuration.ports) ?? 8080
    configuration.loops =
      try variables.number(loops, "MARQUEE_LOOPS", in: Marquee.Configuration.loopCounts) ?? 0
    if let text = variables.text(publicURL, "MARQUEE_PUBLIC_URL") {
      guard let url = Self.url(text), Marquee.Configuration.isPublicURL(url) else {
        throw ValidationError(
          "\(text) is not an address such as https://screens.example (MARQUEE_PUBLIC_URL)")
      }
      configuration.publicURL = url
    }
    if let text = variables.text(otlp, "MARQUEE_OTLP") {
      guard let url = Self.url(text), Marquee.Configuration.isCollector(url) else {
        throw ValidationError("\(text) is not an address such as http://127.0.0.1:4318 (MARQUEE_OTLP)")
      }
      configuration.otlp = url
    }
    configuration.allowsPrivateWebhooks = try variables.flag(
      webhookPrivateAddresses, "MARQUEE_WEBHOOK_PRIVATE_ADDRESSES")
    if let text = variables.text(trustProxy, "MARQUEE_TRUST_PROXY") {
      configuration.trustedProxies = try text.split(separator: ",", omittingEmptySubsequences: false).map {
        let block = $0.trimmingCharacters(in: .whitespaces)
        guard Marquee.Configuration.isAddressBlock(block) else {
          throw ValidationError(
            "\"\(block)\" is not a block of addresses in CIDR notation; write 10.0.0.0/8, fd00::/8, or 192.0.2.1/32 for one address (MARQUEE_TRUST_PROXY)"
          )
        }
        return block
      }
    }
  }

  /// The URL of a text; nil if a character of it has to be encoded.
  private static func url(_ text: String) -> URL? {
    text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ? URL(string: text) : nil
  }
}
