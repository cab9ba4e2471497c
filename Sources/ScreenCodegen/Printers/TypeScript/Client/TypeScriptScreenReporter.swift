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
      /** That of the last response. */
      token: string | undefined;
      /** Whether the server has not confirmed it yet. */
      readonly isCached: boolean;
      readonly draw: Draw | undefined;
      hasSettled: boolean;
      timer: ReturnType<typeof setTimeout> | undefined;
    }

    interface Draw {
      /** The milliseconds from the screen's bytes. */
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
        for (const { timer } of this.watched.values()) clearTimeout(timer);
        this.watched.clear();
        void this.crashes?.removeAll();
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

      /**
       * Leaves a breadcrumb before the app gets a screen. The app may not draw one again that is confirmed: during a guarded
       * publication it counts as the changed one does, which is drawn.
       */
      async willShow(snapshot: ScreenSnapshot, isConfirmed = false): Promise<void> {
        if (isConfirmed && this.earlierDraw(snapshot) !== undefined) this.didDraw(snapshot);
        else if (this.watch(snapshot)) await this.leaveBreadcrumb(snapshot);
      }

      didDraw(snapshot: ScreenSnapshot): void {
        const { source, reportToken } = snapshot;
        const draw = this.earlierDraw(snapshot) ?? { time: this.sinceArrival(snapshot) };
        if (source !== "cache" && reportToken !== undefined) {
          this.queue.add(reportToken, "drawn", { drawMs: draw.time });
        }
        if (this.watch(snapshot, draw)) void this.leaveBreadcrumb(snapshot);
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

      private sinceArrival(snapshot: ScreenSnapshot): number | undefined {
        const arrival = this.arrivals.get(snapshot);
        return arrival === undefined ? undefined : Math.round(performance.now() - arrival);
      }

      /** Returns the draw of a version that was drawn before, such as a cached one that the server has confirmed. */
      private earlierDraw({ route, version }: ScreenSnapshot): Draw | undefined {
        const earlier = this.watched.get(route);
        return earlier?.version === version ? earlier?.draw : undefined;
      }

      /**
       * Waits until a screen that was drawn has settled, or until one that was not drawn no longer explains a crash. The
       * first response of the server starts the time again for a cached screen: during a guarded publication, some units
       * get another version then, whose time starts, too. Another response changes the token alone. Returns false for a
       * screen that needs no other breadcrumb.
       */
      private watch(snapshot: ScreenSnapshot, ownDraw?: Draw): boolean {
        const { route, version, source, reportToken: token } = snapshot;
        if (version === undefined) return false;
        const earlier = this.watched.get(route);
        const draw = ownDraw ?? this.earlierDraw(snapshot);
        const isCached = source === "cache";
        if (earlier?.draw !== undefined && earlier.version === version && isSameRollout(earlier.token, token)) {
          if (earlier.hasSettled || earlier.token === token) return false;
          if (!earlier.isCached) {
            if (!isCached) earlier.token = token;
            return !isCached;
          }
        }
        clearTimeout(earlier?.timer);
        const watched: Watched = { version, token, isCached, draw, hasSettled: false, timer: undefined };
        watched.timer = setTimeout(
          () => void (draw !== undefined ? this.settle(route, watched) : this.crashes?.remove(route)),
          ScreenReporter.settlingTime);
        this.watched.set(route, watched);
        return true;
      }

      private async settle(route: string, watched: Watched): Promise<void> {
        watched.hasSettled = true;
        if (watched.token !== undefined) this.queue.add(watched.token, "settled");
        await this.crashes?.settle(route);
      }

      private async leaveBreadcrumb({ route, version, reportToken }: ScreenSnapshot): Promise<void> {
        if (version !== undefined) await this.crashes?.add(route, version, reportToken);
      }
    }

    function isSameRollout(one: string | undefined, other: string | undefined): boolean {
      return (one && rollout(one)) === (other && rollout(other));
    }
    """#
}
