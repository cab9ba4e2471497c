/// The TypeScript of the client's cache.
enum TypeScriptScreenCache {
  static let name = "ScreenCache.ts"

  static let text = #"""
    import type { JSONValue } from "./ContentCoding.js";

    /** A response as a cache keeps it. It consists of JSON alone, so that any storage can hold it. */
    export interface CachedScreen {
      readonly body: JSONValue;
      /** The header fields that describe the body, by their names in lower case. */
      readonly fields: Readonly<Record<string, string>>;
    }

    /**
     * Keeps screens. A storage that outlives the page, such as IndexedDB, implements these three functions; a `Map` has
     * them, too.
     */
    export interface ScreenCache {
      get(key: string): CachedScreen | undefined | Promise<CachedScreen | undefined>;
      /** Stores a screen in place of the previous one. The client waits for a promise. */
      set(key: string, screen: CachedScreen): unknown;
      delete(key: string): unknown;
    }

    /** Keeps the screens that were used last, until the page is closed. */
    export class MemoryCache implements ScreenCache {
      /** In the order of their last use, because a Map keeps the order of insertion. */
      private readonly screens = new Map<string, CachedScreen>();
      private readonly maximumScreens: number;

      constructor(maximumScreens = 64) {
        this.maximumScreens = maximumScreens;
      }

      get(key: string): CachedScreen | undefined {
        const screen = this.screens.get(key);
        if (screen !== undefined) this.set(key, screen);
        return screen;
      }

      set(key: string, screen: CachedScreen): void {
        this.screens.delete(key);
        this.screens.set(key, screen);
        for (const oldest of this.screens.keys()) {
          if (this.screens.size <= this.maximumScreens) break;
          this.screens.delete(oldest);
        }
      }

      delete(key: string): void {
        this.screens.delete(key);
      }
    }
    """#
}
