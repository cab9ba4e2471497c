/// The Kotlin that sends requests by `java.net.http`.
enum KotlinJavaTransport {
  static let name = "PlatformTransport.kt"

  static let imports = [
    "java.net.URI",
    "java.net.http.HttpClient",
    "java.net.http.HttpRequest",
    "java.net.http.HttpResponse",
    "kotlinx.coroutines.future.await",
  ]

  static let text = #"""
    /** Sends requests by the HTTP client of Java, `java.net.http`. */
    public class PlatformTransport(
      private val client: HttpClient = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build(),
    ) : ScreenTransport {
      override suspend fun send(request: TransportRequest): TransportResponse {
        val builder = HttpRequest.newBuilder(URI.create(request.url))
        request.fields.forEach { (name, value) -> builder.setHeader(name, value) }
        val body = request.body?.let { HttpRequest.BodyPublishers.ofString(it) } ?: HttpRequest.BodyPublishers.noBody()
        val response = client.sendAsync(
          builder.method(request.method, body).build(), HttpResponse.BodyHandlers.ofInputStream(),
        ).await()
        val fields = response.headers().map().mapValues { it.value.joinToString(", ") }
        return TransportResponse(response.statusCode(), fields, response.body())
      }
    }
    """#
}
