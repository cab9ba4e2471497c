/// The Kotlin that sends requests by `java.net.http`.
enum KotlinJavaTransport {
  static let name = "PlatformTransport.kt"

  static let imports = [
    "java.io.IOException",
    "java.io.InputStream",
    "java.net.URI",
    "java.net.http.HttpClient",
    "java.net.http.HttpRequest",
    "java.net.http.HttpResponse",
    "java.util.concurrent.CompletionException",
    "kotlin.coroutines.resumeWithException",
    "kotlinx.coroutines.suspendCancellableCoroutine",
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
        val response = exchange(builder.method(request.method, body).build())
        val fields = response.headers().map().mapValues { it.value.joinToString(", ") }
        return TransportResponse(response.statusCode(), fields, response.body())
      }

      private suspend fun exchange(request: HttpRequest): HttpResponse<InputStream> =
        suspendCancellableCoroutine { continuation ->
          val exchange = client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
          continuation.invokeOnCancellation { exchange.cancel(true) }
          exchange.whenComplete { response: HttpResponse<InputStream>?, failure: Throwable? ->
            if (response != null) {
              // Java keeps the connection of a response until its body is closed. A cancelled coroutine drops the response.
              continuation.resume(response) { _, _, _ -> response.body().close() }
            } else {
              continuation.resumeWithException((failure as? CompletionException)?.cause ?: failure ?: IOException())
            }
          }
        }
    }
    """#
}
