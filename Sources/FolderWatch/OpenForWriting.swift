#if canImport(Glibc)
  import Glibc
#endif

/// Whether a program has a file open for writing.
enum OpenForWriting {
  case yes
  case no
  /// Unknown, because the system is not Linux, the file belongs to another user, or the file system has no leases.
  case unknown

  init(_ path: String) {
    #if canImport(Glibc)
      let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        self = .unknown
        return
      }
      defer { close(descriptor) }
      // fcntl(2), "Leases": the kernel grants a read lease only if no program has the file open for writing. A program
      // that opens the file meanwhile waits until the lease is released, and this process gets a signal. SIGURG is
      // ignored by default; the usual signal, SIGIO, would end the process.
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
