/// The TypeScript types of a client's settings.
enum TypeScriptScreenClientOptions {
  static let name = "ScreenClientOptions.ts"

  static let text = #"""
    import type { CrashStorage } from "./CrashLog.js";
    import type { ScreenCache } from "./ScreenCache.js";
    import type { ScreenError } from "./ScreenError.js";
    import type { WireFormat } from "./WireFormat.js";

    /** The settings of a client. */
    export interface ScreenClientOptions {
      /** The id of the user, by which the server assigns variants. */
      user?: string | undefined;
      /** Attributes for targeting, such as the country. The server reads a JSON number, `true` and `false` as such. */
      attributes?: Readonly<Record<string, string>> | undefined;
      /** The release of the app, such as `web/1.4.0`. */
      release?: string | undefined;
      /**
       * The languages of the user, most wanted first; by default `navigator.languages` where there is a navigator. The
       * first ten count.
       */
      languages?: readonly string[] | undefined;
      /** The wire format to request; by default `wireFormats.screen`, the only shipped one with ids. */
      format?: WireFormat | undefined;
      /** Keeps screens; by default in memory. */
      cache?: ScreenCache | undefined;
      /**
       * Returns header fields to add to each request, such as `Authorization`. The client calls it before each request, so
       * that it can renew a token.
       */
      headers?: (() => HeadersInit | Promise<HeadersInit>) | undefined;
      /** The longest time without a received byte, in milliseconds; by default 30,000. */
      timeout?: number | undefined;
      /**
       * Whether the client reports what happens to the screens of guarded publications, and avoids a version after which the
       * app has crashed twice; by default true.
       */
      sendsReports?: boolean | undefined;
      /**
       * Where the client notes what it shows, to learn of a crash, such as `sessionStorage`. Pass one only if the app calls
       * `didDraw` and `didEnterBackground`. Pages that are open at the same time need one each.
       */
      crashStorage?: CrashStorage | undefined;
      /** Called with each error that the client works around: by the cache, by a whole screen, or by another attempt. */
      onError?: ((error: ScreenError) => void) | undefined;
      /** The function that sends requests; by default the platform's. */
      fetch?: typeof fetch | undefined;
    }

    /** Ends a request or a sequence when it is aborted. */
    export interface Abortable {
      signal?: AbortSignal | undefined;
    }
    """#
}
