#if canImport(Glibc)
  import Glibc

  /// An inotify(7) instance, which reports changes of files in folders.
  struct Inotify: Sendable {
    struct Event {
      let watch: Int32
      let mask: Int32
      let name: String

      func has(_ bits: Int32) -> Bool { mask & bits != 0 }
    }

    /// An error of a system call.
    struct SystemError: Error {
      /// The value of `errno`.
      let code: Int32
    }

    /// The owner of this instance closes it when nothing reads from it any more.
    let descriptor: Int32

    init() throws(SystemError) {
      // IN_NONBLOCK and IN_CLOEXEC have the values of these flags (inotify(7)).
      descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError(code: errno) }
    }

    /// A name is created, deleted or renamed.
    static let namesChange = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    /// Any change of files or of the folder itself.
    static let anything =
      namesChange | IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF

    /// Adds events to the watch of a folder.
    /// - Returns: the watch descriptor; nil if the folder does not exist or cannot be read.
    /// - Throws: ``SystemError`` if the limit of watches is reached.
    func watch(_ folder: String, for mask: Int32) throws(SystemError) -> Int32? {
      let mask = mask | IN_MASK_ADD | IN_ONLYDIR
      let watch = unsafe inotify_add_watch(descriptor, folder, UInt32(bitPattern: mask))
      if watch >= 0 { return watch }
      guard errno == ENOSPC || errno == ENOMEM else { return nil }
      throw SystemError(code: errno)
    }

    func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

    /// Reads the queued events. Does not wait.
    func events() -> [Event] {
      var events: [Event] = []
      // A limit on the reads ends the loop even if other processes add events as fast as this one reads them.
      for _ in 0..<256 {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
          // SAFETY: read writes at most the given number of bytes and returns how many it wrote.
          count = max(unsafe read(descriptor, buffer.baseAddress, buffer.count), 0)
        }
        guard !bytes.isEmpty else { break }
        Self.parse(bytes[...], into: &events)
      }
      return events
    }

    /// Parses `struct inotify_event`: watch, mask, cookie and length of the name, four bytes each, then the name, padded
    /// with zeros.
    private static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
      var rest = bytes
      while rest.count >= 16 {
        let fields = unsafe rest.withUnsafeBytes { bytes in
          // SAFETY: there are at least 16 bytes, in the machine's byte order.
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
