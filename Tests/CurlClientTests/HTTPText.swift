/// The text of a response with a body and a Content-Length.
func responseText(_ status: String = "200 OK", fields: [String] = [], body: String = "") -> String {
  let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "", body]
  return lines.joined(separator: "\r\n")
}
