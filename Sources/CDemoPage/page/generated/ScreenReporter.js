import { CrashLog } from "./CrashLog.js";
import { ReportQueue, rollout } from "./ReportQueue.js";
export class ScreenReporter {
    constructor(server, transport, release, crashStorage) {
        this.arrivals = new WeakMap();
        this.watched = new Map();
        this.cachedDraws = new Map();
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
    async willShow(snapshot) {
        if (this.watch(snapshot, false))
            await this.leaveBreadcrumb(snapshot);
    }
    didDraw(snapshot) {
        const { source, reportToken } = snapshot;
        const drawMs = this.drawTime(snapshot);
        if (source !== "cache" && reportToken !== undefined)
            this.queue.add(reportToken, "drawn", { drawMs });
        if (this.watch(snapshot, true))
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
    drawTime(snapshot) {
        const { route, etag, source } = snapshot;
        const arrival = this.arrivals.get(snapshot);
        const time = arrival === undefined ? undefined : Math.round(performance.now() - arrival);
        const draw = this.cachedDraws.get(route);
        const earlier = draw?.etag === etag ? draw : undefined;
        if (source === "cache" && earlier === undefined)
            this.cachedDraws.set(route, { etag, time });
        return source === "notModified" && earlier !== undefined ? earlier.time : time;
    }
    watch(snapshot, isDrawn) {
        const { route, version, reportToken: token } = snapshot;
        if (version === undefined)
            return false;
        const own = token === undefined ? undefined : rollout(token);
        const earlier = this.watched.get(route);
        if (earlier?.isDrawn && earlier.version === version && earlier.rollout === own)
            return false;
        clearTimeout(earlier?.timer);
        const timer = setTimeout(() => void (isDrawn ? this.settle(snapshot) : this.crashes?.remove(route)), ScreenReporter.settlingTime);
        this.watched.set(route, { version, rollout: own, isDrawn, timer });
        return true;
    }
    async settle({ route, reportToken }) {
        await this.crashes?.settle(route);
        if (reportToken !== undefined)
            this.queue.add(reportToken, "settled");
    }
    async leaveBreadcrumb({ route, version, reportToken }) {
        if (version !== undefined)
            await this.crashes?.add(route, version, reportToken);
    }
}
ScreenReporter.settlingTime = 5000;
