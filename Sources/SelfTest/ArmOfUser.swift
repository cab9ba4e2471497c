import CurlClient
import JSONText

/// Who was served which arm.
struct ArmOfUser: Sendable {
  let user: String
  let variant: String
}

extension Subject {
  /// The arm of each user, nil for who is in none, as `Screen-Variant` tells it; asked for many at once.
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

  /// For each of the first two arms met, a user who is in it.
  func oneUserForEachArm(of route: String) async throws -> [ArmOfUser] {
    let users = (0..<64).map { "u\($0)" }
    var found: [ArmOfUser] = []
    for (user, arm) in zip(users, try await arms(of: users, at: route)) {
      guard let arm, !found.contains(where: { $0.variant == arm }) else { continue }
      found.append(ArmOfUser(user: user, variant: arm))
    }
    try expect("arms of \(users.count) users of \(route)", found.count >= 2, "two or more", got: "\(found)")
    return found
  }
}
