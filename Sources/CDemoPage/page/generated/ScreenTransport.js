import { EventStreamParser } from "./EventStream.js";
import { asScreenError, ScreenError } from "./ScreenError.js";
export class ScreenTransport {
    constructor(options) {
        this.options = options;
    }
    async send(url, init, signal) {
        for (let attempt = 0;; attempt += 1) {
            const response = await this.exchange(url, init, signal);
            const delay = attempt < ScreenTransport.maximumRetries ? retryDelay(response, attempt) : undefined;
            if (delay === undefined)
                return response;
            await sleep(delay, signal);
        }
    }
    async exchange(url, init, signal) {
        const exchange = new Exchange(this.options.timeout, signal);
        try {
            const response = await exchange.open(url, init, this.options);
            return { status: response.status, headers: response.headers, body: await exchange.text(response) };
        }
        catch (error) {
            throw exchange.failure(error);
        }
        finally {
            exchange.close();
        }
    }
    async *events(url, lastEventID, signal, onRetry) {
        const exchange = new Exchange(Math.max(this.options.timeout, ScreenTransport.minimumStreamTimeout), signal);
        try {
            const headers = { Accept: "text/event-stream" };
            if (lastEventID !== undefined)
                headers["Last-Event-ID"] = lastEventID;
            const response = await exchange.open(url, { headers }, this.options);
            if (response.status !== 200)
                throw problem(response.status, await exchange.text(response));
            if (!response.headers.get("Content-Type")?.startsWith("text/event-stream") || response.body === null) {
                throw new ScreenError("unexpected-response", "the response is no event stream", { status: response.status });
            }
            const parser = new EventStreamParser();
            const decoder = new TextDecoder();
            const reader = response.body.getReader();
            for (;;) {
                const { done, value } = await reader.read();
                if (done)
                    return;
                exchange.restartTimer();
                const events = parser.read(decoder.decode(value, { stream: true }));
                if (parser.retry !== undefined)
                    onRetry(parser.retry);
                yield* events;
            }
        }
        catch (error) {
            throw exchange.failure(error);
        }
        finally {
            exchange.close();
        }
    }
}
ScreenTransport.maximumRetries = 3;
ScreenTransport.minimumStreamTimeout = 60000;
class Exchange {
    constructor(timeout, signal) {
        this.controller = new AbortController();
        this.abort = () => this.controller.abort();
        this.isLate = false;
        this.timeout = timeout;
        this.signal = signal;
        if (signal?.aborted)
            this.abort();
        signal?.addEventListener("abort", this.abort);
        this.restartTimer();
    }
    async open(url, init, options) {
        const headers = new Headers(await options.headers());
        new Headers(init.headers).forEach((value, name) => headers.set(name, value));
        return options.fetch(url, { ...init, headers, cache: "no-store", signal: this.controller.signal });
    }
    async text(response) {
        if (response.body === null)
            return "";
        const reader = response.body.getReader();
        const decoder = new TextDecoder();
        let text = "";
        for (;;) {
            const { done, value } = await reader.read();
            if (done)
                return text + decoder.decode();
            this.restartTimer();
            text += decoder.decode(value, { stream: true });
        }
    }
    restartTimer() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.isLate = true;
            this.abort();
        }, this.timeout);
    }
    failure(error) {
        if (this.signal?.aborted || error instanceof ScreenError)
            return error;
        if (this.isLate)
            return new ScreenError("timeout", `nothing arrived for ${this.timeout} ms`, { cause: error });
        return asScreenError(error);
    }
    close() {
        clearTimeout(this.timer);
        this.signal?.removeEventListener("abort", this.abort);
        this.abort();
    }
}
export function problem(status, body) {
    let detail;
    try {
        const document = JSON.parse(body);
        detail = document?.detail ?? document?.title;
    }
    catch {
    }
    const code = status === 404 ? "not-found" : status === 410 ? "deleted" : "refused";
    return new ScreenError(code, typeof detail === "string" ? detail : `the server answered ${status}`, { status });
}
function retryDelay({ status, headers }, attempt) {
    if (status !== 503 && status !== 429)
        return undefined;
    const field = headers.get("Retry-After");
    if (field === null)
        return Math.random() * 500 * 2 ** attempt;
    const seconds = /^[0-9]+$/.test(field) ? Number(field) : (Date.parse(field) - Date.now()) / 1000;
    return seconds <= 30 ? Math.max(0, seconds) * 1000 + Math.random() * 500 : undefined;
}
export function sleep(milliseconds, signal) {
    return new Promise((resolve) => {
        if (signal?.aborted)
            return resolve();
        const end = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", end);
            resolve();
        };
        const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
        signal?.addEventListener("abort", end);
    });
}
