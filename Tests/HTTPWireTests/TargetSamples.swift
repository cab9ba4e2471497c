import HTTPWire

extension RequestSample {
  /// RFC 9112 §3.2.1: `absolute-path [ "?" query ]`. A malformed target is refused and not corrected (§3: SHOULD; never
  /// forwarded or served as something else, MUST NOT). Percent-encoding is the handler's to read.
  static let originForms: [RequestSample] = [
    .init(line("GET /a?b=c HTTP/1.1"), .accepted(path: "/a")),
    .init(line("GET //a/ HTTP/1.1"), .accepted(path: "//a/")),
    .init(line("GET //u@h/a HTTP/1.1"), .accepted(path: "//u@h/a")),
    .init(
      line("GET /a:b@c;d=e,f!g$h&i'j(k)l*m+n~o_p-q.r HTTP/1.1"),
      .accepted(path: "/a:b@c;d=e,f!g$h&i'j(k)l*m+n~o_p-q.r")),
    .init(line("GET /? HTTP/1.1"), .accepted(path: "/")),
    .init(line("GET /a?b?c/d HTTP/1.1"), .accepted(path: "/a")),
    .init(line("GET /%zz HTTP/1.1"), .accepted(path: "/%zz")),
    .init(line("GET /% HTTP/1.1"), .accepted(path: "/%")),
    .init(line("GET /%00 HTTP/1.1"), .accepted(path: "/%00")),
    .init(line("GET /../a HTTP/1.1"), .accepted(path: "/../a")),
    .init(line("GET /http://b/ HTTP/1.1"), .accepted(path: "/http://b/")),
    // Outside the grammar, but browsers send it.
    .init(line("GET /a|b[c]{d}^`e\"f HTTP/1.1"), .accepted(path: "/a|b[c]{d}^`e\"f")),
    .init(line("GET /a#b HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /a?b#c HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /# HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /a\\b HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET \\a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /<a> HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /\u{0} HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /\u{1F} HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /\u{7F} HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET /é HTTP/1.1"), .refused(.malformedTarget)),
    .init(escaped: line("GET /\\xA0 HTTP/1.1"), .refused(.malformedTarget)),
    .init(escaped: line("GET /a\\xFF?b HTTP/1.1"), .refused(.malformedTarget)),
    .init("GET /a\rb HTTP/1.1\r\n", .refused(.malformedRequestLine)),
    .init("GET /a\nb HTTP/1.1\r\n", .refused(.malformedRequestLine)),
    .init(line("GET a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET a/b HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET ?a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET ../a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET %2Fa HTTP/1.1"), .refused(.malformedTarget)),
  ]

  /// Targets in absolute-form. RFC 9112 §3.2.2: a server accepts it (MUST) and uses the host of the target instead of
  /// the Host field (MUST), which is still required (§3.2). RFC 9110 §4.2.1: an empty host is invalid (MUST). §4.2.4:
  /// user information is an error (SHOULD).
  static let absoluteForms: [RequestSample] = [
    .init(line("GET http://b:80/x?y HTTP/1.1"), .accepted(path: "/x")),
    .init(line("GET http://b/ HTTP/1.1"), .accepted(path: "/")),
    .init(line("GET HTTPS://B HTTP/1.1"), .accepted(path: "/")),
    .init(line("GET http://b?q HTTP/1.1"), .accepted(path: "/")),
    .init(line("GET http://b:/ HTTP/1.1"), .accepted(path: "/")),
    .init(line("GET http://[::1]:8080/a HTTP/1.1"), .accepted(path: "/a")),
    .init(line("GET http://b//c HTTP/1.1"), .accepted(path: "//c")),
    .init("GET http://b/ HTTP/1.0\r\n\r\n", .accepted(path: "/")),
    .init("GET http://b/ HTTP/1.1\r\n\r\n", .refused(.missingHost)),
    .init("GET http://b/ HTTP/1.1\r\nHost: a b\r\n\r\n", .refused(.malformedHost)),
    .init("GET http://b/ HTTP/1.1\r\nHost: b\r\nHost: b\r\n\r\n", .refused(.repeatedHost)),
    .init(line("GET http:///a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http:// HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://?q HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://:80/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http:/a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http:a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://u@b/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://u:p@b/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://b@/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://b:x/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://b:-1/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://b:65536/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://b:80:80/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://[::1/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://[::1]a/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://a%/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://a|b/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET http://b/#c HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET ftp://b/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET ://b/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET httpx://b/ HTTP/1.1"), .refused(.malformedTarget)),
  ]

  /// Other targets. RFC 9112 §3.2.3: authority-form only with CONNECT and a port (RFC 9110 §9.3.6: an empty or invalid
  /// port is a 400, MUST). §3.2.4: `*` only with OPTIONS. An unknown method may allow `*`, so it is a 501.
  static let otherForms: [RequestSample] = [
    .init(line("OPTIONS * HTTP/1.1"), .accepted(path: "*")),
    .init(line("OPTIONS /a HTTP/1.1"), .accepted(path: "/a")),
    .init(line("OPTIONS http://b/a HTTP/1.1"), .accepted(path: "/a")),
    .init(line("NOTIFY * HTTP/1.1"), .refused(.unknownMethod)),
    .init(line("GET * HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("POST * HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("OPTIONS ** HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("OPTIONS *?a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("OPTIONS */a HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("GET b:80 HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("OPTIONS b:80 HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT b:80 HTTP/1.1"), .refused(.unknownMethod)),
    .init(line("CONNECT [::1]:80 HTTP/1.1"), .refused(.unknownMethod)),
    .init(line("CONNECT b HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT b: HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT :80 HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT b:99999 HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT b:80/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT / HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT http://b/ HTTP/1.1"), .refused(.malformedTarget)),
    .init(line("CONNECT u@b:80 HTTP/1.1"), .refused(.malformedTarget)),
  ]
}
