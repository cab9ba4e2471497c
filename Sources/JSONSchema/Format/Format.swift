import Patterns

/// The formats of validation §7.3. Other names are never asserted.
enum Format: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case duration
  case email
  case idnEmail = "idn-email"
  case hostname
  case idnHostname = "idn-hostname"
  case ipv4
  case ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  func matches(_ text: String) -> Bool {
    switch self {
    case .dateTime: DateTimeFormat.isDateTime(text)
    case .date: DateTimeFormat.isDate(text)
    case .time: DateTimeFormat.isTime(text)
    case .duration: DurationFormat.matches(text)
    case .email: EmailFormat.matches(text, isInternational: false)
    case .idnEmail: EmailFormat.matches(text, isInternational: true)
    case .hostname: HostnameFormat.matches(text, isInternational: false)
    case .idnHostname: HostnameFormat.matches(text, isInternational: true)
    case .ipv4: AddressFormat.isIPv4(text.utf8)
    case .ipv6: AddressFormat.isIPv6(text.utf8)
    case .uri: URIFormat.matches(text, isReference: false, isInternational: false)
    case .uriReference: URIFormat.matches(text, isReference: true, isInternational: false)
    case .iri: URIFormat.matches(text, isReference: false, isInternational: true)
    case .iriReference: URIFormat.matches(text, isReference: true, isInternational: true)
    case .uriTemplate: URITemplateFormat.matches(text)
    case .uuid: UUIDFormat.matches(text)
    case .jsonPointer: JSONPointerFormat.isPointer(text)
    case .relativeJSONPointer: JSONPointerFormat.isRelativePointer(text)
    case .regex: Pattern.syntaxError(in: text) == nil
    }
  }
}
