import { CrashLog } from "./CrashLog.js";
import { ReportQueue, rollout } from "./ReportQueue.js";
export class ScreenReporter {
    constructor(server, transport, release, crashStorage) {
        this.arrivals = new WeakMap();
        this.watched = new Map();
        const crashes = crashStorage && new CrashLog(crashStorage, server);
        this.crashes = crashes;
        this.queue = new ReportQueue(server, transport, release, async (tokens) => crashes?.didReport(tokens));
        if (crashes !== undefined)
            void this.reportCrashes(crashes);
    }
    async avoidedVersion(route) {
        return this.crashes?.avoidedVersion(route);
    }
    setUser() {
        this.queue.forgetEvents();
        for (const { timer } of this.watched.values())
            clearTimeout(timer);
        this.watched.clear();
        void this.crashes?.removeAll();
    }
    didArrive(snapshot, time) {
        this.arrivals.set(snapshot, time);
    }
    didDecode(token, problems) {
        for (const { kind, viewType } of problems)
            if (kind !== "repeated-id")
                this.queue.add(token, kind, { viewType });
    }
    didFail(token) {
        this.queue.add(token, "content-failed");
    }
    async willShow(snapshot, isConfirmed = false) {
        if (isConfirmed && this.earlierDraw(snapshot) !== undefined)
            this.didDraw(snapshot);
        else if (this.watch(snapshot))
            await this.leaveBreadcrumb(snapshot);
    }
    didDraw(snapshot) {
        const { source, reportToken } = snapshot;
        const draw = this.earlierDraw(snapshot) ?? { time: this.sinceArrival(snapshot) };
        if (source !== "cache" && reportToken !== undefined) {
            this.queue.add(reportToken, "drawn", { drawMs: draw.time });
        }
        if (this.watch(snapshot, draw))
            void this.leaveBreadcrumb(snapshot);
    }
    report(event, { reportToken }) {
        if (reportToken !== undefined)
            this.queue.add(reportToken, event);
    }
    didEnterBackground() {
        void this.crashes?.removeAll();
        void this.queue.flush();
    }
    async reportCrashes(crashes) {
        for (const token of await crashes.unreportedTokens())
            this.queue.add(token, "crash-after-screen");
        await this.queue.flush();
    }
    sinceArrival(snapshot) {
        const arrival = this.arrivals.get(snapshot);
        return arrival === undefined ? undefined : Math.round(performance.now() - arrival);
    }
    earlierDraw({ route, version }) {
        const earlier = this.watched.get(route);
        return earlier?.version === version ? earlier?.draw : undefined;
    }
    watch(snapshot, ownDraw) {
        const { route, version, source, reportToken: token } = snapshot;
        if (version === undefined)
            return false;
        const earlier = this.watched.get(route);
        const draw = ownDraw ?? this.earlierDraw(snapshot);
        const isCached = source === "cache";
        if (earlier?.draw !== undefined && earlier.version === version && isSameRollout(earlier.token, token)) {
            if (earlier.hasSettled || earlier.token === token)
                return false;
            if (!earlier.isCached) {
                if (!isCached)
                    earlier.token = token;
                return !isCached;
            }
        }
        clearTimeout(earlier?.timer);
        const watched = { version, token, isCached, draw, hasSettled: false, timer: undefined };
        watched.timer = setTimeout(() => void (draw !== undefined ? this.settle(route, watched) : this.crashes?.remove(route)), ScreenReporter.settlingTime);
        this.watched.set(route, watched);
        return true;
    }
    async settle(route, watched) {
        watched.hasSettled = true;
        if (watched.token !== undefined)
            this.queue.add(watched.token, "settled");
        await this.crashes?.settle(route);
    }
    async leaveBreadcrumb({ route, version, reportToken }) {
        if (version !== undefined)
            await this.crashes?.add(route, version, reportToken);
    }
}
ScreenReporter.settlingTime = 5000;
function isSameRollout(one, other) {
    return (one && rollout(one)) === (other && rollout(other));
}
