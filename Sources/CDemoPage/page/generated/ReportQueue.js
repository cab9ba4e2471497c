import { randomID } from "./RandomID.js";
export function rollout(token) {
    return token.slice(0, 16);
}
export class ReportQueue {
    constructor(server, transport, release, onSent) {
        this.seen = new Set();
        this.unsent = [];
        this.sending = Promise.resolve();
        this.url = `${server}/reports`;
        this.transport = transport;
        this.release = release;
        this.onSent = onSent;
    }
    add(token, event, { drawMs, viewType } = {}) {
        const key = JSON.stringify([rollout(token), event]);
        if (this.seen.has(key))
            return;
        if (this.seen.size >= ReportQueue.maximumSeen)
            this.seen.clear();
        this.seen.add(key);
        const report = this.reportOf(token);
        report.events.push(event);
        if (drawMs !== undefined)
            report.drawMs ?? (report.drawMs = drawMs);
        if (isText(viewType))
            report.viewType ?? (report.viewType = viewType);
        this.timer ?? (this.timer = setTimeout(() => void this.flush(), ReportQueue.delay));
    }
    forgetEvents() {
        this.seen.clear();
    }
    flush() {
        this.sending = this.sending.then(() => this.send());
        return this.sending;
    }
    reportOf(token) {
        const known = this.unsent.find((report) => report.token === token);
        if (known !== undefined && known.events.length < ReportQueue.maximumEvents)
            return known;
        const report = { id: randomID(), token, events: [], ...(isText(this.release) && { release: this.release }) };
        this.keep([...this.unsent, report]);
        return report;
    }
    keep(reports) {
        this.unsent = reports.slice(-ReportQueue.maximumUnsent);
    }
    async send() {
        clearTimeout(this.timer);
        this.timer = undefined;
        const reports = this.unsent;
        if (reports.length === 0)
            return;
        this.unsent = [];
        const body = new TextEncoder().encode(JSON.stringify({ reports }));
        const init = {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body,
            keepalive: body.length <= ReportQueue.maximumKeptAlive,
        };
        const status = await this.transport.send(this.url, init, undefined).then((response) => response.status, () => 0);
        if ([202, 400, 413, 422].includes(status)) {
            await this.onSent(reports.map((report) => report.token));
        }
        else {
            this.keep([...reports, ...this.unsent]);
        }
    }
}
ReportQueue.delay = 1000;
ReportQueue.maximumUnsent = 200;
ReportQueue.maximumSeen = 10000;
ReportQueue.maximumEvents = 20;
ReportQueue.maximumKeptAlive = 65536;
function isText(text) {
    return text !== undefined && text !== "" && new TextEncoder().encode(text).length <= 200;
}
