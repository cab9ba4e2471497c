/// Gives names that differ.
struct NameAllocator {
  private var taken: Set<String>
  /// What is put behind a name that is taken for good.
  private let suffix: String
  private let reserved: Set<String>
  /// Names that differ in the case of letters alone are the same.
  private let ignoresCase: Bool
  /// The next number for each name that was wanted again.
  private var numbers: [String: Int] = [:]

  init(reserved: Set<String>, suffix: String = "Value", ignoresCase: Bool = false) {
    taken = []
    self.reserved = reserved
    self.suffix = suffix
    self.ignoresCase = ignoresCase
  }

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

  /// Names for all of `texts`, in their order. What needs no change comes before what does, so that a name
  /// does not change as others come.
  mutating func allocate(_ texts: [String], naming: (String) -> String) -> [String] {
    let wanted = texts.map(naming)
    var names = wanted
    let order =
      wanted.indices.filter { wanted[$0] == texts[$0] } + wanted.indices.filter { wanted[$0] != texts[$0] }
    for index in order { names[index] = allocate(wanted[index]) }
    return names
  }
}
