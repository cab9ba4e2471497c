/// The TypeScript class that follows all live screens of a client.
enum TypeScriptLiveUpdates {
  static let name = "LiveUpdates.ts"

  static let text = #"""
    import { type ScreenError, asScreenError } from "./ScreenError.js";
    import { type ScreenTransport, sleep } from "./ScreenTransport.js";

    /** The largest number of screens of a stream. The server refuses more. */
    const maximumRoutes = 64;

    /** The largest sum of the lengths of a stream's routes. Servers and proxies limit addresses and header fields. */
    const maximumRouteLength = 4000;

    /** The longest time between two attempts, in milliseconds, before it is spread. */
    const maximumDelay = 30_000;

    /** The delay before a changed set of screens opens a stream again, in milliseconds. Screens often appear together. */
    const settlingTime = 100;

    /** A screen that is followed. */
    export class Follower {
      readonly route: string;
      /** The newest version that was fetched or announced. */
      version: number | undefined;
      /** Whether the stream was lost since the last fetch, so that the screen may have changed. */
      isLost = false;
      private isAwake = false;
      private wakeUp: (() => void) | undefined;

      constructor(route: string, version: number | undefined) {
        this.route = route;
        this.version = version;
      }

      wake(): void {
        this.isAwake = true;
        this.wakeUp?.();
      }

      /** Waits until the screen may have changed, at most for a time in milliseconds, or until the signal is aborted. */
      async change(longest: number | undefined, signal: AbortSignal): Promise<void> {
        if (!this.isAwake) {
          const waiting = new AbortController();
          const end = () => waiting.abort();
          this.wakeUp = end;
          signal.addEventListener("abort", end, { signal: waiting.signal });
          if (signal.aborted) end();
          await sleep(longest, waiting.signal);
          end();
          this.wakeUp = undefined;
        }
        this.isAwake = false;
      }
    }

    /**
     * The event streams of all live screens of a client: one for each 64 screens, more if their routes are long.
     *
     * Another set of screens opens a stream again, with the known versions, so that no event is lost. Where the server
     * or a proxy offers no events, each screen is requested from time to time.
     */
    export class LiveUpdates {
      private readonly server: string;
      private readonly transport: ScreenTransport;
      private readonly onError: (error: ScreenError) => void;
      private readonly followers = new Set<Follower>();
      /** The open streams by their routes, which are joined with commas. */
      private readonly streams = new Map<string, AbortController>();
      private settling: ReturnType<typeof setTimeout> | undefined;

      constructor(server: string, transport: ScreenTransport, onError: (error: ScreenError) => void) {
        this.server = server;
        this.transport = transport;
        this.onError = onError;
      }

      /** Follows a screen that the server has, until the signal is aborted. */
      follow(route: string, version: number | undefined, signal: AbortSignal): Follower {
        const follower = new Follower(route, version);
        this.followers.add(follower);
        signal.addEventListener("abort", () => {
          this.followers.delete(follower);
          this.settle();
        }, { once: true });
        this.settle();
        return follower;
      }

      private settle(): void {
        // Without a screen, no timer may keep a program alive.
        if (this.followers.size === 0) {
          clearTimeout(this.settling);
          this.settling = undefined;
          this.openStreams();
        } else {
          this.settling ??= setTimeout(() => {
            this.settling = undefined;
            this.openStreams();
          }, settlingTime);
        }
      }

      private openStreams(): void {
        const routes = [...new Set([...this.followers].map(({ route }) => route))].sort();
        const sets = new Map(grouped(routes).map((set) => [set.join(","), set]));
        for (const [key, stream] of this.streams) {
          if (sets.has(key)) continue;
          this.streams.delete(key);
          stream.abort();
        }
        for (const [key, set] of sets) {
          if (this.streams.has(key)) continue;
          const stream = new AbortController();
          this.streams.set(key, stream);
          void this.stayConnected(new Set(set), stream.signal);
        }
      }

      private async stayConnected(routes: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
        let failures = 0;
        let retry = 2000;
        const url = `${this.server}/events?routes=${[...routes].join(",")}`;
        while (!signal.aborted) {
          const known = this.of(routes).flatMap(({ route, version }) => version === undefined ? [] : [`${route}:${version}`]);
          const ids = known.length > 0 ? [...new Set(known)].join(", ") : undefined;
          try {
            const opened = (milliseconds: number) => {
              failures = 0;
              retry = milliseconds;
            };
            for await (const { id } of this.transport.events(url, ids, signal, opened)) this.announce(id);
          } catch (error) {
            if (signal.aborted) return;
            failures += 1;
            this.onError(asScreenError(error));
          }
          await sleep(backOff(failures, retry), signal);
          if (signal.aborted) return;
          for (const follower of this.of(routes)) {
            follower.isLost = true;
            follower.wake();
          }
        }
      }

      /** Wakes the followers of a screen. The id of an event is the route and the version. */
      private announce(id: string): void {
        const [route = "", number] = id.split(":");
        const version = Number(number);
        if (!Number.isInteger(version)) return;
        for (const follower of this.of(new Set([route]))) {
          if (follower.version === version) continue;
          follower.version = version;
          follower.wake();
        }
      }

      private of(routes: ReadonlySet<string>): Follower[] {
        return [...this.followers].filter(({ route }) => routes.has(route));
      }
    }

    /** Puts routes into groups, one for each stream. */
    function grouped(routes: readonly string[]): string[][] {
      const groups: string[][] = [];
      let group: string[] = [];
      let length = 0;
      for (const route of routes) {
        length += route.length;
        if (groups.length === 0 || group.length === maximumRoutes || length > maximumRouteLength) {
          group = [];
          length = route.length;
          groups.push(group);
        }
        group.push(route);
      }
      return groups;
    }

    /**
     * Returns the milliseconds before another attempt. They are random, so that clients which lost a server do not return
     * together.
     */
    export function backOff(failures: number, retry = 2000): number {
      return Math.min(maximumDelay, retry * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random());
    }
    """#
}
