import Foundation
import ScreenKit

func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try work()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

var registry = ViewRegistry { viewType, _ in Content.unknown(viewType) }
registry.register(OneLine.self) { Content.oneLine($0) }
registry.register(TwoLines.self) { Content.twoLines($0) }
registry.register(OneImage.self) { Content.oneImage($0) }

let count = 1000
let contents = (0..<count).map { index in
  switch index % 3 {
  case 0: ("ONE_LINE_TEXT", #"{"text1":"칼국수 메뉴 \#(index)"}"#)
  case 1: ("TWO_LINE_TEXT", #"{"text1":"들깨 칼국수","text2":"\#(index)원"}"#)
  default: ("ONE_IMAGE", #"{"url":"https://ifh.cc/g/\#(index).jpg"}"#)
  }
}

func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

/// Prints the decoding time of a format by hand and with ScreenKit. The two alternate, so that other load on
/// the machine affects both.
@MainActor
func compareDecoding(_ format: WireFormat, _ text: String, byHand: (Data) throws -> Int) throws {
  let data = Data(text.utf8)
  let decoder = ScreenDecoder(format: format, registry: registry)
  var handTimes: [Double] = []
  var kitTimes: [Double] = []
  for round in 0..<110 {
    let handTime = try seconds {
      guard try byHand(data) == count else { throw CocoaError(.coderInvalidValue) }
    }
    let kitTime = try seconds {
      let decoded = try decoder.decode(data)
      guard decoded.screen.items.count == count, decoded.warnings.isEmpty else {
        throw CocoaError(.coderInvalidValue)
      }
    }
    if round < 10 { continue }
    handTimes.append(handTime)
    kitTimes.append(kitTime)
  }
  let ratio = median(kitTimes) / median(handTimes)
  print(
    "decode of \(count) items as \(format.name), median of \(handTimes.count):",
    String(
      format: "by hand %.3f ms, ScreenKit %.3f ms, ratio %.2f", median(handTimes) * 1000,
      median(kitTimes) * 1000, ratio
    ))
}

let viewItems = contents.map { #"{"viewType":"\#($0)","viewObject":\#($1)}"# }.joined(separator: ",")
try compareDecoding(.viewItems, #"{"viewItems":[\#(viewItems)]}"#) {
  try JSONDecoder.screenKit.decode(HandWritten.self, from: $0).viewItems.count
}
let items = contents.enumerated().map { #"{"id":"item-\#($0)","viewType":"\#($1.0)","content":\#($1.1)}"# }
try compareDecoding(
  .screen, #"{"route":"r","version":1,"sections":[{"items":[\#(items.joined(separator: ","))]}]}"#
) {
  try JSONDecoder.screenKit.decode(HandWrittenScreen.self, from: $0).sections.reduce(0) {
    $0 + $1.items.count
  }
}

// Differences of ten thousand items: one item moved, all items shuffled.
let many = (0..<10_000).map { ScreenItem(id: "item-\($0)", OneLine(text1: "\($0)")) }
func screen(_ items: [ScreenItem]) -> Screen { Screen(sections: [ScreenSection(id: "s", items: items)]) }
for (name, other) in [("one moved", Array(many.dropFirst()) + [many[0]]), ("all shuffled", many.shuffled())] {
  let time = median(
    (0..<11).map { _ in
      seconds {
        if ScreenDifference(from: screen(many), to: screen(other)).isEmpty { print("no difference?") }
      }
    })
  print("difference of 10,000 items, \(name):", String(format: "%.1f ms", time * 1000))
}
