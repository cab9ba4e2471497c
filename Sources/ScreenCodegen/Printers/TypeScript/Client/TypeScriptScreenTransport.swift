/// The TypeScript that sends the client's requests.
enum TypeScriptScreenTransport {
  static let name = "ScreenTransport.ts"

  static let text = #"""
    import { EventStreamParser, type ServerEvent } from "./EventStream.js";
    import { asScreenError, ScreenError } from "./ScreenError.js";

    /** A response that was read to its end. */
    export interface TransportResponse {
      readonly status: number;
      readonly headers: Headers;
      readonly body: string;
    }

    export interface TransportOptions {
      readonly fetch: typeof fetch;
      /** Returns header fields to add to each request. */
      readonly headers: () => HeadersInit | Promise<HeadersInit>;
      /** The longest time without a received byte, in milliseconds. */
      readonly timeout: number;
    }

    /** Sends requests, and repeats those that the server was too busy to answer. */
    export class ScreenTransport {
      private static readonly maximumRetries = 3;
      /** The longest time between two bytes of a stream. The server sends a comment each 15 seconds. */
      private static readonly minimumStreamTimeout = 60_000;
      private readonly options: TransportOptions;

      constructor(options: TransportOptions) {
        this.options = options;
      }

      async send(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<TransportResponse> {
        for (let attempt = 0; ; attempt += 1) {
          const response = await this.exchange(url, init, signal);
          const delay = attempt < ScreenTransport.maximumRetries ? retryDelay(response, attempt) : undefined;
          if (delay === undefined) return response;
          await sleep(delay, signal);
        }
      }

      private async exchange(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<TransportResponse> {
        const exchange = new Exchange(this.options.timeout, signal);
        try {
          const response = await exchange.open(url, init, this.options);
          return { status: response.status, headers: response.headers, body: await exchange.text(response) };
        } catch (error) {
          throw exchange.failure(error);
        } finally {
          exchange.close();
        }
      }

      /** Reads an event stream until it ends. `onRetry` gets the delay before the next connection, in milliseconds. */
      async *events(
        url: string, lastEventID: string | undefined, signal: AbortSignal, onRetry: (milliseconds: number) => void,
      ): AsyncGenerator<ServerEvent, void, undefined> {
        const exchange = new Exchange(Math.max(this.options.timeout, ScreenTransport.minimumStreamTimeout), signal);
        try {
          const headers: Record<string, string> = { Accept: "text/event-stream" };
          if (lastEventID !== undefined) headers["Last-Event-ID"] = lastEventID;
          const response = await exchange.open(url, { headers }, this.options);
          if (response.status !== 200) throw problem(response.status, await exchange.text(response));
          if (!response.headers.get("Content-Type")?.startsWith("text/event-stream") || response.body === null) {
            throw new ScreenError("unexpected-response", "the response is no event stream", { status: response.status });
          }
          const parser = new EventStreamParser();
          const decoder = new TextDecoder();
          const reader = response.body.getReader();
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            exchange.restartTimer();
            const events = parser.read(decoder.decode(value, { stream: true }));
            if (parser.retry !== undefined) onRetry(parser.retry);
            yield* events;
          }
        } catch (error) {
          throw exchange.failure(error);
        } finally {
          exchange.close();
        }
      }
    }

    /** One request. It ends when the caller aborts it, or when nothing arrives in time. */
    class Exchange {
      private readonly controller = new AbortController();
      private readonly abort = () => this.controller.abort();
      private readonly timeout: number;
      private readonly signal: AbortSignal | undefined;
      private timer: ReturnType<typeof setTimeout> | undefined;
      private isLate = false;

      constructor(timeout: number, signal: AbortSignal | undefined) {
        this.timeout = timeout;
        this.signal = signal;
        if (signal?.aborted) this.abort();
        signal?.addEventListener("abort", this.abort);
        this.restartTimer();
      }

      async open(url: string, init: RequestInit, options: TransportOptions): Promise<Response> {
        const headers = new Headers(await options.headers());
        // The fields of the client take precedence.
        new Headers(init.headers).forEach((value, name) => headers.set(name, value));
        return options.fetch(url, { ...init, headers, cache: "no-store", signal: this.controller.signal });
      }

      /** Reads a body to its end. Each chunk restarts the timer. */
      async text(response: Response): Promise<string> {
        if (response.body === null) return "";
        const reader = response.body.getReader();
        const decoder = new TextDecoder();
        let text = "";
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return text + decoder.decode();
          this.restartTimer();
          text += decoder.decode(value, { stream: true });
        }
      }

      restartTimer(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
          this.isLate = true;
          this.abort();
        }, this.timeout);
      }

      /** Returns the error to throw in place of another one. */
      failure(error: unknown): unknown {
        if (this.signal?.aborted || error instanceof ScreenError) return error;
        if (this.isLate) return new ScreenError("timeout", `nothing arrived for ${this.timeout} ms`, { cause: error });
        return asScreenError(error);
      }

      close(): void {
        clearTimeout(this.timer);
        this.signal?.removeEventListener("abort", this.abort);
        // Ends the connection if the body was not read to its end.
        this.abort();
      }
    }

    /** Returns the error that a response reports as a problem document (RFC 9457). */
    export function problem(status: number, body: string): ScreenError {
      let detail: unknown;
      try {
        const document = JSON.parse(body);
        detail = document?.detail ?? document?.title;
      } catch {
        // A proxy may have answered.
      }
      const code = status === 404 ? "not-found" : status === 410 ? "deleted" : "refused";
      return new ScreenError(code, typeof detail === "string" ? detail : `the server answered ${status}`, { status });
    }

    /** Returns the milliseconds before a retry; undefined for none. */
    function retryDelay({ status, headers }: TransportResponse, attempt: number): number | undefined {
      if (status !== 503 && status !== 429) return undefined;
      const field = headers.get("Retry-After");
      // Random, so that clients which failed together do not return together.
      if (field === null) return Math.random() * 500 * 2 ** attempt;
      const seconds = /^[0-9]+$/.test(field) ? Number(field) : (Date.parse(field) - Date.now()) / 1000;
      return seconds <= 30 ? Math.max(0, seconds) * 1000 + Math.random() * 500 : undefined;
    }

    /** Waits, at most until the signal is aborted: without a time, until then. */
    export function sleep(milliseconds: number | undefined, signal: AbortSignal | undefined): Promise<void> {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const end = () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", end);
          resolve();
        };
        const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
        signal?.addEventListener("abort", end);
      });
    }
    """#
}
