import AdminTokenFile
import Logging

/// The token of the admin API.
struct ServerToken: Sendable {
  let text: String
  /// Whether the token was generated and not shown to anybody yet.
  let isNew: Bool
  private let folder: String

  /// Takes the token of the configuration, or else that of the data folder.
  /// - Parameter folder: the data folder, locked.
  init(_ configuration: Marquee.Configuration, in folder: String) throws(StartError) {
    self.folder = folder
    if let token = configuration.adminToken {
      (text, isNew) = (token, false)
      return
    }
    do throws(AdminToken.FileError) {
      (text, isNew) = try AdminToken.load(from: folder) { configuration.logger.warning("\($0)") }
    } catch {
      throw StartError(error.message)
    }
  }

  /// Notes that somebody has seen the token, so that later starts do not call it new.
  func didShow() { AdminToken.didShow(in: folder) }
}
