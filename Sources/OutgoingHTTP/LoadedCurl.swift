internal import CCurlCalls

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The functions of libcurl that this program calls (<https://curl.se/libcurl/c/>), loaded when the first request is
/// sent.
///
/// The library is not linked: a server that sends no requests does not need it, and starts faster.
@safe
struct LoadedCurl: @unchecked Sendable {
  // SAFETY: the pointers are to functions, which stay loaded until the process ends.

  typealias Easy = UnsafeMutableRawPointer
  typealias List = UnsafeMutableRawPointer

  /// Options and codes by their numbers, which never change (<https://curl.se/libcurl/c/symbols-in-versions.html>).
  enum Option {
    static let lowSpeedBytes: Int32 = 19
    static let lowSpeedSeconds: Int32 = 20
    static let noProgress: Int32 = 43
    static let noBody: Int32 = 44
    static let post: Int32 = 47
    static let followLocation: Int32 = 52
    static let postFieldSize: Int32 = 60
    static let noSignal: Int32 = 99
    static let maximumBodyBytes: Int32 = 114
    static let timeoutMilliseconds: Int32 = 155
    static let connectTimeoutMilliseconds: Int32 = 156
    static let protocols: Int32 = 181
    static let pathAsIs: Int32 = 234
    static let writeData: Int32 = 10_001
    static let url: Int32 = 10_002
    static let proxy: Int32 = 10_004
    static let errorBuffer: Int32 = 10_010
    static let postFields: Int32 = 10_015
    static let httpHeader: Int32 = 10_023
    static let headerData: Int32 = 10_029
    static let method: Int32 = 10_036
    static let progressData: Int32 = 10_057
    static let certificateFile: Int32 = 10_065
    static let certificateFolder: Int32 = 10_097
    static let openSocketData: Int32 = 10_164
    static let writeFunction: Int32 = 20_011
    static let headerFunction: Int32 = 20_079
    static let openSocketFunction: Int32 = 20_163
    static let progressFunction: Int32 = 20_219
    /// Does not wait for a name server after a timeout. libcurl before 7.87 does not know this option and ignores it.
    static let quickExit: Int32 = 322
  }

  /// `CURLPROTO_HTTP | CURLPROTO_HTTPS`.
  static let webProtocols = 1 | 2
  /// `CURL_ERROR_SIZE`.
  static let errorBytes = 256

  /// Facts about an exchange (<https://curl.se/libcurl/c/curl_easy_getinfo.html>).
  enum Info: Int32 {
    /// The status of the last response; 0 without one.
    case status = 0x20_0002
    /// The result of OpenSSL's check of the certificate: 0 if it is trusted.
    case certificateCheck = 0x20_000D
    /// The system's error of the connection; 0 without one.
    case systemError = 0x20_0019
    /// The time until the connection was made, in microseconds; 0 without one.
    case connectTime = 0x60_0034
  }

  /// `CURL_GLOBAL_DEFAULT`.
  private static let globalDefault = 3

  let makeEasy: @convention(c) () -> Easy?
  let perform: @convention(c) (Easy) -> Int32
  let cleanUp: @convention(c) (Easy) -> Void
  let describe: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let append: @convention(c) (List?, UnsafePointer<CChar>) -> List?
  let freeList: @convention(c) (List?) -> Void
  private let setOption: UnsafeMutableRawPointer
  private let getInfo: UnsafeMutableRawPointer

  /// The library, or an error that says what to install. Loaded at the first use.
  static let loaded: Result<LoadedCurl, OutgoingError> = load()

  #if canImport(Darwin)
    private static let names = ["libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"]
    private static let remedy = "it is part of macOS"
  #else
    private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    private static let remedy = "install it with: apt-get install libcurl4"
  #endif

  private static func load() -> Result<LoadedCurl, OutgoingError> {
    var handle: UnsafeMutableRawPointer?
    for name in names where unsafe handle == nil {
      unsafe handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL)
    }
    guard let handle = unsafe handle, let library = unsafe LoadedCurl(handle) else {
      return .failure(
        OutgoingError("requests need the library \(names[0]), which is missing; \(remedy)"))
    }
    return .success(library)
  }

  private init?(_ handle: UnsafeMutableRawPointer) {
    func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
      // SAFETY: the types are those of curl/easy.h and curl/curl.h.
      unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: type) }
    }
    guard
      let start = symbol("curl_global_init", as: (@convention(c) (Int) -> Int32).self),
      let makeEasy = unsafe symbol("curl_easy_init", as: (@convention(c) () -> Easy?).self),
      let perform = unsafe symbol("curl_easy_perform", as: (@convention(c) (Easy) -> Int32).self),
      let cleanUp = unsafe symbol("curl_easy_cleanup", as: (@convention(c) (Easy) -> Void).self),
      let describe = unsafe symbol(
        "curl_easy_strerror", as: (@convention(c) (Int32) -> UnsafePointer<CChar>?).self),
      let append = unsafe symbol(
        "curl_slist_append", as: (@convention(c) (List?, UnsafePointer<CChar>) -> List?).self),
      let freeList = unsafe symbol("curl_slist_free_all", as: (@convention(c) (List?) -> Void).self),
      let setOption = unsafe dlsym(handle, "curl_easy_setopt"),
      let getInfo = unsafe dlsym(handle, "curl_easy_getinfo"), start(Self.globalDefault) == 0
    else { return nil }
    unsafe self.makeEasy = unsafe makeEasy
    unsafe self.perform = unsafe perform
    unsafe self.cleanUp = unsafe cleanUp
    unsafe self.describe = unsafe describe
    unsafe self.append = unsafe append
    unsafe self.freeList = unsafe freeList
    unsafe self.setOption = unsafe setOption
    unsafe self.getInfo = unsafe getInfo
  }

  func set(_ option: Int32, of easy: Easy, to value: Int) {
    _ = unsafe marquee_curl_long(setOption, easy, option, value)
  }

  func set(_ option: Int32, of easy: Easy, to value: UnsafeRawPointer?) {
    _ = unsafe marquee_curl_pointer(setOption, easy, option, value)
  }

  /// - Parameter option: the function for the body or for the lines of the head.
  func setReceiver(_ option: Int32, of easy: Easy, to receiver: marquee_curl_receiver) {
    _ = unsafe marquee_curl_set_receiver(setOption, easy, option, receiver)
  }

  func setProgress(of easy: Easy, to progress: marquee_curl_progress) {
    _ = unsafe marquee_curl_set_progress(setOption, easy, Option.progressFunction, progress)
  }

  func setOpener(of easy: Easy, to opener: marquee_curl_opener) {
    _ = unsafe marquee_curl_set_opener(setOption, easy, Option.openSocketFunction, opener)
  }

  /// A fact about the last exchange; 0 if it is unknown.
  func info(_ info: Info, of easy: Easy) -> Int {
    // `long` and `curl_off_t`, which all of these are, have 64 bits.
    var value = 0
    _ = unsafe withUnsafeMutablePointer(to: &value) {
      unsafe marquee_curl_pointer(getInfo, easy, info.rawValue, $0)
    }
    return value
  }
}
