import { problem } from "./ScreenTransport.js";
export class ExposureReporter {
    constructor(server, transport) {
        this.unsent = [];
        this.seen = new Set();
        this.url = `${server}/exposures`;
        this.transport = transport;
    }
    add(user, assignments, time = new Date()) {
        for (const [experiment, variant] of Object.entries(assignments)) {
            const key = JSON.stringify([user, experiment, variant]);
            if (user === "" || this.seen.has(key))
                continue;
            if (this.seen.size >= 10 * ExposureReporter.maximumUnsent)
                this.seen.clear();
            this.seen.add(key);
            this.unsent.push({ id: identifier(), user, experiment, variant, time: time.toISOString() });
        }
        this.unsent = this.unsent.slice(-ExposureReporter.maximumUnsent);
    }
    async flush() {
        while (this.unsent.length > 0) {
            const exposures = this.unsent.slice(0, ExposureReporter.maximumReported);
            const report = new TextEncoder().encode(JSON.stringify({ exposures }));
            const init = {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: report,
                keepalive: report.length <= ExposureReporter.maximumKeptAlive,
            };
            const { status, body } = await this.transport.send(this.url, init, undefined);
            if ([202, 400, 413, 422].includes(status)) {
                this.unsent = this.unsent.filter((exposure) => !exposures.includes(exposure));
            }
            if (status !== 202)
                throw problem(status, body);
        }
    }
}
ExposureReporter.maximumUnsent = 1000;
ExposureReporter.maximumReported = 200;
ExposureReporter.maximumKeptAlive = 65536;
function identifier() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
