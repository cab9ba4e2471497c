/// The TypeScript class that reports what happens to screens.
enum TypeScriptScreenReporter {
  static let name = "ScreenReporter.ts"

  static let text = #"""
    import { CrashLog, type CrashStorage } from "./CrashLog.js";
    import type { DecodingProblem } from "./DecodingProblem.js";
    import { ReportQueue, rollout } from "./ReportQueue.js";
    import type { ScreenSnapshot } from "./ScreenSnapshot.js";
    import type { ScreenTransport } from "./ScreenTransport.js";

    /** A screen that the app has got last of its route. The timer ends its breadcrumb. */
    interface Watched {
      readonly version: number;
      readonly rollout: string | undefined;
      readonly isDrawn: boolean;
      readonly timer: ReturnType<typeof setTimeout>;
    }

    /** The first draw of a cached screen. */
    interface CachedDraw {
      readonly etag: string | undefined;
      readonly time: number | undefined;
    }

    /**
     * Reports what happens to the screens of guarded publications: what cannot be decoded, draws, and crashes.
     *
     * A screen without a token is in no guarded publication, and is not reported.
     */
    export class ScreenReporter {
      /** The milliseconds from a draw until the screen has settled. */
      private static readonly settlingTime = 5000;
      private readonly queue: ReportQueue;
      private readonly crashes: CrashLog | undefined;
      /** When the bytes of snapshots were there. */
      private readonly arrivals = new WeakMap<ScreenSnapshot, number>();
      /** By route. */
      private readonly watched = new Map<string, Watched>();
      /** By route. */
      private readonly cachedDraws = new Map<string, CachedDraw>();

      constructor(
        server: string, transport: ScreenTransport, release: string | undefined, crashStorage: CrashStorage | undefined,
      ) {
        const crashes = crashStorage && new CrashLog(crashStorage, server);
        this.crashes = crashes;
        this.queue = new ReportQueue(server, transport, release, async (tokens) => crashes?.didReport(tokens));
        if (crashes !== undefined) void this.reportCrashes(crashes);
      }

      /** Returns the version of a screen that the app must not get, because it crashed after it. */
      async avoidedVersion(route: string): Promise<number | undefined> {
        return this.crashes?.avoidedVersion(route);
      }

      /** The user has changed, whose events count apart. */
      setUser(): void {
        this.queue.forgetEvents();
      }

      /** Notes when the bytes of a snapshot were there. */
      didArrive(snapshot: ScreenSnapshot, time: number): void {
        this.arrivals.set(snapshot, time);
      }

      /** Reports what could not be decoded of a response. */
      didDecode(token: string, problems: readonly DecodingProblem[]): void {
        for (const { kind, viewType } of problems) if (kind !== "repeated-id") this.queue.add(token, kind, { viewType });
      }

      /** Reports a response that the app cannot show at all. */
      didFail(token: string): void {
        this.queue.add(token, "content-failed");
      }

      /** Leaves a breadcrumb before the app gets a screen. */
      async willShow(snapshot: ScreenSnapshot): Promise<void> {
        if (this.watch(snapshot, false)) await this.leaveBreadcrumb(snapshot);
      }

      didDraw(snapshot: ScreenSnapshot): void {
        const { source, reportToken } = snapshot;
        const drawMs = this.drawTime(snapshot);
        if (source !== "cache" && reportToken !== undefined) this.queue.add(reportToken, "drawn", { drawMs });
        if (this.watch(snapshot, true)) void this.leaveBreadcrumb(snapshot);
      }

      report(event: string, { reportToken }: ScreenSnapshot): void {
        if (reportToken !== undefined) this.queue.add(reportToken, event);
      }

      didEnterBackground(): void {
        void this.crashes?.removeAll();
        void this.queue.flush();
      }

      private async reportCrashes(crashes: CrashLog): Promise<void> {
        for (const token of await crashes.unreportedTokens()) this.queue.add(token, "crash-after-screen");
        // The app may soon crash again.
        await this.queue.flush();
      }

      /**
       * Returns the milliseconds from a screen's bytes to its draw. A cached screen that the server confirms was drawn
       * before.
       */
      private drawTime(snapshot: ScreenSnapshot): number | undefined {
        const { route, etag, source } = snapshot;
        const arrival = this.arrivals.get(snapshot);
        const time = arrival === undefined ? undefined : Math.round(performance.now() - arrival);
        const draw = this.cachedDraws.get(route);
        const earlier = draw?.etag === etag ? draw : undefined;
        if (source === "cache" && earlier === undefined) this.cachedDraws.set(route, { etag, time });
        return source === "notModified" && earlier !== undefined ? earlier.time : time;
      }

      /**
       * Waits until a screen that was drawn has settled, or until one that was not drawn no longer explains a crash. Returns
       * false for a screen that was drawn before, which does not begin again.
       */
      private watch(snapshot: ScreenSnapshot, isDrawn: boolean): boolean {
        const { route, version, reportToken: token } = snapshot;
        if (version === undefined) return false;
        const own = token === undefined ? undefined : rollout(token);
        const earlier = this.watched.get(route);
        if (earlier?.isDrawn && earlier.version === version && earlier.rollout === own) return false;
        clearTimeout(earlier?.timer);
        const timer = setTimeout(
          () => void (isDrawn ? this.settle(snapshot) : this.crashes?.remove(route)), ScreenReporter.settlingTime);
        this.watched.set(route, { version, rollout: own, isDrawn, timer });
        return true;
      }

      private async settle({ route, reportToken }: ScreenSnapshot): Promise<void> {
        await this.crashes?.settle(route);
        if (reportToken !== undefined) this.queue.add(reportToken, "settled");
      }

      private async leaveBreadcrumb({ route, version, reportToken }: ScreenSnapshot): Promise<void> {
        if (version !== undefined) await this.crashes?.add(route, version, reportToken);
      }
    }
    """#
}
