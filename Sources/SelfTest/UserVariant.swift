import CurlClient
import JSONText

/// A user and the variant that the user was served.
struct UserVariant: Sendable {
  let user: String
  let variant: String
}

extension Subject {
  /// The variant of each user in `Screen-Variant`, nil for none. Sends many requests concurrently.
  func arms(of users: [String], at route: String) async throws -> [String?] {
    let requests = users.map { request("GET", "/screens/\(route)?user=\($0)") }
    var arms: [String?] = []
    for (user, answer) in zip(users, try await many.responses(to: requests, concurrency: 16)) {
      let response = try answer.get()
      try expect("status for user \(user)", response.status, is: 200)
      arms.append(response.value(of: "Screen-Variant"))
    }
    return arms
  }

  /// Finds one user for each variant.
  func oneUserForEachVariant(of route: String) async throws -> [UserVariant] {
    let users = (0..<64).map { "u\($0)" }
    var found: [UserVariant] = []
    for (user, arm) in zip(users, try await arms(of: users, at: route)) {
      guard let arm, !found.contains(where: { $0.variant == arm }) else { continue }
      found.append(UserVariant(user: user, variant: arm))
    }
    try expect("arms of \(users.count) users of \(route)", found.count >= 2, "two or more", got: "\(found)")
    return found
  }
}
