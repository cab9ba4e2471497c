import Screens

/// A body, plain and gzipped, with the entity tag of each.
final class RenditionBody: Sendable {
  struct Coded: Sendable {
    let bytes: [UInt8]
    let tag: String

    init(_ bytes: [UInt8]) {
      // Without the room that writing leaves at the end.
      var kept: [UInt8] = []
      kept.reserveCapacity(bytes.count)
      kept += bytes
      self.bytes = kept
      tag = EntityTag.of(kept)
    }
  }

  let identity: Coded
  /// Nil if compression does not make it smaller.
  let gzip: Coded?

  /// - Parameter isTemplate: whether it is filled for each request, and compressed then.
  init(_ bytes: [UInt8], isTemplate: Bool) {
    identity = Coded(bytes)
    gzip = isTemplate ? nil : Gzip.compress(bytes).map(Coded.init)
  }
}
