/// The request fields that this server reads. They are recognised during parsing, so that a lookup is an index into a
/// table instead of a search by name.
package enum KnownField: UInt8, CaseIterable, Sendable {
  case accept, acceptEncoding, acceptIM, acceptLanguage, acceptViewTypes, authorization, cacheControl,
    clientRelease,
    connection,
    contentEncoding, contentLength,
    contentType, cookie, expect, host, ifMatch, ifModifiedSince, ifNoneMatch, ifUnmodifiedSince, lastEventID,
    origin, prefer, accessControlRequestMethod, accessControlRequestHeaders, screenAvoid, screenMessage,
    screenUser,
    transferEncoding, traceparent, userAgent, range, ifRange, secFetchSite, marqueeConsole,
    idempotencyKey, marqueeMinRevision

  package static let count = 36

  /// The name in lower case.
  package var name: StaticString {
    switch self {
    case .accept: "accept"
    case .acceptEncoding: "accept-encoding"
    case .acceptIM: "a-im"
    case .acceptLanguage: "accept-language"
    case .acceptViewTypes: "accept-view-types"
    case .authorization: "authorization"
    case .cacheControl: "cache-control"
    case .clientRelease: "client-release"
    case .connection: "connection"
    case .contentEncoding: "content-encoding"
    case .contentLength: "content-length"
    case .contentType: "content-type"
    case .cookie: "cookie"
    case .expect: "expect"
    case .host: "host"
    case .ifMatch: "if-match"
    case .ifModifiedSince: "if-modified-since"
    case .ifNoneMatch: "if-none-match"
    case .ifUnmodifiedSince: "if-unmodified-since"
    case .lastEventID: "last-event-id"
    case .origin: "origin"
    case .prefer: "prefer"
    case .accessControlRequestMethod: "access-control-request-method"
    case .accessControlRequestHeaders: "access-control-request-headers"
    case .screenAvoid: "screen-avoid"
    case .screenMessage: "screen-message"
    case .screenUser: "screen-user"
    case .transferEncoding: "transfer-encoding"
    case .traceparent: "traceparent"
    case .userAgent: "user-agent"
    case .range: "range"
    case .ifRange: "if-range"
    case .secFetchSite: "sec-fetch-site"
    case .marqueeConsole: "marquee-console"
    case .idempotencyKey: "idempotency-key"
    case .marqueeMinRevision: "marquee-min-revision"
    }
  }

  /// The field with this name, in any case; nil for any other name. Length and last letter select at most three
  /// candidates.
  package static func recognize(_ name: Bytes) -> KnownField? {
    guard name.count >= 4, name.count <= 30 else { return nil }
    let last = ByteClass.lowercased(name[name.count - 1])
    let candidate: KnownField
    switch (name.count, last) {
    case (4, 0x6D): candidate = .acceptIM
    case (4, 0x74): candidate = .host
    case (5, 0x65): candidate = .range
    case (6, 0x74): candidate = ByteClass.lowercased(name[0]) == 0x61 ? .accept : .expect
    case (6, 0x65): candidate = .cookie
    case (6, 0x6E): candidate = .origin
    case (6, 0x72): candidate = .prefer
    case (8, 0x68): candidate = .ifMatch
    case (8, 0x65): candidate = .ifRange
    case (10, 0x6E): candidate = .connection
    case (10, 0x74): candidate = .userAgent
    case (11, 0x72): candidate = .screenUser
    case (11, 0x74): candidate = .traceparent
    case (12, 0x64): candidate = .screenAvoid
    case (12, 0x65): candidate = .contentType
    case (13, 0x6E): candidate = .authorization
    case (13, 0x6C): candidate = .cacheControl
    case (13, 0x68): candidate = .ifNoneMatch
    case (13, 0x64): candidate = .lastEventID
    case (14, 0x68): candidate = .contentLength
    case (14, 0x65):
      candidate =
        switch (ByteClass.lowercased(name[0]), ByteClass.lowercased(name[1])) {
        case (0x63, _): .clientRelease
        case (_, 0x65): .secFetchSite
        default: .screenMessage
        }
    case (15, 0x65): candidate = ByteClass.lowercased(name[0]) == 0x61 ? .acceptLanguage : .marqueeConsole
    case (15, 0x67): candidate = .acceptEncoding
    case (15, 0x79): candidate = .idempotencyKey
    case (16, 0x67): candidate = .contentEncoding
    case (17, 0x65): candidate = .ifModifiedSince
    case (17, 0x67): candidate = .transferEncoding
    case (17, 0x73): candidate = .acceptViewTypes
    case (19, 0x65): candidate = .ifUnmodifiedSince
    case (20, 0x6E): candidate = .marqueeMinRevision
    case (29, 0x64): candidate = .accessControlRequestMethod
    case (30, 0x73): candidate = .accessControlRequestHeaders
    default: return nil
    }
    return name.equalsIgnoringCase(candidate.name) ? candidate : nil
  }
}
