import { asScreenError } from "./ScreenError.js";
import { sleep } from "./ScreenTransport.js";
const maximumRoutes = 64;
const maximumRouteLength = 4000;
const maximumDelay = 30000;
const settlingTime = 100;
export class Follower {
    constructor(route, version) {
        this.isLost = false;
        this.isAwake = false;
        this.route = route;
        this.version = version;
    }
    wake() {
        this.isAwake = true;
        this.wakeUp?.();
    }
    async change(longest, signal) {
        if (!this.isAwake) {
            const waiting = new AbortController();
            const end = () => waiting.abort();
            this.wakeUp = end;
            signal.addEventListener("abort", end, { signal: waiting.signal });
            if (signal.aborted)
                end();
            await sleep(longest, waiting.signal);
            end();
            this.wakeUp = undefined;
        }
        this.isAwake = false;
    }
}
export class LiveUpdates {
    constructor(server, transport, onError) {
        this.followers = new Set();
        this.streams = new Map();
        this.server = server;
        this.transport = transport;
        this.onError = onError;
    }
    follow(route, version, signal) {
        const follower = new Follower(route, version);
        this.followers.add(follower);
        signal.addEventListener("abort", () => {
            this.followers.delete(follower);
            this.settle();
        }, { once: true });
        this.settle();
        return follower;
    }
    settle() {
        if (this.followers.size === 0) {
            clearTimeout(this.settling);
            this.settling = undefined;
            this.openStreams();
        }
        else {
            this.settling ?? (this.settling = setTimeout(() => {
                this.settling = undefined;
                this.openStreams();
            }, settlingTime));
        }
    }
    openStreams() {
        const routes = [...new Set([...this.followers].map(({ route }) => route))].sort();
        const sets = new Map(grouped(routes).map((set) => [set.join(","), set]));
        for (const [key, stream] of this.streams) {
            if (sets.has(key))
                continue;
            this.streams.delete(key);
            stream.abort();
        }
        for (const [key, set] of sets) {
            if (this.streams.has(key))
                continue;
            const stream = new AbortController();
            this.streams.set(key, stream);
            void this.stayConnected(new Set(set), stream.signal);
        }
    }
    async stayConnected(routes, signal) {
        let failures = 0;
        let retry = 2000;
        const url = `${this.server}/events?routes=${[...routes].join(",")}`;
        while (!signal.aborted) {
            const known = this.of(routes).flatMap(({ route, version }) => version === undefined ? [] : [`${route}:${version}`]);
            const ids = known.length > 0 ? [...new Set(known)].join(", ") : undefined;
            try {
                const opened = (milliseconds) => {
                    failures = 0;
                    retry = milliseconds;
                };
                for await (const { id } of this.transport.events(url, ids, signal, opened))
                    this.announce(id);
            }
            catch (error) {
                if (signal.aborted)
                    return;
                failures += 1;
                this.onError(asScreenError(error));
            }
            await sleep(backOff(failures, retry), signal);
            if (signal.aborted)
                return;
            for (const follower of this.of(routes)) {
                follower.isLost = true;
                follower.wake();
            }
        }
    }
    announce(id) {
        const [route = "", number] = id.split(":");
        const version = Number(number);
        if (!Number.isInteger(version))
            return;
        for (const follower of this.of(new Set([route]))) {
            if (follower.version === version)
                continue;
            follower.version = version;
            follower.wake();
        }
    }
    of(routes) {
        return [...this.followers].filter(({ route }) => routes.has(route));
    }
}
function grouped(routes) {
    const groups = [];
    let group = [];
    let length = 0;
    for (const route of routes) {
        length += route.length;
        if (groups.length === 0 || group.length === maximumRoutes || length > maximumRouteLength) {
            group = [];
            length = route.length;
            groups.push(group);
        }
        group.push(route);
    }
    return groups;
}
export function backOff(failures, retry = 2000) {
    return Math.min(maximumDelay, retry * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random());
}
