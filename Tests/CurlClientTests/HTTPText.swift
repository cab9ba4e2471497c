/// An answer with a body and its length.
func answer(_ status: String = "200 OK", fields: [String] = [], body: String = "") -> String {
  let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "", body]
  return lines.joined(separator: "\r\n")
}
