/// The TypeScript class that reports exposures.
enum TypeScriptExposureReporter {
  static let name = "ExposureReporter.ts"

  static let text = #"""
    import { randomID } from "./RandomID.js";
    import { problem, type ScreenTransport } from "./ScreenTransport.js";

    interface Exposure {
      readonly id: string;
      readonly user: string;
      readonly experiment: string;
      readonly variant: string;
      readonly time: string;
    }

    /**
     * Reports variants that a user saw without a request of the server, such as a screen from the cache. What the server
     * itself sends it counts itself.
     *
     * The server counts a user once for each variant, so that reporting one again does no harm.
     */
    export class ExposureReporter {
      /** The largest number of unsent exposures. When there are more, the oldest is dropped. */
      private static readonly maximumUnsent = 1000;
      private static readonly maximumReported = 200;
      /** The largest sum of the bodies of a page's requests with `keepalive`, in bytes (Fetch §4.6). */
      private static readonly maximumKeptAlive = 65_536;
      private readonly url: string;
      private readonly transport: ScreenTransport;
      private unsent: Exposure[] = [];
      private flushing: Promise<void> | undefined;
      private readonly seen = new Set<string>();

      constructor(server: string, transport: ScreenTransport) {
        this.url = `${server}/exposures`;
        this.transport = transport;
      }

      /** Adds an exposure for each experiment, unless it was added before. `assignments` are those of a snapshot. */
      add(user: string, assignments: Readonly<Record<string, string>>, time = new Date()): void {
        for (const [experiment, variant] of Object.entries(assignments)) {
          const key = JSON.stringify([user, experiment, variant]);
          if (user === "" || this.seen.has(key)) continue;
          if (this.seen.size >= 10 * ExposureReporter.maximumUnsent) this.seen.clear();
          this.seen.add(key);
          this.unsent.push({ id: randomID(), user, experiment, variant, time: time.toISOString() });
        }
        this.unsent = this.unsent.slice(-ExposureReporter.maximumUnsent);
      }

      /**
       * Sends what was added. After an error it is kept for the next call; a report that the server refuses as invalid
       * (400, 413 or 422) is dropped. Throws a ScreenError.
       */
      flush(): Promise<void> {
        // One report at a time: the limit of `keepalive` is for the sum of the requests in progress.
        if (this.unsent.length > 0) this.flushing ??= this.sendAll();
        return this.flushing ?? Promise.resolve();
      }

      private async sendAll(): Promise<void> {
        try {
          while (this.unsent.length > 0) {
            const { exposures, body } = this.nextReport();
            const init = {
              method: "POST",
              headers: { "Content-Type": "application/json" },
              body,
              // Lets the request outlive a page that is being closed. `fetch` refuses a larger body with it.
              keepalive: body.length <= ExposureReporter.maximumKeptAlive,
            };
            const response = await this.transport.send(this.url, init, undefined);
            if ([202, 400, 413, 422].includes(response.status)) {
              this.unsent = this.unsent.filter((exposure) => !exposures.includes(exposure));
            }
            if (response.status !== 202) throw problem(response.status, response.body);
          }
        } finally {
          this.flushing = undefined;
        }
      }

      /** The first unsent exposures: as many as fit into a request with `keepalive`, but at least one. */
      private nextReport() {
        for (let count = ExposureReporter.maximumReported; ; count = Math.floor(count / 2)) {
          const exposures = this.unsent.slice(0, count);
          const body = new TextEncoder().encode(JSON.stringify({ exposures }));
          if (body.length <= ExposureReporter.maximumKeptAlive || count === 1) return { exposures, body };
        }
      }
    }
    """#
}
