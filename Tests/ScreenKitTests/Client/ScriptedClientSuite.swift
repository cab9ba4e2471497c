import Foundation
import ScreenKit
import Testing

/// A client whose responses come from a closure, with its clock and its warnings.
protocol ScriptedClientSuite {
  var clock: RecordingClock { get }
  var warnings: Warnings { get }
}

extension ScriptedClientSuite {
  func client(
    _ transport: ScriptedTransport, cache: any CacheStore = MemoryStore(), user: String? = nil,
    attributes: [String: String] = [:], configure: (inout ScreenClient.Options) -> Void = { _ in }
  ) throws -> ScreenClient {
    var options = ScreenClient.Options()
    options.transport = transport
    options.clock = clock
    options.random = { 0.5 }
    options.log = warnings.log
    options.languages = []
    configure(&options)
    return ScreenClient(
      try #require(URL(string: "https://screens.example.com/app/")), views: .samples, user: user,
      attributes: attributes, cache: ScreenCache(cache), options: options)
  }
}
