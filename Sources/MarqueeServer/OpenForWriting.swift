#if canImport(Glibc)
  import Glibc
#endif

/// Whether any program has a file open for writing.
enum OpenForWriting {
  case yes
  case no
  /// The system does not say: not Linux, another user's file, or a file system without leases.
  case unknown

  init(_ path: String) {
    #if canImport(Glibc)
      let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        self = .unknown
        return
      }
      defer { close(descriptor) }
      // fcntl(2), "Leases": one for reading is given only when nobody has the file open for writing. Someone who
      // opens it meanwhile waits until it is given back, and a signal says so: one that does nothing, as the
      // usual one would end the process.
      let (setSignal, setLease) = (Int32(10), Int32(1024))
      guard fcntl(descriptor, setSignal, SIGURG) == 0 else {
        self = .unknown
        return
      }
      if fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 {
        _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
        self = .no
      } else {
        self = errno == EAGAIN ? .yes : .unknown
      }
    #else
      self = .unknown
    #endif
  }
}
