/// The client that generated Kotlin contains.
package enum KotlinClient: String, Sendable, CaseIterable {
  /// Sends requests by `java.net.http`, which Java has since version 11.
  case jvm
  /// Sends requests by `HttpURLConnection`, because Android has no `java.net.http`.
  case android
  /// No client.
  case none

  /// The files of the client.
  var files: [(name: String, imports: [String], text: String)] {
    switch self {
    case .jvm:
      Self.common + [(KotlinJavaTransport.name, KotlinJavaTransport.imports, KotlinJavaTransport.text)]
    case .android:
      Self.common + [
        (KotlinAndroidTransport.name, KotlinAndroidTransport.imports, KotlinAndroidTransport.text)
      ]
    case .none: []
    }
  }

  private static let common = [
    (KotlinCrashLog.name, KotlinCrashLog.imports, KotlinCrashLog.text),
    (KotlinEventStream.name, KotlinEventStream.imports, KotlinEventStream.text),
    (KotlinExposureReporter.name, KotlinExposureReporter.imports, KotlinExposureReporter.text),
    (KotlinJSONPatch.name, KotlinJSONPatch.imports, KotlinJSONPatch.text),
    (KotlinLiveUpdates.name, KotlinLiveUpdates.imports, KotlinLiveUpdates.text),
    (KotlinPlatformLanguages.name, KotlinPlatformLanguages.imports, KotlinPlatformLanguages.text),
    (KotlinReportQueue.name, KotlinReportQueue.imports, KotlinReportQueue.text),
    (KotlinScreenCache.name, KotlinScreenCache.imports, KotlinScreenCache.text),
    (KotlinScreenClient.name, KotlinScreenClient.imports, KotlinScreenClient.text),
    (KotlinScreenException.name, KotlinScreenException.imports, KotlinScreenException.text),
    (KotlinScreenReport.name, KotlinScreenReport.imports, KotlinScreenReport.text),
    (KotlinScreenReporter.name, KotlinScreenReporter.imports, KotlinScreenReporter.text),
    (KotlinScreenRequests.name, KotlinScreenRequests.imports, KotlinScreenRequests.text),
    (KotlinScreenSnapshot.name, KotlinScreenSnapshot.imports, KotlinScreenSnapshot.text),
    (KotlinScreenTransport.name, KotlinScreenTransport.imports, KotlinScreenTransport.text),
  ]
}
