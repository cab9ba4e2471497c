import { randomID } from "./RandomID.js";
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
            this.unsent.push({ id: randomID(), user, experiment, variant, time: time.toISOString() });
        }
        this.unsent = this.unsent.slice(-ExposureReporter.maximumUnsent);
    }
    flush() {
        if (this.unsent.length > 0)
            this.flushing ?? (this.flushing = this.sendAll());
        return this.flushing ?? Promise.resolve();
    }
    async sendAll() {
        try {
            while (this.unsent.length > 0) {
                const { exposures, body } = this.nextReport();
                const init = {
                    method: "POST",
                    headers: { "Content-Type": "application/json" },
                    body,
                    keepalive: body.length <= ExposureReporter.maximumKeptAlive,
                };
                const response = await this.transport.send(this.url, init, undefined);
                if ([202, 400, 413, 422].includes(response.status)) {
                    this.unsent = this.unsent.filter((exposure) => !exposures.includes(exposure));
                }
                if (response.status !== 202)
                    throw problem(response.status, response.body);
            }
        }
        finally {
            this.flushing = undefined;
        }
    }
    nextReport() {
        for (let count = ExposureReporter.maximumReported;; count = Math.floor(count / 2)) {
            const exposures = this.unsent.slice(0, count);
            const body = new TextEncoder().encode(JSON.stringify({ exposures }));
            if (body.length <= ExposureReporter.maximumKeptAlive || count === 1)
                return { exposures, body };
        }
    }
}
ExposureReporter.maximumUnsent = 1000;
ExposureReporter.maximumReported = 200;
ExposureReporter.maximumKeptAlive = 65536;
