import { rollout } from "./ReportQueue.js";
const avoidedCrashes = 2;
export class CrashLog {
    constructor(storage, server) {
        this.written = Promise.resolve();
        this.breadcrumbs = new Map();
        this.crashes = new Map();
        this.unreported = new Map();
        this.storage = storage;
        this.key = `marquee-crashes ${server}`;
        this.start = this.read();
    }
    async unreportedTokens() {
        await this.start;
        return Array.from(this.unreported.values());
    }
    async avoidedVersion(route) {
        await this.start;
        const crashes = this.crashes.get(route);
        return crashes !== undefined && crashes.count >= avoidedCrashes ? crashes.version : undefined;
    }
    add(route, version, token) {
        return this.change(() => this.breadcrumbs.set(route, { version, token }));
    }
    remove(route) {
        return this.change(() => this.breadcrumbs.delete(route));
    }
    removeAll() {
        return this.change(() => this.breadcrumbs.clear());
    }
    settle(route) {
        return this.change(() => {
            this.breadcrumbs.delete(route);
            this.crashes.delete(route);
        });
    }
    async didReport(tokens) {
        const reported = (await this.unreportedTokens()).filter((token) => tokens.includes(token));
        if (reported.length === 0)
            return;
        await this.change(() => reported.forEach((token) => this.unreported.delete(rollout(token))));
    }
    async change(body) {
        await this.start;
        body();
        await this.write();
    }
    async read() {
        try {
            const stored = await this.storage.getItem(this.key);
            if (stored === null)
                return;
            const { breadcrumbs, crashes, unreported } = JSON.parse(stored);
            for (const token of unreported)
                this.unreported.set(rollout(token), token);
            for (const [route, { version, count }] of crashes)
                this.crashes.set(route, { version, count });
            for (const [route, { version, token }] of breadcrumbs) {
                const crashes = this.crashes.get(route);
                const count = crashes?.version === version ? crashes.count : 0;
                this.crashes.set(route, { version, count: Math.min(count + 1, avoidedCrashes) });
                if (token !== undefined)
                    this.unreported.set(rollout(token), token);
            }
            await this.write();
        }
        catch {
        }
    }
    write() {
        this.written = this.written.then(() => this.writeNow());
        return this.written;
    }
    async writeNow() {
        const { breadcrumbs, crashes, unreported } = this;
        const stored = {
            breadcrumbs: Array.from(breadcrumbs), crashes: Array.from(crashes), unreported: Array.from(unreported.values()),
        };
        try {
            await this.storage.setItem(this.key, JSON.stringify(stored));
        }
        catch {
        }
    }
}
