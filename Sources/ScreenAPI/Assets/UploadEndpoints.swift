import AdminModel
package import HTTPWire
import Screens

/// Pictures that authors upload: `POST /admin/assets` and `DELETE /admin/assets/{name}`.
enum UploadEndpoints {
  static let all: [Endpoint] = [upload, delete]

  static let upload = Endpoint(
    .post, "/admin/assets", "uploadAsset", .assets,
    "Stores a picture: PNG, JPEG, GIF, WebP, AVIF, or SVG that neither runs nor loads anything",
    access: .token(.edit), effect: .stores, reading: .author, .picture,
    responses: [.json(201, "The picture is stored", UploadedPicture.self)], problems: [.noRoom]
  ) { (api, author, picture) throws(ScreensError) in
    .json(UploadedPicture(uri: try api.publisher.assets.upload(picture, by: author)), 201)
  }

  static let delete = Endpoint(
    .delete, "/admin/assets/{name}", "deleteAsset", .assets,
    "Deletes an uploaded picture to which no current version, draft or open set refers",
    access: .token(.publish), effect: .stores, reading: .uploadName, .author,
    responses: [.json("The picture was deleted", DeletedPicture.self)],
    problems: [.unknownAsset, .breaksScreens, .assetInUse]
  ) { (api, name, author) throws(ScreensError) in
    try api.publisher.assets.delete(name, by: author, force: api.serving.isChangeSet)
    return .json(DeletedPicture(name: name))
  }
}

extension WireLimits {
  /// The limits of the API's requests: pictures may be larger than other bodies.
  package static var api: WireLimits {
    var limits = WireLimits()
    limits.uploadPath = "/admin/assets"
    limits.uploadBody = Picture.maximumBytes
    return limits
  }

  /// The limits of a server with a real backend, which may take larger bodies. ``ScreenAPI`` itself refuses them.
  package static var apiWithUpstream: WireLimits {
    var limits = api
    limits.body = UpstreamLimits.bodyBytes
    return limits
  }
}

extension Parameter where Value == Picture {
  /// A picture as the body. Its bytes decide what it is, whatever `Content-Type` says.
  fileprivate static var picture: Self {
    Parameter(
      [],
      body: BodyDeclaration(
        [("image/*", .string(format: "binary"))], "The picture, at most \(Picture.maximumBytes) bytes.",
        isRequired: true), problems: [.unsupportedMediaType]
    ) { (request, _, _) throws(Problem) in
      let bytes = try bytes(of: request)
      do throws(Picture.Refusal) {
        return try Picture(bytes)
      } catch {
        throw Problem(.unsupportedMediaType, error.reason)
      }
    }
  }
}

extension Parameter where Value == String {
  fileprivate static var uploadName: Self { path("name", "The name of an uploaded picture.", .string) { $0 } }
}
