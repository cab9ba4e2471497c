/// The TypeScript class of a client.
enum TypeScriptScreenClient {
  static let name = "ScreenClient.ts"

  static let text = #"""
    import type { JSONValue } from "./ContentCoding.js";
    import { ExposureReporter } from "./ExposureReporter.js";
    import { formatPaths, isOrderedByMembers } from "./FormatPaths.js";
    import { applyPatch } from "./JSONPatch.js";
    import { backOff, type Follower, LiveUpdates } from "./LiveUpdates.js";
    import { type CachedScreen, MemoryCache, type ScreenCache } from "./ScreenCache.js";
    import type { Abortable, ScreenClientOptions } from "./ScreenClientOptions.js";
    import { ScreenError } from "./ScreenError.js";
    import { ScreenReader } from "./ScreenReader.js";
    import { ScreenReporter } from "./ScreenReporter.js";
    import { keptFields, reportField, type ScreenSnapshot, type SnapshotSource, snapshotOf } from "./ScreenSnapshot.js";
    import { problem, ScreenTransport, sleep, type TransportResponse } from "./ScreenTransport.js";
    import { viewTypes } from "./ViewContent.js";
    import { type WireFormat, wireFormats } from "./WireFormat.js";

    interface ScreenRequest {
      readonly route: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly key: string;
    }

    /** Parameters of the API. An attribute cannot have one of these names. */
    const reserved = ["user", "variant", "version", "format", "release", "arm", "rendition"];

    /** The largest number of languages of a request: a weight has one digit here, and none is 0. */
    const maximumLanguages = 10;

    /**
     * A client of a Marquee server: fetches screens, caches them, and follows their changes.
     *
     * ```
     * const client = new ScreenClient("https://screens.example.com", { user: "42" });
     * for await (const { screen } of client.updates("home")) show(screen);
     * ```
     */
    export class ScreenClient {
      /** Reports variants that a user saw without a request. */
      readonly exposures: ExposureReporter;
      private readonly server: string;
      private readonly options: ScreenClientOptions;
      private readonly format: WireFormat;
      private readonly cache: ScreenCache;
      private readonly transport: ScreenTransport;
      private readonly live: LiveUpdates;
      private readonly reporter: ScreenReporter | undefined;
      private user: string | undefined;
      private attributes: Readonly<Record<string, string>>;
      /** Ends each round of a sequence of updates, so that the next one begins with the new user. */
      private readonly rounds = new Set<AbortController>();

      /** Creates a client. `server` is its address, such as `https://screens.example.com`; it may have a path. */
      constructor(server: string, options: ScreenClientOptions = {}) {
        this.server = server.replace(/\/+$/, "");
        this.options = options;
        this.format = options.format ?? wireFormats.screen;
        this.cache = options.cache ?? new MemoryCache();
        this.user = options.user;
        this.attributes = options.attributes ?? {};
        this.transport = new ScreenTransport({
          // The platform's function needs the global object as `this`.
          fetch: options.fetch ?? ((input, init) => fetch(input, init)),
          headers: options.headers ?? (() => ({})),
          timeout: options.timeout ?? 30_000,
        });
        this.live = new LiveUpdates(this.server, this.transport, (error) => this.options.onError?.(error));
        this.exposures = new ExposureReporter(this.server, this.transport);
        if (options.sendsReports !== false) {
          this.reporter = new ScreenReporter(this.server, this.transport, options.release, options.crashStorage);
        }
      }

      /** Changes the user, after signing in or out. Sequences of updates go on with the screen of this user. */
      setUser(user: string | undefined, attributes: Readonly<Record<string, string>> = {}): void {
        this.user = user;
        this.attributes = attributes;
        this.reporter?.setUser();
        for (const round of this.rounds) round.abort();
      }

      /**
       * Fetches a screen. Without a usable response it is the cached one, and its source is `cache`.
       *
       * Throws a ScreenError, or the reason of the signal.
       */
      async screen(route: string, { signal }: Abortable = {}): Promise<ScreenSnapshot> {
        const request = this.request(route);
        try {
          return await this.announced(await this.load(request, signal));
        } catch (error) {
          if (!(error instanceof ScreenError) || error.isFinal) throw error;
          const cached = await this.fromCache(request);
          if (cached === undefined) throw error;
          this.options.onError?.(error);
          return this.announced(cached);
        }
      }

      /** Returns the cached screen, without a request; undefined when there is none. */
      async cached(route: string): Promise<ScreenSnapshot | undefined> {
        const cached = await this.fromCache(this.request(route));
        return cached && this.announced(cached);
      }

      /**
       * Follows a screen: the cached one if there is one, then the server's, then each change.
       *
       * All followed screens share one stream of Server-Sent Events, which is opened again when it ends. Where there are
       * none, the client asks now and then. A failed request is reported to `onError` and repeated; the first response
       * after it is a snapshot of its own, even if nothing has changed. The sequence ends when the signal is aborted. It
       * throws a ScreenError when the screen does not exist or was deleted.
       */
      async *updates(route: string, { signal }: Abortable = {}): AsyncGenerator<ScreenSnapshot, void, undefined> {
        while (!signal?.aborted) {
          const round = this.beginRound(signal);
          try {
            yield* this.follow(route, round.signal);
          } catch (error) {
            // For another user, the next round begins at once.
            if (!round.signal.aborted) throw error;
          } finally {
            this.rounds.delete(round);
            round.abort();
          }
        }
      }

      /**
       * Returns the pages of a screen, each fetched when it is asked for. All are of one version, whatever is published
       * meanwhile. Throws a ScreenError with the code `page-expired` when the server no longer has that version.
       */
      async *pages(route: string, options: Abortable = {}): AsyncGenerator<ScreenSnapshot, void, undefined> {
        let page: ScreenSnapshot | undefined = await this.screen(route, options);
        while (page !== undefined) {
          yield page;
          page = await this.nextPage(page, options);
        }
      }

      /** Fetches the page after another one; undefined after the last one. */
      async nextPage(page: ScreenSnapshot, { signal }: Abortable = {}): Promise<ScreenSnapshot | undefined> {
        if (page.nextPage === undefined) return undefined;
        const response = await this.transport.send(page.nextPage, { headers: this.headers() }, signal);
        if (response.status === 410) {
          throw new ScreenError("page-expired", problem(410, response.body).message, { status: 410 });
        }
        if (response.status !== 200) throw problem(response.status, response.body);
        const arrival = performance.now();
        const fields = keptFields(response.headers);
        const screen = { body: this.decoded(fields, () => JSON.parse(response.body)), fields };
        return this.snapshot(screen, "network", { route: page.route, url: page.nextPage }, arrival);
      }

      /**
       * Says that the app has drawn a snapshot. Call it for each one that is drawn. During a guarded publication, the client
       * reports the time since its bytes arrived, and 5 seconds later that the screen has settled.
       */
      didDraw(snapshot: ScreenSnapshot): void {
        this.reporter?.didDraw(snapshot);
      }

      /**
       * Reports an event after a screen: one that the guard names, such as `order-placed`; or `no-cell` and
       * `value-not-shown`, when the app could not show a part of it. Outside of a guarded publication, nothing is sent.
       */
      report(event: string, snapshot: ScreenSnapshot): void {
        this.reporter?.report(event, snapshot);
      }

      /**
       * Says that the app goes to the background, or the page is closed, where its end is no crash. Sends the reports that
       * wait.
       */
      didEnterBackground(): void {
        this.reporter?.didEnterBackground();
      }

      private request(route: string): ScreenRequest {
        if (route.length > 200 || !/^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/.test(route)) {
          throw new ScreenError("invalid-route", `"${route}" is not a route`);
        }
        const query = new URLSearchParams({ format: this.format.name });
        if (this.user !== undefined) query.set("user", this.user);
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

      private headers(): Record<string, string> {
        const headers: Record<string, string> = { Accept: "application/json" };
        // An empty field would say that the app can show nothing.
        if (viewTypes.length > 0) headers["Accept-View-Types"] = viewTypes.join(", ");
        const { release, languages = platformLanguages() } = this.options;
        if (release !== undefined) headers["Client-Release"] = release;
        if (languages.length > 0) headers["Accept-Language"] = weighted(languages);
        return headers;
      }

      /** Fetches a screen from the server: whole when a patch or a 304 cannot be used. */
      private async load(request: ScreenRequest, signal: AbortSignal | undefined): Promise<ScreenSnapshot> {
        const avoided = await this.reporter?.avoidedVersion(request.route);
        // A cache on the way may have that version.
        const headers: Record<string, string> = avoided === undefined
          ? { ...request.headers }
          : { ...request.headers, "Screen-Avoid": `${avoided}`, "Cache-Control": "no-cache" };
        const cached = await this.cachedScreen(request, avoided);
        const etag = cached?.fields["etag"];
        if (cached !== undefined && etag !== undefined) {
          const conditional: Record<string, string> = { ...headers, "If-None-Match": etag };
          // Patching loses the order of members.
          if (!isOrderedByMembers(formatPaths(this.format))) conditional["A-IM"] = "json-patch";
          const response = await this.transport.send(request.url, { headers: conditional }, signal);
          try {
            return await this.receive(response, cached, request);
          } catch (error) {
            if (!(error instanceof ScreenError) || error.code !== "unexpected-response") throw error;
            this.options.onError?.(error);
          }
        }
        const response = await this.transport.send(request.url, { headers }, signal);
        return this.receive(response, undefined, request);
      }

      private async receive(
        response: TransportResponse, cached: CachedScreen | undefined, request: ScreenRequest,
      ): Promise<ScreenSnapshot> {
        const arrival = performance.now();
        const { status, headers } = response;
        let screen: CachedScreen;
        let source: SnapshotSource;
        if (status === 200) {
          const fields = keptFields(headers);
          screen = { body: this.decoded(fields, () => JSON.parse(response.body)), fields };
          source = "network";
        } else if (status === 304 && cached !== undefined) {
          screen = { body: cached.body, fields: keptFields(headers, cached) };
          source = "notModified";
        } else if (status === 226 && cached !== undefined) {
          screen = { body: patched(cached, response), fields: keptFields(headers) };
          source = "delta";
        } else {
          if (status === 410) await this.guarded(() => this.cache.delete(request.key));
          throw status < 400 ? unexpected(`the status ${status}`) : problem(status, response.body);
        }
        const snapshot = this.snapshot(screen, source, request, arrival);
        await this.guarded(() => this.cache.set(request.key, screen));
        return snapshot;
      }

      private async fromCache(request: ScreenRequest): Promise<ScreenSnapshot | undefined> {
        const cached = await this.cachedScreen(request, await this.reporter?.avoidedVersion(request.route));
        const arrival = performance.now();
        // An earlier version of the app may have stored it.
        return cached && this.guarded(() => this.snapshot(cached, "cache", request, arrival));
      }

      /** Returns the cached screen, unless it is of the version to avoid. */
      private async cachedScreen({ key }: ScreenRequest, avoided: number | undefined): Promise<CachedScreen | undefined> {
        const cached = await this.guarded(() => this.cache.get(key));
        return avoided !== undefined && Number(cached?.fields["screen-version"]) === avoided ? undefined : cached;
      }

      /** Decodes a screen. `arrival` is when its bytes were there. */
      private snapshot(
        screen: CachedScreen, source: SnapshotSource, { route, url }: Pick<ScreenRequest, "route" | "url">, arrival: number,
      ): ScreenSnapshot {
        const fields = source === "cache" ? {} : screen.fields;
        const reader = new ScreenReader(formatPaths(this.format));
        const snapshot = snapshotOf(this.decoded(fields, () => reader.read(screen.body)), screen, source, url, route);
        const token = fields[reportField];
        if (token !== undefined) this.reporter?.didDecode(token, reader.problems);
        this.reporter?.didArrive(snapshot, arrival);
        return snapshot;
      }

      /** Calls a function that decodes a response, and reports its failure during a guarded publication. */
      private decoded<T>({ [reportField]: token }: Readonly<Record<string, string>>, body: () => T): T {
        try {
          return body();
        } catch (error) {
          if (token !== undefined) this.reporter?.didFail(token);
          throw unexpected(error);
        }
      }

      /** Notes a snapshot that the app gets now. */
      private async announced(snapshot: ScreenSnapshot): Promise<ScreenSnapshot> {
        await this.reporter?.willShow(snapshot);
        return snapshot;
      }

      /** Calls a function of the cache. Its failure never costs the screen. */
      private async guarded<T>(body: () => T | Promise<T>): Promise<T | undefined> {
        try {
          return await body();
        } catch (error) {
          this.options.onError?.(new ScreenError("cache-failed", `the cache failed: ${error}`, { cause: error }));
          return undefined;
        }
      }

      /** Follows a screen of one user, until the signal is aborted. */
      private async *follow(route: string, signal: AbortSignal): AsyncGenerator<ScreenSnapshot, void, undefined> {
        const request = this.request(route);
        let current = await this.fromCache(request);
        if (current !== undefined) await this.reporter?.willShow(current);
        if (current !== undefined && !signal.aborted) yield current;
        let follower: Follower | undefined;
        let failures = 0;
        // Whether the consumer may show that the screen is old.
        let isStale = true;
        while (!signal.aborted) {
          try {
            if (follower !== undefined) {
              isStale ||= follower.isLost;
              follower.isLost = false;
            }
            const next = await this.load(request, signal);
            const isConfirmed = next.etag !== undefined && next.etag === current?.etag;
            const isNews = isStale || !isConfirmed;
            await this.reporter?.willShow(next, isConfirmed);
            // It can be another user's by now.
            if (signal.aborted) return;
            // The server refuses a stream of a screen that it does not have, so a screen is fetched before.
            follower ??= this.live.follow(route, next.version, signal);
            if (next.version !== undefined) follower.version = Math.max(next.version, follower.version ?? 0);
            failures = 0;
            isStale = false;
            current = next;
            if (isNews) yield next;
          } catch (error) {
            if (signal.aborted) return;
            if (!(error instanceof ScreenError) || error.isFinal) throw error;
            failures += 1;
            isStale = true;
            this.options.onError?.(error);
          }
          const delay = failures === 0 ? undefined : backOff(failures);
          await (follower === undefined ? sleep(delay, signal) : follower.change(delay, signal));
        }
      }

      private beginRound(signal: AbortSignal | undefined): AbortController {
        const round = new AbortController();
        this.rounds.add(round);
        signal?.addEventListener("abort", () => round.abort(), { once: true, signal: round.signal });
        return round;
      }
    }

    /** Returns the cached body after the patch of a response (RFC 3229). */
    function patched(cached: CachedScreen, { headers, body }: TransportResponse): JSONValue {
      if (headers.get("IM") !== "json-patch" || headers.get("Delta-Base") !== cached.fields["etag"]) {
        throw unexpected("the patch is for another body");
      }
      try {
        return applyPatch(cached.body, JSON.parse(body));
      } catch (error) {
        throw unexpected(error);
      }
    }

    function unexpected(cause: unknown): ScreenError {
      const reason = cause instanceof Error ? cause.message : cause;
      return new ScreenError("unexpected-response", `not a response of a Marquee server: ${reason}`, { cause });
    }

    function platformLanguages(): readonly string[] {
      return typeof navigator === "undefined" ? [] : navigator.languages ?? [];
    }

    /** Returns languages with falling weights (RFC 9110 §12.4.2): `de-CH, fr;q=0.9`. */
    function weighted(languages: readonly string[]): string {
      return languages
        .slice(0, maximumLanguages)
        .map((language, index) => (index === 0 ? language : `${language};q=0.${10 - index}`))
        .join(", ");
    }
    """#
}
