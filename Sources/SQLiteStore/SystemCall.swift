#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The calls of the system that take a path. Paths have no U+0000: ``DataFolder/create()`` refuses those.
enum SystemCall {
  /// Opens a file; one that is made is its owner's alone.
  ///
  /// Close-on-exec, for a lock of flock(2) belongs to the open file, which a child would inherit.
  /// - Returns: a descriptor, or -1 with the reason in `errno`.
  static func open(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
      // SAFETY: the C string that Swift makes of the path lives until the call returns, and is not kept.
      unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
    #else
      // SAFETY: as above.
      unsafe Darwin.open(path, flags | O_CLOEXEC, 0o600)
    #endif
  }

  /// Makes a folder that is its owner's alone.
  /// - Returns: false with the reason in `errno`.
  static func makeDirectory(_ path: String) -> Bool {
    // SAFETY: the C string that Swift makes of the path lives until the call returns, and is not kept.
    unsafe mkdir(path, 0o700) == 0
  }

  /// Gives a file another name, which must not be taken.
  /// - Returns: false with the reason in `errno`.
  static func rename(_ path: String, toNew name: String) -> Bool {
    // Unlike rename(2), link(2) replaces nothing.
    // SAFETY: the C strings that Swift makes of the paths live until the calls return, and are not kept.
    guard unsafe link(path, name) == 0 else { return false }
    // SAFETY: as above.
    _ = unsafe unlink(path)
    return true
  }

  /// What the last call said.
  static var reason: String {
    // SAFETY: strerror returns a C string that stays until this thread's next call of it.
    unsafe String(cString: strerror(errno))
  }
}
