import FileSystem
import JSONText
import ScreenAPI
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A recording in a file: HAR 1.2, one entry a line.
///
/// Each entry overwrites the end of the file with itself and a new end, so the file is a whole archive after each one,
/// whenever the process ends. A process that is killed while it writes an entry damages only that one: the next start
/// with the same file removes it, and continues the recording.
final class RecordingFile: UpstreamRecorder {
  private struct State {
    /// The place of the end that the next entry overwrites, in bytes.
    var end: Int
    var hasEntries: Bool
    /// Whether nothing is recorded any more.
    var isFull = false
  }

  private static let tail = Array("\n]}}\n".utf8)
  private let path: String
  private let descriptor: Int32
  private let state: Mutex<State>
  private let warn: @Sendable (String) -> Void

  /// Opens a recording, and creates it with mode 0600 if there is none.
  /// - Throws: ``StartError`` for a file that is no recording of this program, or cannot be written.
  init(_ path: String, version: String, warn: @escaping @Sendable (String) -> Void) throws(StartError) {
    let head = Self.head(version)
    let descriptor = SystemCall.open(path, O_RDWR | O_CREAT)
    guard descriptor >= 0 else { throw Self.failure(path) }
    guard let old = SystemCall.read(descriptor, limit: UpstreamLimits.recordingBytes) else {
      let failure = Self.failure(path)
      close(descriptor)
      throw failure
    }
    guard let kept = old.isEmpty ? (end: head.count, hasEntries: false) : Self.kept(old) else {
      close(descriptor)
      throw StartError("\(path) is no recording of marquee; name another file, or delete it")
    }
    let start = old.isEmpty ? head : []
    guard SystemCall.write(start + Self.tail, to: descriptor, at: old.isEmpty ? 0 : kept.end),
      ftruncate(descriptor, off_t(kept.end + Self.tail.count)) == 0
    else {
      let failure = Self.failure(path)
      close(descriptor)
      throw failure
    }
    self.path = path
    self.descriptor = descriptor
    self.warn = warn
    state = Mutex(State(end: kept.end, hasEntries: kept.hasEntries))
  }

  deinit { close(descriptor) }

  private static func failure(_ path: String) -> StartError {
    StartError("the recording \(path) cannot be written: \(SystemCall.reason)")
  }

  private static func head(_ version: String) -> [UInt8] {
    Array(
      (#"{"log":{"version":"1.2","creator":{"name":"marquee","version":"# + JSONValue.string(version).text
        + #"},"entries":["#).utf8)
  }

  /// The part of a recording before its end: whole entries only. Nil for another file.
  private static func kept(_ bytes: [UInt8]) -> (end: Int, hasEntries: Bool)? {
    guard bytes.starts(with: Array(#"{"log":{"version":"1.2","creator":{"name":"marquee","#.utf8)),
      var end = bytes.firstIndex(of: 0x0A)
    else { return nil }
    let first = end
    while end < bytes.count {
      let start = end + 1
      guard let next = bytes[min(start, bytes.count)...].firstIndex(of: 0x0A) else { break }
      let line = bytes[start..<next]
      let entry = line.last == UInt8(ascii: ",") ? line.dropLast() : line
      guard entry.first == UInt8(ascii: "{"), (try? JSONParser.parse(Array(entry))) != nil else { break }
      end = start + entry.count
      guard end < next else { break }
      end = next
    }
    return (bytes[..<end].last == UInt8(ascii: ",") ? end - 1 : end, end > first)
  }

  func add(_ entry: [UInt8]) {
    let warning = state.withLock { state -> String? in
      guard !state.isFull else { return nil }
      let line = Array((state.hasEntries ? ",\n" : "\n").utf8) + entry
      guard state.end + line.count + Self.tail.count <= UpstreamLimits.recordingBytes else {
        state.isFull = true
        return
          "the recording \(path) has \(UpstreamLimits.recordingBytes >> 20) MiB; nothing more is recorded"
      }
      guard SystemCall.write(line + Self.tail, to: descriptor, at: state.end) else {
        state.isFull = true
        return "the recording \(path) cannot be written: \(SystemCall.reason); nothing more is recorded"
      }
      state.end += line.count
      state.hasEntries = true
      return nil
    }
    if let warning { warn(warning) }
  }
}
