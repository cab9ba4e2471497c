#if canImport(Glibc)
  import Glibc

  /// The kernel's notes of what happens to names within folders: inotify(7).
  struct Inotify: Sendable {
    struct Event {
      let watch: Int32
      let mask: Int32
      let name: String

      func has(_ bits: Int32) -> Bool { mask & bits != 0 }
    }

    /// The system's error number.
    struct Failure: Error {
      let code: Int32
    }

    /// To be closed by whoever made this, once nothing reads from it.
    let descriptor: Int32

    init() throws(Failure) {
      // inotify(7) defines its flags as these.
      descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(code: errno) }
    }

    /// Names that come, go or change their file.
    static let namesChange = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    /// The folder itself goes, is renamed, or files change.
    static let anything =
      namesChange | IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF

    /// A number for the folder; nil when there is no such folder, or it can't be read. What it was watched for
    /// before goes on.
    /// - Throws: ``Failure`` when the system has no more watches to give.
    func watch(_ folder: String, for mask: Int32) throws(Failure) -> Int32? {
      let mask = mask | IN_MASK_ADD | IN_ONLYDIR
      let watch = unsafe inotify_add_watch(descriptor, folder, UInt32(bitPattern: mask))
      if watch >= 0 { return watch }
      guard errno == ENOSPC || errno == ENOMEM else { return nil }
      throw Failure(code: errno)
    }

    func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

    /// What has happened until now, without waiting.
    func events() -> [Event] {
      var events: [Event] = []
      // The queue has an end (max_queued_events), but others may fill it while it is read.
      for _ in 0..<256 {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
          // SAFETY: the call writes no more than the buffer has room for, and says how much it wrote.
          count = max(unsafe read(descriptor, buffer.baseAddress, buffer.count), 0)
        }
        guard !bytes.isEmpty else { break }
        Self.parse(bytes[...], into: &events)
      }
      return events
    }

    /// `struct inotify_event`: watch, mask, cookie and the name's length, of four bytes each, then the name,
    /// filled up with zeros.
    private static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
      var rest = bytes
      while rest.count >= 16 {
        let fields = unsafe rest.withUnsafeBytes { bytes in
          // SAFETY: at least 16 bytes are there; the kernel writes them in the machine's own order.
          unsafe (
            bytes.loadUnaligned(fromByteOffset: 0, as: Int32.self),
            bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self),
            bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
          )
        }
        let name = rest.dropFirst(16).prefix(Int(fields.2))
        events.append(
          Event(
            watch: fields.0, mask: fields.1,
            name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)))
        rest = rest.dropFirst(16 + name.count)
      }
    }
  }
#endif
