import { ExposureReporter } from "./ExposureReporter.js";
import { formatPaths, isOrderedByMembers } from "./FormatPaths.js";
import { applyPatch } from "./JSONPatch.js";
import { backOff, LiveUpdates } from "./LiveUpdates.js";
import { MemoryCache } from "./ScreenCache.js";
import { ScreenError } from "./ScreenError.js";
import { ScreenReader } from "./ScreenReader.js";
import { ScreenReporter } from "./ScreenReporter.js";
import { keptFields, reportField, snapshotOf } from "./ScreenSnapshot.js";
import { problem, ScreenTransport, sleep } from "./ScreenTransport.js";
import { viewTypes } from "./ViewContent.js";
import { wireFormats } from "./WireFormat.js";
const reserved = ["user", "variant", "version", "format", "release", "arm", "rendition"];
const maximumLanguages = 10;
export class ScreenClient {
    constructor(server, options = {}) {
        this.rounds = new Set();
        this.server = server.replace(/\/+$/, "");
        this.options = options;
        this.format = options.format ?? wireFormats.screen;
        this.cache = options.cache ?? new MemoryCache();
        this.user = options.user;
        this.attributes = options.attributes ?? {};
        this.transport = new ScreenTransport({
            fetch: options.fetch ?? ((input, init) => fetch(input, init)),
            headers: options.headers ?? (() => ({})),
            timeout: options.timeout ?? 30000,
        });
        this.live = new LiveUpdates(this.server, this.transport, (error) => this.options.onError?.(error));
        this.exposures = new ExposureReporter(this.server, this.transport);
        if (options.sendsReports !== false) {
            this.reporter = new ScreenReporter(this.server, this.transport, options.release, options.crashStorage);
        }
    }
    setUser(user, attributes = {}) {
        this.user = user;
        this.attributes = attributes;
        this.reporter?.setUser();
        for (const round of this.rounds)
            round.abort();
    }
    async screen(route, { signal } = {}) {
        const request = this.request(route);
        try {
            return await this.announced(await this.load(request, signal));
        }
        catch (error) {
            if (!(error instanceof ScreenError) || error.isFinal)
                throw error;
            const cached = await this.fromCache(request);
            if (cached === undefined)
                throw error;
            this.options.onError?.(error);
            return this.announced(cached);
        }
    }
    async cached(route) {
        const cached = await this.fromCache(this.request(route));
        return cached && this.announced(cached);
    }
    async *updates(route, { signal } = {}) {
        while (!signal?.aborted) {
            const round = this.beginRound(signal);
            try {
                yield* this.follow(route, round.signal);
            }
            catch (error) {
                if (!round.signal.aborted)
                    throw error;
            }
            finally {
                this.rounds.delete(round);
                round.abort();
            }
        }
    }
    async *pages(route, options = {}) {
        let page = await this.screen(route, options);
        while (page !== undefined) {
            yield page;
            page = await this.nextPage(page, options);
        }
    }
    async nextPage(page, { signal } = {}) {
        if (page.nextPage === undefined)
            return undefined;
        const response = await this.transport.send(page.nextPage, { headers: this.headers() }, signal);
        if (response.status === 410) {
            throw new ScreenError("page-expired", problem(410, response.body).message, { status: 410 });
        }
        if (response.status !== 200)
            throw problem(response.status, response.body);
        const arrival = performance.now();
        const fields = keptFields(response.headers);
        const screen = { body: this.decoded(fields, () => JSON.parse(response.body)), fields };
        return this.snapshot(screen, "network", { route: page.route, url: page.nextPage }, arrival);
    }
    didDraw(snapshot) {
        this.reporter?.didDraw(snapshot);
    }
    report(event, snapshot) {
        this.reporter?.report(event, snapshot);
    }
    didEnterBackground() {
        this.reporter?.didEnterBackground();
    }
    request(route) {
        if (route.length > 200 || !/^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/.test(route)) {
            throw new ScreenError("invalid-route", `"${route}" is not a route`);
        }
        const query = new URLSearchParams({ format: this.format.name });
        if (this.user !== undefined)
            query.set("user", this.user);
        for (const name of Object.keys(this.attributes).sort()) {
            if (name === "" || reserved.includes(name)) {
                throw new ScreenError("invalid-attribute", `"${name}" is a parameter of the API; choose another name`);
            }
            query.set(name, this.attributes[name] ?? "");
        }
        const url = `${this.server}/screens/${route}?${query}`;
        const headers = this.headers();
        return { route, url, headers, key: [url, ...Object.values(headers)].join("\n") };
    }
    headers() {
        const headers = { Accept: "application/json" };
        if (viewTypes.length > 0)
            headers["Accept-View-Types"] = viewTypes.join(", ");
        const { release, languages = platformLanguages() } = this.options;
        if (release !== undefined)
            headers["Client-Release"] = release;
        if (languages.length > 0)
            headers["Accept-Language"] = weighted(languages);
        return headers;
    }
    async load(request, signal) {
        const avoided = await this.reporter?.avoidedVersion(request.route);
        const headers = avoided === undefined
            ? { ...request.headers }
            : { ...request.headers, "Screen-Avoid": `${avoided}`, "Cache-Control": "no-cache" };
        const cached = await this.cachedScreen(request, avoided);
        const etag = cached?.fields["etag"];
        if (cached !== undefined && etag !== undefined) {
            const conditional = { ...headers, "If-None-Match": etag };
            if (!isOrderedByMembers(formatPaths(this.format)))
                conditional["A-IM"] = "json-patch";
            const response = await this.transport.send(request.url, { headers: conditional }, signal);
            try {
                return await this.receive(response, cached, request);
            }
            catch (error) {
                if (!(error instanceof ScreenError) || error.code !== "unexpected-response")
                    throw error;
                this.options.onError?.(error);
            }
        }
        const response = await this.transport.send(request.url, { headers }, signal);
        return this.receive(response, undefined, request);
    }
    async receive(response, cached, request) {
        const arrival = performance.now();
        const { status, headers } = response;
        let screen;
        let source;
        if (status === 200) {
            const fields = keptFields(headers);
            screen = { body: this.decoded(fields, () => JSON.parse(response.body)), fields };
            source = "network";
        }
        else if (status === 304 && cached !== undefined) {
            screen = { body: cached.body, fields: keptFields(headers, cached) };
            source = "notModified";
        }
        else if (status === 226 && cached !== undefined) {
            screen = { body: patched(cached, response), fields: keptFields(headers) };
            source = "delta";
        }
        else {
            if (status === 410)
                await this.guarded(() => this.cache.delete(request.key));
            throw status < 400 ? unexpected(`the status ${status}`) : problem(status, response.body);
        }
        const snapshot = this.snapshot(screen, source, request, arrival);
        await this.guarded(() => this.cache.set(request.key, screen));
        return snapshot;
    }
    async fromCache(request) {
        const cached = await this.cachedScreen(request, await this.reporter?.avoidedVersion(request.route));
        const arrival = performance.now();
        return cached && this.guarded(() => this.snapshot(cached, "cache", request, arrival));
    }
    async cachedScreen({ key }, avoided) {
        const cached = await this.guarded(() => this.cache.get(key));
        return avoided !== undefined && Number(cached?.fields["screen-version"]) === avoided ? undefined : cached;
    }
    snapshot(screen, source, { route, url }, arrival) {
        const fields = source === "cache" ? {} : screen.fields;
        const reader = new ScreenReader(formatPaths(this.format));
        const snapshot = snapshotOf(this.decoded(fields, () => reader.read(screen.body)), screen, source, url, route);
        const token = fields[reportField];
        if (token !== undefined)
            this.reporter?.didDecode(token, reader.problems);
        this.reporter?.didArrive(snapshot, arrival);
        return snapshot;
    }
    decoded({ [reportField]: token }, body) {
        try {
            return body();
        }
        catch (error) {
            if (token !== undefined)
                this.reporter?.didFail(token);
            throw unexpected(error);
        }
    }
    async announced(snapshot) {
        await this.reporter?.willShow(snapshot);
        return snapshot;
    }
    async guarded(body) {
        try {
            return await body();
        }
        catch (error) {
            this.options.onError?.(new ScreenError("cache-failed", `the cache failed: ${error}`, { cause: error }));
            return undefined;
        }
    }
    async *follow(route, signal) {
        const request = this.request(route);
        let current = await this.fromCache(request);
        if (current !== undefined)
            await this.reporter?.willShow(current);
        if (current !== undefined && !signal.aborted)
            yield current;
        let follower;
        let failures = 0;
        let isStale = true;
        while (!signal.aborted) {
            try {
                if (follower !== undefined) {
                    isStale || (isStale = follower.isLost);
                    follower.isLost = false;
                }
                const next = await this.load(request, signal);
                const isConfirmed = next.etag !== undefined && next.etag === current?.etag;
                const isNews = isStale || !isConfirmed;
                await this.reporter?.willShow(next, isConfirmed);
                if (signal.aborted)
                    return;
                follower ?? (follower = this.live.follow(route, next.version, signal));
                if (next.version !== undefined)
                    follower.version = Math.max(next.version, follower.version ?? 0);
                failures = 0;
                isStale = false;
                current = next;
                if (isNews)
                    yield next;
            }
            catch (error) {
                if (signal.aborted)
                    return;
                if (!(error instanceof ScreenError) || error.isFinal)
                    throw error;
                failures += 1;
                isStale = true;
                this.options.onError?.(error);
            }
            const delay = failures === 0 ? undefined : backOff(failures);
            await (follower === undefined ? sleep(delay, signal) : follower.change(delay, signal));
        }
    }
    beginRound(signal) {
        const round = new AbortController();
        this.rounds.add(round);
        signal?.addEventListener("abort", () => round.abort(), { once: true, signal: round.signal });
        return round;
    }
}
function patched(cached, { headers, body }) {
    if (headers.get("IM") !== "json-patch" || headers.get("Delta-Base") !== cached.fields["etag"]) {
        throw unexpected("the patch is for another body");
    }
    try {
        return applyPatch(cached.body, JSON.parse(body));
    }
    catch (error) {
        throw unexpected(error);
    }
}
function unexpected(cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    return new ScreenError("unexpected-response", `not a response of a Marquee server: ${reason}`, { cause });
}
function platformLanguages() {
    return typeof navigator === "undefined" ? [] : navigator.languages ?? [];
}
function weighted(languages) {
    return languages
        .slice(0, maximumLanguages)
        .map((language, index) => (index === 0 ? language : `${language};q=0.${10 - index}`))
        .join(", ");
}
