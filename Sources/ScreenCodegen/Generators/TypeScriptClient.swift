/// The client that generated TypeScript contains.
package enum TypeScriptClient: String, Sendable, CaseIterable {
  /// Sends requests by `fetch`.
  case fetch
  /// No client, for a project without the types of `fetch` and of streams.
  case none

  /// The files of the client.
  var files: [(name: String, text: String)] {
    switch self {
    case .fetch:
      [
        (TypeScriptCrashLog.name, TypeScriptCrashLog.text),
        (TypeScriptEventStream.name, TypeScriptEventStream.text),
        (TypeScriptExposureReporter.name, TypeScriptExposureReporter.text),
        (TypeScriptJSONPatch.name, TypeScriptJSONPatch.text),
        (TypeScriptLiveUpdates.name, TypeScriptLiveUpdates.text),
        (TypeScriptRandomID.name, TypeScriptRandomID.text),
        (TypeScriptReportQueue.name, TypeScriptReportQueue.text),
        (TypeScriptScreenCache.name, TypeScriptScreenCache.text),
        (TypeScriptScreenClient.name, TypeScriptScreenClient.text),
        (TypeScriptScreenClientOptions.name, TypeScriptScreenClientOptions.text),
        (TypeScriptScreenError.name, TypeScriptScreenError.text),
        (TypeScriptScreenReporter.name, TypeScriptScreenReporter.text),
        (TypeScriptScreenSnapshot.name, TypeScriptScreenSnapshot.text),
        (TypeScriptScreenTransport.name, TypeScriptScreenTransport.text),
      ]
    case .none: []
    }
  }

  /// What `index.ts` exports of the client.
  var exports: [String] {
    switch self {
    case .fetch:
      [
        "export type { CrashStorage } from \"./CrashLog.js\";",
        "export type { ExposureReporter } from \"./ExposureReporter.js\";",
        "export * from \"./ScreenCache.js\";", "export * from \"./ScreenClient.js\";",
        "export type { Abortable, ScreenClientOptions } from \"./ScreenClientOptions.js\";",
        "export { ScreenError, type ScreenErrorCode } from \"./ScreenError.js\";",
        "export type { ScreenSnapshot, SnapshotSource } from \"./ScreenSnapshot.js\";",
      ]
    case .none: []
    }
  }
}
