import JSONText
import ScreenAPI
import ScreenMock

extension Marquee {
  /// A rule of the mock: the requests for screens that it matches, and its effect on their responses.
  ///
  /// It needs at least one effect. What it leaves out matches every request.
  ///
  /// ```swift
  /// let rule = Marquee.MockRule(on: "menu/*", times: 2, status: 503)
  /// ```
  public struct MockRule: Sendable, Hashable {
    /// The routes that match; `*` stands for any characters of one segment, `**` for any characters. Nil for all.
    public var route: String?
    /// The attributes that match, with their values as in the query of a request. Other conditions need the admin API.
    public var attributes: [String: String]
    /// The number of the one matching request that the rule applies to, from 1; nil for all.
    public var nth: Int?
    /// The share of the matching requests that the rule applies to, 0 to 1; nil for all.
    public var probability: Double?
    /// The largest number of requests that the rule applies to; nil for no limit.
    public var times: Int?
    /// The rank among rules: the first rule that matches is applied, lowest order first, then by name.
    public var order: Int
    /// The beginning of random choices: the same seed makes the same ones.
    public var seed: Int

    /// The wait before the response.
    public var delay: Delay?
    /// The speed of the body.
    public var bytesPerSecond: Int?
    /// The status, 200 to 599, of a problem in place of the screen.
    public var status: Int?
    /// The fault of the connection in place of the response.
    public var fault: Fault?
    /// The damage to the screen.
    public var chaos: Chaos?
    /// The name of the scenario that the screen comes from.
    public var scenario: String?

    /// Creates a rule for the requests that match all of its first arguments.
    public init(
      on route: String? = nil, attributes: [String: String] = [:], nth: Int? = nil,
      probability: Double? = nil, times: Int? = nil, order: Int = 0, seed: Int = 0, delay: Delay? = nil,
      bytesPerSecond: Int? = nil, status: Int? = nil, fault: Fault? = nil, chaos: Chaos? = nil,
      scenario: String? = nil
    ) {
      self.route = route
      self.attributes = attributes
      self.nth = nth
      self.probability = probability
      self.times = times
      self.order = order
      self.seed = seed
      self.delay = delay
      self.bytesPerSecond = bytesPerSecond
      self.status = status
      self.fault = fault
      self.chaos = chaos
      self.scenario = scenario
    }
  }
}

extension Marquee.MockRule {
  /// The rule as the admin API takes it, which checks everything that JSON can express.
  var json: JSONValue {
    get throws(MockError) {
      var match = JSONObject()
      match["route"] = route.map { .string($0) }
      if !attributes.isEmpty { match["condition"] = MockChanges.condition(attributes) }
      match["nth"] = nth.map { .number(JSONNumber($0)) }
      if let probability {
        guard let number = JSONNumber(probability) else {
          throw MockError("probability is \(probability); write a number from 0 to 1")
        }
        match["probability"] = .number(number)
      }
      match["times"] = times.map { .number(JSONNumber($0)) }
      var rule = JSONObject()
      if !match.isEmpty { rule["match"] = .object(match) }
      if order != 0 { rule["order"] = .number(JSONNumber(order)) }
      if seed != 0 { rule["seed"] = .number(JSONNumber(seed)) }
      rule["delay"] = try delay?.json
      rule["bytesPerSecond"] = bytesPerSecond.map { .number(JSONNumber($0)) }
      rule["status"] = status.map { .number(JSONNumber($0)) }
      rule["fault"] = fault.map { .string($0.rawValue) }
      rule["chaos"] = chaos.map { .string($0.rawValue) }
      rule["scenario"] = scenario.map { .string($0) }
      return .object(rule)
    }
  }
}

extension Marquee.Delay {
  /// The delay as rules and endpoints have it.
  var json: JSONValue {
    get throws(MockError) {
      switch checked {
      case .fixed(let time): return .number(JSONNumber(time))
      case .range(let from, let to):
        return ["from": .number(JSONNumber(from)), "to": .number(JSONNumber(to))]
      case .lognormal(let median, let sigma):
        guard let median = JSONNumber(median), let sigma = JSONNumber(sigma) else { break }
        return ["median": .number(median), "sigma": .number(sigma)]
      case nil: break
      }
      throw MockError("delay is \(self); \(Self.rule)")
    }
  }
}
