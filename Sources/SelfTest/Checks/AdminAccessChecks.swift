import CurlClient
import JSONText

extension Check {
  /// Access to the admin API.
  static let adminAccess: [Check] = [
    Check("the admin API without a token returns 401 with WWW-Authenticate") { subject in
      for (method, path) in requests {
        let response = try await subject.send(method, path, body: method == "PUT" ? Array("{}".utf8) : nil)
        try response.problem(401)
        let challenge = try response.require("WWW-Authenticate")
        try expect("WWW-Authenticate", challenge.hasPrefix("Bearer"), "Bearer", got: challenge)
      }
    },
    Check("credentials of another scheme return 401") { subject in
      for value in ["Basic dXNlcjpwYXNz", "Bearer", "token"] {
        try await subject.get("/admin/screens/home", [.init("Authorization", value)]).problem(401)
      }
    },
    Check("a wrong token returns 403") { subject in
      for (method, path) in requests {
        let fields = [CurlField("Authorization", "Bearer not-the-token")]
        try await subject.send(method, path, fields, body: method == "PUT" ? Array("{}".utf8) : nil).problem(
          403)
      }
    },
    Check("an almost correct token returns 403", need: .adminToken) { subject in
      let token = subject.adminToken ?? ""
      for nearly in [String(token.dropLast()), token + "x", String(token.reversed()) + "."]
      where !nearly.isEmpty {
        try await subject.get("/admin/screens/home", [.init("Authorization", "Bearer \(nearly)")]).problem(
          403)
      }
    },
    Check("the name of the scheme is case-insensitive", need: .adminToken) { subject in
      let fields = [CurlField("Authorization", "bearer \(subject.adminToken ?? "")")]
      _ = try await subject.fetch("/admin/screens/home", fields)
    },
    Check("a refused PUT without a token publishes nothing", need: .adminToken) { subject in
      try await subject.withRoute("no-token") { route in
        let body = TestScreen.lines(["a"]).serialized()
        try await subject.send("PUT", "/admin/screens/\(route)", body: body).problem(401)
        try await subject.get("/screens/\(route)").problem(404)
      }
    },
  ]

  private static let requests = [
    ("GET", "/admin/screens/home"), ("PUT", "/admin/screens/home"), ("PUT", "/admin/screens/home/order"),
    ("GET", "/admin/screens/home/versions"), ("DELETE", "/admin/screens/home"),
    ("GET", "/admin/screens/no-such-screen"),
  ]
}
