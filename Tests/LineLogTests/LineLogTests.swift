import Logging
import Testing

@testable import LineLog

/// Reads the log from a pipe.
struct LineLogTests {
  private func lines(_ format: LogFormat, level: Logger.Level = .info, _ work: (Logger) -> Void) throws
    -> [String]
  {
    let pipe = try LogPipe()
    let sink = LineSink(descriptor: pipe.writing, format: format)
    work(
      Logger(label: "test") {
        LineLogHandler(label: $0, format: format, level: level, sink: sink, clock: { 1_700_000_000.25 })
      })
    sink.flush(within: 60)
    return pipe.finish()
  }

  @Test func `a text line has time, level, message and sorted metadata`() throws {
    let lines = try lines(.text) {
      $0.info("published", metadata: ["version": .stringConvertible(3), "route": "menu/noodles"])
      $0.error("home.json:1:2: error: no")
    }
    #expect(
      lines == [
        "2023-11-14T22:13:20.250Z info published route=menu/noodles version=3",
        "2023-11-14T22:13:20.250Z error home.json:1:2: error: no",
      ])
  }

  @Test func `a JSON line is an object with typed values`() throws {
    let lines = try lines(.json) {
      $0.warning("a \"b\"", metadata: ["n": .stringConvertible(3), "ok": .stringConvertible(true), "x": "y"])
      $0.info("nested", metadata: ["all": ["one", ["two": "2"]], "part": .stringConvertible(0.5)])
    }
    #expect(
      lines == [
        #"{"time":"2023-11-14T22:13:20.250Z","level":"warning","logger":"test","message":"a \"b\"","n":3,"ok":true,"x":"y"}"#,
        #"{"time":"2023-11-14T22:13:20.250Z","level":"info","logger":"test","message":"nested","all":["one",{"two":"2"}],"part":0.5}"#,
      ])
  }

  @Test func `entries below the level are not written`() throws {
    let lines = try lines(.text, level: .warning) {
      $0.info("no")
      $0.warning("yes")
    }
    #expect(lines == ["2023-11-14T22:13:20.250Z warning yes"])
  }

  @Test(arguments: [
    ("two\nlines", #"two\u{a}lines"#), ("\u{1B}[31mred", #"\u{1b}[31mred"#), ("a\u{2028}b", #"a\u{2028}b"#),
    ("\u{202E}turned", #"\u{202e}turned"#), ("칼국수", "칼국수"),
  ])
  func `control characters in a message are escaped`(message: String, written: String) throws {
    #expect(try lines(.text) { $0.info("\(message)") } == ["2023-11-14T22:13:20.250Z info \(written)"])
  }

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), ("two words", "\"two words\""), ("a=b", "\"a=b\""),
    ("quo\"te", #""quo\"te""#), ("new\nline", #""new\nline""#),
  ])
  func `ambiguous values are quoted`(value: String, written: String) throws {
    let lines = try lines(.text) { $0.info("m", metadata: ["k": "\(value)"]) }
    #expect(lines == ["2023-11-14T22:13:20.250Z info m k=\(written)"])
  }

  @Test func `metadata cannot replace the message`() throws {
    let lines = try lines(.json) { $0.info("true", metadata: ["message": "false"]) }
    #expect(lines.count == 1 && lines[0].contains(#""message":"true""#) && !lines[0].contains("false"))
  }

  @Test func `unread lines are dropped and counted`() throws {
    let pipe = try LogPipe()
    let sink = LineSink(descriptor: pipe.writing, format: .json)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    // More than the pipe and the sink can buffer together.
    let count = 2 * LineSink.maximumBytes / line.count
    for _ in 0..<count { sink.write(line) }
    let read = pipe.readLater()
    sink.flush(within: 60)
    pipe.closeWriting()
    let lines = read()
    let written = lines.count { $0.first == "x" }
    #expect(written < count && written * line.count >= LineSink.maximumBytes / 2)
    #expect(
      lines.contains { $0.contains("log lines were dropped") && $0.contains(#""lines":\#(count - written)"#) }
    )
  }
}
