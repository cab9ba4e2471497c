import Foundation
import JSONText
import MessageDigest

/// A picture that an author has uploaded. It is named by the digest of its bytes, so its content never changes.
package struct UploadedAsset: Sendable {
  /// The maximum number of uploaded pictures.
  package static let maximumCount = 1000
  /// The maximum size of all uploaded pictures together, in bytes.
  package static let maximumTotalBytes = 64 << 20

  package let name: String
  /// The bytes in Base64, as they are stored.
  private let text: String
  package let byteCount: Int

  init(_ picture: Picture) {
    let digest = Hexadecimal.text(of: SHA256Digest(of: picture.bytes).bytes)
    name = "\(digest).\(picture.format.fileExtension)"
    text = Data(picture.bytes).base64EncodedString()
    byteCount = picture.bytes.count
  }

  /// Reads what a store holds.
  init(name: String, stored json: JSONValue) throws(UnreadableDocument) {
    guard AssetName.isValid(name), let text = json["data"]?.stringValue else {
      throw UnreadableDocument("it has no data")
    }
    self.name = name
    self.text = text
    byteCount = text.utf8.count / 4 * 3 - text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
  }

  /// The bytes of the picture; nil if the stored text is damaged.
  package var bytes: [UInt8]? { Data(base64Encoded: text).map { Array($0) } }

  var json: JSONValue { ["data": .string(text)] }
}

/// Why there is no room for another uploaded picture.
struct NoRoomForUpload: Error, CustomStringConvertible {
  var description: String {
    "a server keeps at most \(UploadedAsset.maximumCount) uploaded pictures of together "
      + "\(UploadedAsset.maximumTotalBytes) bytes; delete those that GET /admin/assets?unused=true lists"
  }
}

/// The uploaded pictures of a server, by name.
package struct UploadedAssets: Sendable {
  private(set) var byName: [String: UploadedAsset] = [:]

  package subscript(name: String) -> UploadedAsset? { byName[name] }

  /// Sorted by name.
  package var all: [UploadedAsset] { byName.values.sorted { $0.name < $1.name } }

  mutating func set(_ asset: UploadedAsset) { byName[asset.name] = asset }

  mutating func remove(_ name: String) { byName[name] = nil }

  /// Checks that the limits allow a picture, whether or not it is among these.
  func requireRoom(for asset: UploadedAsset) throws(NoRoomForUpload) {
    let others = byName.values.lazy.filter { $0.name != asset.name }
    let bytes = others.reduce(asset.byteCount) { $0 + $1.byteCount }
    guard others.count < UploadedAsset.maximumCount, bytes <= UploadedAsset.maximumTotalBytes else {
      throw NoRoomForUpload()
    }
  }
}
