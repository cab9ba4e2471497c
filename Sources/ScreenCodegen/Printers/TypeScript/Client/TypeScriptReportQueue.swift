/// The TypeScript class that sends reports.
enum TypeScriptReportQueue {
  static let name = "ReportQueue.ts"

  static let text = #"""
    import { randomID } from "./RandomID.js";
    import type { ScreenTransport } from "./ScreenTransport.js";

    /** What happened to one screen: a report of `POST /reports`. */
    interface Report {
      readonly id: string;
      /** The screen's field `Screen-Report`. */
      readonly token: string;
      readonly events: string[];
      readonly release?: string;
      drawMs?: number;
      viewType?: string;
    }

    export interface ReportDetails {
      readonly drawMs?: number | undefined;
      readonly viewType?: string | undefined;
    }

    /** Returns the part of a token that all tokens of a rollout have. */
    export function rollout(token: string): string {
      return token.slice(0, 16);
    }

    /**
     * Sends reports, those of a second together. After an error it keeps them for the next event. It sends each event of a
     * rollout once, because the server counts it once for each user.
     */
    export class ReportQueue {
      /** The longest time that an event waits for others, in milliseconds. */
      private static readonly delay = 1000;
      /** The largest number of unsent reports. The server takes 1,000 of a request. */
      private static readonly maximumUnsent = 200;
      private static readonly maximumSeen = 10_000;
      /** The largest number of events of a report. */
      private static readonly maximumEvents = 20;
      /** The largest sum of the bodies of a page's requests with `keepalive`, in bytes (Fetch §4.6). */
      private static readonly maximumKeptAlive = 65_536;
      private readonly url: string;
      private readonly transport: ScreenTransport;
      private readonly release: string | undefined;
      private readonly onSent: (tokens: readonly string[]) => Promise<void>;
      private readonly seen = new Set<string>();
      private unsent: Report[] = [];
      private timer: ReturnType<typeof setTimeout> | undefined;
      private sending = Promise.resolve();

      /** `onSent` gets the tokens of reports that were sent, or that the server refused as invalid (400, 413 or 422). */
      constructor(
        server: string, transport: ScreenTransport, release: string | undefined,
        onSent: (tokens: readonly string[]) => Promise<void>,
      ) {
        this.url = `${server}/reports`;
        this.transport = transport;
        this.release = release;
        this.onSent = onSent;
      }

      add(token: string, event: string, { drawMs, viewType }: ReportDetails = {}): void {
        const key = JSON.stringify([rollout(token), event]);
        if (this.seen.has(key)) return;
        if (this.seen.size >= ReportQueue.maximumSeen) this.seen.clear();
        this.seen.add(key);
        const report = this.reportOf(token);
        report.events.push(event);
        if (drawMs !== undefined) report.drawMs ??= drawMs;
        if (isText(viewType)) report.viewType ??= viewType;
        this.timer ??= setTimeout(() => void this.flush(), ReportQueue.delay);
      }

      forgetEvents(): void {
        this.seen.clear();
      }

      flush(): Promise<void> {
        this.sending = this.sending.then(() => this.send());
        return this.sending;
      }

      private reportOf(token: string): Report {
        const known = this.unsent.find((report) => report.token === token);
        if (known !== undefined && known.events.length < ReportQueue.maximumEvents) return known;
        const report: Report = { id: randomID(), token, events: [], ...(isText(this.release) && { release: this.release }) };
        this.keep([...this.unsent, report]);
        return report;
      }

      private keep(reports: Report[]): void {
        this.unsent = reports.slice(-ReportQueue.maximumUnsent);
      }

      private async send(): Promise<void> {
        clearTimeout(this.timer);
        this.timer = undefined;
        const reports = this.unsent;
        if (reports.length === 0) return;
        this.unsent = [];
        const body = new TextEncoder().encode(JSON.stringify({ reports }));
        const init = {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body,
          // Lets the request outlive a page that is being closed.
          keepalive: body.length <= ReportQueue.maximumKeptAlive,
        };
        const status = await this.transport.send(this.url, init, undefined).then((response) => response.status, () => 0);
        if ([202, 400, 413, 422].includes(status)) {
          await this.onSent(reports.map((report) => report.token));
        } else {
          this.keep([...reports, ...this.unsent]);
        }
      }
    }

    /** Whether the server takes a text. It would refuse all reports of the request. */
    function isText(text: string | undefined): text is string {
      return text !== undefined && text !== "" && new TextEncoder().encode(text).length <= 200;
    }
    """#
}
