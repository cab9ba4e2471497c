/// The reason why a server could not start to listen.
package enum ListenError: Error, Equatable, CustomStringConvertible, Sendable {
  case portInUse(host: String, port: Int)
  case portOutOfRange(Int)
  case notPermitted(host: String, port: Int)
  case unknownHost(String)
  case addressNotAvailable(String)
  case alreadyStarted
  /// Another failed system call, with its name and errno.
  case system(call: String, code: Int32)

  package var description: String {
    switch self {
    case .portInUse(let host, let port):
      "port \(port) on \(host) is in use; stop the other program, or choose another port (0 for a free one)"
    case .portOutOfRange(let port): "\(port) is not a port: ports are 0 to 65535"
    case .notPermitted(let host, let port): "not permitted to listen on port \(port) of \(host)"
    case .unknownHost(let host): "the host \(host) is unknown"
    case .addressNotAvailable(let host): "\(host) is not an address of this machine"
    case .alreadyStarted: "the server was already started"
    case .system(let call, let code): "\(call) failed with errno \(code)"
    }
  }
}
