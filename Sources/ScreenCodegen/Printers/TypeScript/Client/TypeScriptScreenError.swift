/// The TypeScript class of the client's errors.
enum TypeScriptScreenError {
  static let name = "ScreenError.ts"

  static let text = #"""
    /** What went wrong. */
    export type ScreenErrorCode =
      /** The text is not a route. */
      | "invalid-route"
      /** An attribute has the name of a query parameter of the API. */
      | "invalid-attribute"
      /** The server has no such screen (404). The message may name a similar route. */
      | "not-found"
      /** The screen was deleted (410). */
      | "deleted"
      /** The version that the pages are of is no longer there (410): begin again with the first page. */
      | "page-expired"
      /** The server answered with another error status. */
      | "refused"
      /** There was no response: no connection, or it broke. */
      | "unreachable"
      /** Nothing arrived for too long. */
      | "timeout"
      /** The response is not one of a Marquee server, or not in the wire format. */
      | "unexpected-response"
      /** The cache failed. The screen itself was not affected. */
      | "cache-failed";

    /** The reason why a client has no screen, or what it worked around. */
    export class ScreenError extends Error {
      readonly code: ScreenErrorCode;
      /** The status of the response; undefined without one. */
      readonly status: number | undefined;

      constructor(code: ScreenErrorCode, message: string, options: { status?: number; cause?: unknown } = {}) {
        super(message);
        this.name = "ScreenError";
        this.code = code;
        this.status = options.status;
        // The constructor of Error takes a cause only since ECMAScript 2022.
        if (options.cause !== undefined) Object.defineProperty(this, "cause", { value: options.cause });
      }

      /** Whether another request would fail, too, until the screen or the app changes. */
      get isFinal(): boolean {
        return ["invalid-route", "invalid-attribute", "not-found", "deleted", "page-expired"].includes(this.code);
      }
    }

    export function asScreenError(error: unknown): ScreenError {
      if (error instanceof ScreenError) return error;
      return new ScreenError("unreachable", "the server cannot be reached", { cause: error });
    }
    """#
}
