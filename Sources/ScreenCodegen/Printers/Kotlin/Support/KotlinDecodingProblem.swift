/// The Kotlin class of what reading a screen worked around.
enum KotlinDecodingProblem {
  static let name = "DecodingProblem.kt"

  static let imports: [String] = []

  static let text = #"""
    /** A problem that reading a screen worked around. [text] says where it is, and the reason. */
    internal class DecodingProblem(val kind: Kind, val viewType: String?, val text: String) {
      /** The kinds of problems. [event] is what the client reports during a guarded publication; null for nothing. */
      enum class Kind(val event: String?) {
        UNKNOWN_VIEW_TYPE("unknown-view-type"),
        CONTENT_FAILED("content-failed"),

        /** A value is not an item, or an item refers to another one that cannot be put there. */
        ITEM_UNREADABLE("item-unreadable"),

        /** An id is used twice. The later item or section gets another one. */
        REPEATED_ID(null),
      }
    }
    """#
}
