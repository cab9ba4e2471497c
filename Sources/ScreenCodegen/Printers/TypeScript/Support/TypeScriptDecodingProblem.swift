/// The TypeScript type of what reading a screen worked around.
enum TypeScriptDecodingProblem {
  static let name = "DecodingProblem.ts"

  static let text = #"""
    /**
     * The kinds of problems. The first three are events that the client reports during a guarded publication.
     * `item-unreadable`: a value is not an item, or an item refers to another one that cannot be put there.
     */
    export type ProblemKind = "unknown-view-type" | "content-failed" | "item-unreadable" | "repeated-id";

    /** A problem that reading a screen worked around. */
    export interface DecodingProblem {
      readonly kind: ProblemKind;
      readonly viewType?: string;
      /** Where it is, and the reason. */
      readonly text: string;
    }
    """#
}
