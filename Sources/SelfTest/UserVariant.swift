import CurlClient
import JSONText

/// A user and the variant that the user was served.
struct UserVariant: Sendable {
  let user: String
  let variant: String
}

extension Subject {
  /// The variant of each user in `Screen-Variant`, nil for none. Sends many requests concurrently.
  func variants(of users: [String], at route: String) async throws -> [String?] {
    let requests = users.map { request("GET", "/screens/\(route)?user=\($0)") }
    var variants: [String?] = []
    for (user, outcome) in zip(users, try await many.responses(to: requests, concurrency: 16)) {
      let response = try outcome.get()
      try expect("status for user \(user)", response.status, is: 200)
      variants.append(response.value(of: "Screen-Variant"))
    }
    return variants
  }

  /// Finds one user for each variant.
  func oneUserForEachVariant(of route: String) async throws -> [UserVariant] {
    let users = (0..<64).map { "u\($0)" }
    var found: [UserVariant] = []
    for (user, variant) in zip(users, try await variants(of: users, at: route)) {
      guard let variant, !found.contains(where: { $0.variant == variant }) else { continue }
      found.append(UserVariant(user: user, variant: variant))
    }
    try expect(
      "variants of \(users.count) users of \(route)", found.count >= 2, "two or more", got: "\(found)")
    return found
  }
}
