import JSONText
import TestFolders
import Testing

/// The addresses of webhooks, whose paths and queries are often secrets.
@Suite struct WebhookAddressTests {
  @Test(
    .bug(id: "F32"),
    arguments: [
      ("https://hooks.example.com/services/T0/B1/hush", "https://hooks.example.com"),
      ("http://10.0.0.1:8443?key=hush", "http://10.0.0.1:8443"),
      ("https://hooks.example.com#hush", "https://hooks.example.com"),
      ("HTTPS://[2001:db8::1]:9/hush", "HTTPS://[2001:db8::1]:9"),
    ])
  func `only who can change a webhook sees its whole address`(url: String, origin: String) throws {
    try FolderServer.run(in: try ScreensFolder()) { server in
      let body = #"{"url":"\#(url)","events":["published"]}"#
      let made = try server.admin("PUT", "/webhooks/w", body: body)
      #expect(made.status == 201, "\(made.text)")
      for (scope, shown) in [("read", origin), ("edit", origin), ("publish", url)] {
        let token = try JSONParser.parse(
          try server.admin("PUT", "/tokens/\(scope)", body: #"{"scope":"\#(scope)"}"#).text)["token"]?
          .stringValue
        let secret = try #require(token)
        let one = try server.admin("GET", "/webhooks/w", token: secret)
        #expect(try JSONParser.parse(one.text)["url"]?.stringValue == shown, "\(scope)")
        let all = try server.admin("GET", "/webhooks", token: secret)
        #expect(
          try JSONParser.parse(all.text)["webhooks"]?.arrayValue?.compactMap { $0["url"]?.stringValue }
            == [shown], "\(scope)")
        #expect(one.text.contains("hush") == (scope == "publish"))
      }
    }
  }
}
