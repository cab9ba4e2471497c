/// Reads freed memory, which the address sanitizer must find.
@main
enum Outliving {
  static func main() {
    let numbers = UnsafeMutablePointer<Int>.allocate(capacity: 100)
    numbers.initialize(repeating: CommandLine.arguments.count, count: 100)
    let last = numbers + 99
    numbers.deallocate()
    print(last.pointee)
  }
}
