/// Assigns unique names.
struct NameAllocator {
  private var taken: Set<String>
  /// The suffix for a reserved name.
  private let suffix: String
  private let reserved: Set<String>
  /// Whether names that differ only in case count as the same.
  private let ignoresCase: Bool
  /// The next number for each name that was requested again.
  private var numbers: [String: Int] = [:]

  init(
    reserved: Set<String>, suffix: String = "Value", ignoresCase: Bool = false, taken: Set<String> = []
  ) {
    self.taken = ignoresCase ? Set(taken.map { $0.lowercased() }) : taken
    self.reserved = reserved
    self.suffix = suffix
    self.ignoresCase = ignoresCase
  }

  /// Returns the name itself, with the suffix when it is reserved and a number when it is taken.
  mutating func allocate(_ wanted: String) -> String {
    let base = reserved.contains(wanted) ? wanted + suffix : wanted
    var name = base
    var number = numbers[base, default: 2]
    defer { numbers[base] = number }
    while !taken.insert(ignoresCase ? name.lowercased() : name).inserted || reserved.contains(name) {
      name = base + String(number)
      number += 1
    }
    return name
  }

  /// Returns unique names for all texts, in their order.
  ///
  /// Texts that are valid names come first, so that adding another text does not change their names.
  mutating func allocate(_ texts: [String], naming: (String) -> String) -> [String] {
    let wanted = texts.map(naming)
    var names = wanted
    let order =
      wanted.indices.filter { wanted[$0] == texts[$0] } + wanted.indices.filter { wanted[$0] != texts[$0] }
    for index in order { names[index] = allocate(wanted[index]) }
    return names
  }
}
