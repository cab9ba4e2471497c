#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The functions of libpq that this program calls, loaded when a store names PostgreSQL and never otherwise
/// (<https://www.postgresql.org/docs/current/libpq.html>).
///
/// The library is not linked: a server with SQLite neither needs it nor spends time on loading it.
@safe
struct LibPQ: @unchecked Sendable {
  // SAFETY: the pointers are to functions, which stay loaded until the process ends.

  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias CString = UnsafePointer<CChar>
  typealias CStrings = UnsafePointer<CString?>

  let connectStartParams: @convention(c) (CStrings, CStrings, Int32) -> Connection?
  /// The second parameter receives an error message, which may quote a password.
  let conninfoParse:
    @convention(c) (CString, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> UnsafeMutableRawPointer?
  let conninfoFree: @convention(c) (UnsafeMutableRawPointer) -> Void
  /// The parameters of a connection, those of a service file and of the environment included.
  let conninfo: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  let setNoticeProcessor:
    @convention(c) (
      Connection, (@convention(c) (UnsafeMutableRawPointer?, CString?) -> Void)?, UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer?
  let connectPoll: @convention(c) (Connection) -> UInt32
  let finish: @convention(c) (Connection) -> Void
  let status: @convention(c) (Connection) -> UInt32
  let socket: @convention(c) (Connection) -> Int32
  let errorMessage: @convention(c) (Connection) -> CString?
  let host: @convention(c) (Connection) -> CString?
  let port: @convention(c) (Connection) -> CString?
  let database: @convention(c) (Connection) -> CString?
  /// `PQTRANS_…`: 0 outside of a transaction.
  let transactionStatus: @convention(c) (Connection) -> Int32
  let serverVersion: @convention(c) (Connection) -> Int32
  let parameterStatus: @convention(c) (Connection, CString) -> CString?
  let sslInUse: @convention(c) (Connection) -> Int32
  let setNonBlocking: @convention(c) (Connection, Int32) -> Int32
  let enterPipelineMode: @convention(c) (Connection) -> Int32
  let pipelineSync: @convention(c) (Connection) -> Int32
  let sendQueryParams:
    @convention(c) (
      Connection, CString, Int32, UnsafePointer<UInt32>?, CStrings?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  let flush: @convention(c) (Connection) -> Int32
  let consumeInput: @convention(c) (Connection) -> Int32
  let isBusy: @convention(c) (Connection) -> Int32
  let getResult: @convention(c) (Connection) -> Result?
  let notifies: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  let freeMemory: @convention(c) (UnsafeMutableRawPointer) -> Void
  let resultStatus: @convention(c) (Result) -> UInt32
  let resultErrorField: @convention(c) (Result, Int32) -> CString?
  let tupleCount: @convention(c) (Result) -> Int32
  let fieldCount: @convention(c) (Result) -> Int32
  let getValue: @convention(c) (Result, Int32, Int32) -> UnsafePointer<UInt8>?
  let getLength: @convention(c) (Result, Int32, Int32) -> Int32
  let getIsNull: @convention(c) (Result, Int32, Int32) -> Int32
  let commandTuples: @convention(c) (Result) -> CString?
  let clear: @convention(c) (Result) -> Void

  // <https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PQCONNECTSTARTPARAMS>
  enum PollingStatus {
    static let failed: UInt32 = 0
    static let reading: UInt32 = 1
    static let writing: UInt32 = 2
    static let ok: UInt32 = 3
  }

  // <https://www.postgresql.org/docs/current/libpq-exec.html#LIBPQ-PQRESULTSTATUS>
  enum ResultStatus {
    static let commandOK: UInt32 = 1
    static let tuplesOK: UInt32 = 2
    static let pipelineSync: UInt32 = 10
    static let pipelineAborted: UInt32 = 11
  }

  enum ErrorField {
    static let sqlState = Int32(UInt8(ascii: "C"))
    static let primaryMessage = Int32(UInt8(ascii: "M"))
    static let constraint = Int32(UInt8(ascii: "n"))
  }

  /// Why the library cannot be used: a line that says what to install.
  struct LoadError: Error {
    let message: String
  }

  /// The library, or why it cannot be used. Loaded at the first use.
  static let loaded: Swift.Result<LibPQ, LoadError> = load()

  /// Pipelines came with libpq 14.
  private static let minimumVersion = 140_000

  #if canImport(Darwin)
    private static let names = [
      "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]
    private static let remedy = "install it with: brew install libpq"
  #else
    private static let names = ["libpq.so.5"]
    private static let remedy = "install it with: apt-get install libpq5"
  #endif

  /// The text of a notification, up to its limit of 8,000 bytes.
  static func payload(of notification: UnsafeMutableRawPointer) -> String {
    // SAFETY: a `PGnotify` begins with a pointer, an `int` and the pointer to the text, which ends with a zero
    // (<https://www.postgresql.org/docs/current/libpq-notify.html>).
    let offset = 2 * MemoryLayout<UInt>.size
    let text = unsafe notification.load(fromByteOffset: offset, as: CString?.self)
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  private static func load() -> Swift.Result<LibPQ, LoadError> {
    var handle: UnsafeMutableRawPointer?
    for name in names where unsafe handle == nil {
      unsafe handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL)
    }
    guard let handle = unsafe handle else {
      return .failure(
        LoadError(
          message: "a store in PostgreSQL needs the library \(names[0]), which is missing; \(remedy)"))
    }
    guard let library = unsafe LibPQ(handle) else {
      return .failure(
        LoadError(
          message: "the library \(names[0]) is older than version 14, which is needed; \(remedy)"))
    }
    return .success(library)
  }

  private init?(_ handle: UnsafeMutableRawPointer) {
    func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
      // SAFETY: the types are those of libpq-fe.h.
      unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: type) }
    }
    guard
      let version = symbol("PQlibVersion", as: (@convention(c) () -> Int32).self),
      Int(version()) >= Self.minimumVersion,
      let connectStartParams = unsafe symbol(
        "PQconnectStartParams", as: (@convention(c) (CStrings, CStrings, Int32) -> Connection?).self),
      let conninfoParse = unsafe symbol(
        "PQconninfoParse",
        as: (@convention(c) (CString, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?)
          -> UnsafeMutableRawPointer?).self),
      let conninfoFree = unsafe symbol(
        "PQconninfoFree", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self),
      let conninfo = unsafe symbol(
        "PQconninfo", as: (@convention(c) (Connection) -> UnsafeMutableRawPointer?).self),
      let setNoticeProcessor = unsafe symbol(
        "PQsetNoticeProcessor",
        as: (@convention(c) (
          Connection, (@convention(c) (UnsafeMutableRawPointer?, CString?) -> Void)?, UnsafeMutableRawPointer?
        ) -> UnsafeMutableRawPointer?).self),
      let connectPoll = unsafe symbol("PQconnectPoll", as: (@convention(c) (Connection) -> UInt32).self),
      let finish = unsafe symbol("PQfinish", as: (@convention(c) (Connection) -> Void).self),
      let status = unsafe symbol("PQstatus", as: (@convention(c) (Connection) -> UInt32).self),
      let socket = unsafe symbol("PQsocket", as: (@convention(c) (Connection) -> Int32).self),
      let errorMessage = unsafe symbol(
        "PQerrorMessage", as: (@convention(c) (Connection) -> CString?).self),
      let host = unsafe symbol("PQhost", as: (@convention(c) (Connection) -> CString?).self),
      let port = unsafe symbol("PQport", as: (@convention(c) (Connection) -> CString?).self),
      let database = unsafe symbol("PQdb", as: (@convention(c) (Connection) -> CString?).self),
      let transactionStatus = unsafe symbol(
        "PQtransactionStatus", as: (@convention(c) (Connection) -> Int32).self),
      let serverVersion = unsafe symbol("PQserverVersion", as: (@convention(c) (Connection) -> Int32).self),
      let parameterStatus = unsafe symbol(
        "PQparameterStatus", as: (@convention(c) (Connection, CString) -> CString?).self),
      let sslInUse = unsafe symbol("PQsslInUse", as: (@convention(c) (Connection) -> Int32).self),
      let setNonBlocking = unsafe symbol(
        "PQsetnonblocking", as: (@convention(c) (Connection, Int32) -> Int32).self),
      let enterPipelineMode = unsafe symbol(
        "PQenterPipelineMode", as: (@convention(c) (Connection) -> Int32).self),
      let pipelineSync = unsafe symbol("PQpipelineSync", as: (@convention(c) (Connection) -> Int32).self),
      let sendQueryParams = unsafe symbol(
        "PQsendQueryParams",
        as: (@convention(c) (
          Connection, CString, Int32, UnsafePointer<UInt32>?, CStrings?, UnsafePointer<Int32>?,
          UnsafePointer<Int32>?, Int32
        ) -> Int32).self),
      let flush = unsafe symbol("PQflush", as: (@convention(c) (Connection) -> Int32).self),
      let consumeInput = unsafe symbol("PQconsumeInput", as: (@convention(c) (Connection) -> Int32).self),
      let isBusy = unsafe symbol("PQisBusy", as: (@convention(c) (Connection) -> Int32).self),
      let getResult = unsafe symbol("PQgetResult", as: (@convention(c) (Connection) -> Result?).self),
      let notifies = unsafe symbol(
        "PQnotifies", as: (@convention(c) (Connection) -> UnsafeMutableRawPointer?).self),
      let freeMemory = unsafe symbol(
        "PQfreemem", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self),
      let resultStatus = unsafe symbol("PQresultStatus", as: (@convention(c) (Result) -> UInt32).self),
      let resultErrorField = unsafe symbol(
        "PQresultErrorField", as: (@convention(c) (Result, Int32) -> CString?).self),
      let tupleCount = unsafe symbol("PQntuples", as: (@convention(c) (Result) -> Int32).self),
      let fieldCount = unsafe symbol("PQnfields", as: (@convention(c) (Result) -> Int32).self),
      let getValue = unsafe symbol(
        "PQgetvalue", as: (@convention(c) (Result, Int32, Int32) -> UnsafePointer<UInt8>?).self),
      let getLength = unsafe symbol("PQgetlength", as: (@convention(c) (Result, Int32, Int32) -> Int32).self),
      let getIsNull = unsafe symbol("PQgetisnull", as: (@convention(c) (Result, Int32, Int32) -> Int32).self),
      let commandTuples = unsafe symbol("PQcmdTuples", as: (@convention(c) (Result) -> CString?).self),
      let clear = unsafe symbol("PQclear", as: (@convention(c) (Result) -> Void).self)
    else { return nil }
    unsafe self.connectStartParams = unsafe connectStartParams
    unsafe self.conninfoParse = unsafe conninfoParse
    unsafe self.conninfoFree = unsafe conninfoFree
    unsafe self.conninfo = unsafe conninfo
    unsafe self.setNoticeProcessor = unsafe setNoticeProcessor
    unsafe self.connectPoll = unsafe connectPoll
    unsafe self.finish = unsafe finish
    unsafe self.status = unsafe status
    unsafe self.socket = unsafe socket
    unsafe self.errorMessage = unsafe errorMessage
    unsafe self.host = unsafe host
    unsafe self.port = unsafe port
    unsafe self.database = unsafe database
    unsafe self.transactionStatus = unsafe transactionStatus
    unsafe self.serverVersion = unsafe serverVersion
    unsafe self.parameterStatus = unsafe parameterStatus
    unsafe self.sslInUse = unsafe sslInUse
    unsafe self.setNonBlocking = unsafe setNonBlocking
    unsafe self.enterPipelineMode = unsafe enterPipelineMode
    unsafe self.pipelineSync = unsafe pipelineSync
    unsafe self.sendQueryParams = unsafe sendQueryParams
    unsafe self.flush = unsafe flush
    unsafe self.consumeInput = unsafe consumeInput
    unsafe self.isBusy = unsafe isBusy
    unsafe self.getResult = unsafe getResult
    unsafe self.notifies = unsafe notifies
    unsafe self.freeMemory = unsafe freeMemory
    unsafe self.resultStatus = unsafe resultStatus
    unsafe self.resultErrorField = unsafe resultErrorField
    unsafe self.tupleCount = unsafe tupleCount
    unsafe self.fieldCount = unsafe fieldCount
    unsafe self.getValue = unsafe getValue
    unsafe self.getLength = unsafe getLength
    unsafe self.getIsNull = unsafe getIsNull
    unsafe self.commandTuples = unsafe commandTuples
    unsafe self.clear = unsafe clear
  }
}
