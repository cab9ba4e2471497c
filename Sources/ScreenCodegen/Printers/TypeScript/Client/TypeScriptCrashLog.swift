/// The TypeScript class that learns of a crash after a screen.
enum TypeScriptCrashLog {
  static let name = "CrashLog.ts"

  static let text = #"""
    import { rollout } from "./ReportQueue.js";

    /** Where a client notes the screens that the app begins to show. `sessionStorage` has these functions. */
    export interface CrashStorage {
      getItem(key: string): string | null | Promise<string | null>;
      /** The client waits for a promise. */
      setItem(key: string, value: string): unknown;
    }

    /** A version that is shown and has not settled. The token is undefined outside of a guarded publication. */
    interface Breadcrumb {
      readonly version: number;
      readonly token: string | undefined;
    }

    /** The crashes after one version of a screen, in a row. */
    interface Crashes {
      readonly version: number;
      readonly count: number;
    }

    /** What the storage keeps: a list of pairs for each map. */
    interface Stored {
      readonly breadcrumbs: readonly (readonly [string, Breadcrumb])[];
      readonly crashes: readonly (readonly [string, Crashes])[];
      readonly unreported: readonly string[];
    }

    /** The number of crashes in a row after which the client avoids a version. One can have another reason. */
    const avoidedCrashes = 2;

    /**
     * A storage with a breadcrumb for each screen that the app begins to show. A breadcrumb that the next start finds is a
     * crash: the app did not live until the screen had settled.
     *
     * Without a usable storage, the client learns of no crash.
     */
    export class CrashLog {
      private readonly storage: CrashStorage;
      private readonly key: string;
      private readonly start: Promise<void>;
      /** The last write. The next one waits for it, because a storage may take longer for an earlier value. */
      private written: Promise<void> = Promise.resolve();
      /** By route. */
      private readonly breadcrumbs = new Map<string, Breadcrumb>();
      /** By route. */
      private readonly crashes = new Map<string, Crashes>();
      /** The tokens of crashes whose reports have not been sent, by the rollout. */
      private readonly unreported = new Map<string, string>();

      constructor(storage: CrashStorage, server: string) {
        this.storage = storage;
        this.key = `marquee-crashes ${server}`;
        this.start = this.read();
      }

      async unreportedTokens(): Promise<readonly string[]> {
        await this.start;
        return Array.from(this.unreported.values());
      }

      /** Returns the version of a screen after which the app has crashed too often. */
      async avoidedVersion(route: string): Promise<number | undefined> {
        await this.start;
        const crashes = this.crashes.get(route);
        return crashes !== undefined && crashes.count >= avoidedCrashes ? crashes.version : undefined;
      }

      add(route: string, version: number, token: string | undefined): Promise<void> {
        return this.change(() => this.breadcrumbs.set(route, { version, token }));
      }

      remove(route: string): Promise<void> {
        return this.change(() => this.breadcrumbs.delete(route));
      }

      removeAll(): Promise<void> {
        return this.change(() => this.breadcrumbs.clear());
      }

      /** The screen was shown for a while without a crash. */
      settle(route: string): Promise<void> {
        return this.change(() => {
          this.breadcrumbs.delete(route);
          this.crashes.delete(route);
        });
      }

      async didReport(tokens: readonly string[]): Promise<void> {
        const reported = (await this.unreportedTokens()).filter((token) => tokens.includes(token));
        if (reported.length === 0) return;
        await this.change(() => reported.forEach((token) => this.unreported.delete(rollout(token))));
      }

      private async change(body: () => unknown): Promise<void> {
        await this.start;
        body();
        await this.write();
      }

      private async read(): Promise<void> {
        try {
          const stored = await this.storage.getItem(this.key);
          if (stored === null) return;
          const { breadcrumbs, crashes, unreported }: Stored = JSON.parse(stored);
          for (const token of unreported) this.unreported.set(rollout(token), token);
          for (const [route, { version, count }] of crashes) this.crashes.set(route, { version, count });
          for (const [route, { version, token }] of breadcrumbs) {
            const crashes = this.crashes.get(route);
            const count = crashes?.version === version ? crashes.count : 0;
            this.crashes.set(route, { version, count: Math.min(count + 1, avoidedCrashes) });
            if (token !== undefined) this.unreported.set(rollout(token), token);
          }
          await this.write();
        } catch {
          // Another program may have written it.
        }
      }

      private write(): Promise<void> {
        this.written = this.written.then(() => this.writeNow());
        return this.written;
      }

      private async writeNow(): Promise<void> {
        const { breadcrumbs, crashes, unreported } = this;
        const stored: Stored = {
          breadcrumbs: Array.from(breadcrumbs), crashes: Array.from(crashes), unreported: Array.from(unreported.values()),
        };
        try {
          await this.storage.setItem(this.key, JSON.stringify(stored));
        } catch {
          // A full storage costs the report, not the screen.
        }
      }
    }
    """#
}
