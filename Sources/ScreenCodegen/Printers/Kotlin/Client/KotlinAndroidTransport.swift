/// The Kotlin that sends requests by `HttpURLConnection`, because Android has no `java.net.http`.
enum KotlinAndroidTransport {
  static let name = "PlatformTransport.kt"

  static let imports = [
    "java.net.HttpURLConnection",
    "java.net.URL",
  ]

  static let text = #"""
    /** Sends requests by `HttpURLConnection`, which Android has. */
    public class PlatformTransport : ScreenTransport {
      override suspend fun send(request: TransportRequest): TransportResponse {
        val connection = URL(request.url).openConnection() as HttpURLConnection
        return blocking(connection::disconnect) {
          connection.useCaches = false
          connection.requestMethod = request.method
          request.timeout?.let {
            // 0 would be no limit.
            val milliseconds = it.inWholeMilliseconds.coerceIn(1, Int.MAX_VALUE.toLong()).toInt()
            connection.connectTimeout = milliseconds
            connection.readTimeout = milliseconds
          }
          request.fields.forEach { (name, value) -> connection.setRequestProperty(name, value) }
          request.body?.let { body ->
            connection.doOutput = true
            connection.outputStream.use { it.write(body.encodeToByteArray()) }
          }
          val status = connection.responseCode
          // The name of the status line is null.
          val fields = connection.headerFields.filterKeys { it != null }.mapValues { it.value.joinToString(", ") }
          val body = if (status < 400) connection.inputStream else connection.errorStream
          TransportResponse(status, fields, body ?: ByteArray(0).inputStream(), connection::disconnect)
        }
      }
    }
    """#
}
