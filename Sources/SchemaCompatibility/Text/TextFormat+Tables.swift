import JSONSchema
import Patterns

/// The samples of the formats, and the regular expressions of their envelopes and cores.
extension TextFormat {
  /// Texts of each asserted format.
  static let samples: [String: [String]] = [
    "date-time": ["2024-02-29T12:30:00Z", "2024-02-29T12:30:00.25+01:00"],
    "date": ["2024-02-29", "1999-12-31"],
    "time": ["12:30:00Z", "23:59:59.5+01:00"],
    "duration": ["P1D", "PT1H30M", "P2W"],
    "email": ["ann@example.com", "a.b+c@mail.example.org"],
    "idn-email": ["ann@example.com", "änne@example.com"],
    "hostname": ["example.com", "a", "1.2.3.4"],
    "idn-hostname": ["example.com", "bücher.example"],
    "ipv4": ["192.0.2.1", "10.0.0.1"],
    "ipv6": ["2001:db8::1", "::1"],
    "uri": ["https://example.com/a", "urn:example:a", "a:b", "a:"],
    "uri-reference": ["https://example.com/a", "/a/b", "a", "#a", ""],
    "iri": ["https://example.com/a", "https://example.com/ä", "a:"],
    "iri-reference": ["https://example.com/a", "/ä", "a", ""],
    "uri-template": ["https://example.com/{id}", "a", ""],
    "uuid": ["123e4567-e89b-12d3-a456-426614174000"],
    "json-pointer": ["/a/0", ""],
    "relative-json-pointer": ["1/a", "0#"],
    "regex": ["^a+$", "a", ""],
  ]

  static let envelopes = automata([
    "date-time": #"^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$"#,
    "date": #"^\d{4}-\d\d-\d\d$"#,
    "time": #"^\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$"#,
    "duration": #"^P[0-9YMWDTHS]+$"#,
    "email": #"^[ -~]+@[ -~]+$"#,
    "idn-email": #"^[\s\S]+@[\s\S]+$"#,
    "hostname": #"^[0-9A-Za-z.-]+$"#,
    "ipv4": octets,
    "ipv6": #"^[0-9A-Fa-f:.]{2,}$"#,
    "uri": #"^[A-Za-z][0-9A-Za-z+.-]*:[!-~]*$"#,
    "uri-reference": #"^[!-~]*$"#,
    "iri": #"^[A-Za-z][0-9A-Za-z+.-]*:"#,
    "uuid": uuid,
    "json-pointer": #"^(/[\s\S]*)?$"#,
    "relative-json-pointer": #"^[0-9]"#,
  ])

  static let cores = automata([
    "date-time":
      #"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$"#,
    "date": #"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$"#,
    "time": #"^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$"#,
    "hostname": #"^[0-9A-Za-z]{1,20}(\.[0-9A-Za-z]{1,20}){0,4}$"#,
    "ipv4": octets,
    "uri": uri,
    "uri-reference": #"^[0-9A-Za-z._~/-]*$"#,
    "iri": uri,
    "iri-reference": #"^[0-9A-Za-z._~/-]*$"#,
    "uuid": uuid,
    "json-pointer": #"^(/[^~]*)?$"#,
  ])

  private static let octets =
    #"^(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$"#
  private static let uuid = #"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"#
  private static let uri = #"^[A-Za-z][0-9A-Za-z+.-]*:(//[0-9A-Za-z.-]+)?(/[0-9A-Za-z._~/-]*)?$"#

  private static func automata(_ sources: [String: String]) -> [String: TextAutomaton] {
    sources.compactMapValues { source in
      (try? ParsedPattern(source)).flatMap { TextAutomaton($0, maximumSize: 1_000) }
    }
  }
}
