extension ClientProgram {
  /// The program in TypeScript.
  static let typeScript = #"""
    import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
    import { createInterface } from "node:readline";
    import { applyPatch } from "./shipped/JSONPatch.js";
    import { type CrashStorage, ScreenClient, ScreenError, type ScreenSnapshot } from "./shipped/index.js";

    /** A storage in a file, which could write a value before an earlier one. */
    function storage(path: string): CrashStorage {
      let delay = 0;
      return {
        getItem: () => (existsSync(path) ? readFileSync(path, "utf8") : null),
        setItem: async (_, value) => {
          delay = 50 - delay;
          await new Promise((written) => setTimeout(written, delay));
          writeFileSync(`${path}.new`, value);
          renameSync(`${path}.new`, path);
        },
      };
    }

    /** `off`, or the file by which the client learns of crashes. */
    const reports = process.argv[5] ?? "";
    /** The languages that a screen was last asked for in. */
    let languages = "";
    const client = new ScreenClient(process.argv[2] ?? "", {
      user: "a",
      release: "test/1.0.0",
      languages: (process.argv[3] ?? "").split(","),
      headers: () => {
        if (isBroken) throw new Error("no token");
        return {};
      },
      timeout: Number(process.argv[4]),
      sendsReports: reports !== "off",
      crashStorage: reports.startsWith("/") ? storage(reports) : undefined,
      fetch: (input, init) => {
        if (init?.method === "POST") areKeptAlive &&= init.keepalive === true;
        languages = new Headers(init?.headers).get("Accept-Language") ?? languages;
        return fetch(input, init);
      },
    });
    /** Whether the function for header fields throws. */
    let isBroken = false;
    /** Whether all reports of exposures outlive the page. */
    let areKeptAlive = true;
    /** Ends each sequence of updates. Node.js warns of more than ten listeners of one signal. */
    const endings: AbortController[] = [];
    let loading = new AbortController();
    let last: ScreenSnapshot | undefined;

    function pairs(record: Readonly<Record<string, string>>): string {
      return Object.entries(record).map(([name, value]) => `${name}=${value}`).join(",") || "-";
    }

    function show(label: string, snapshot: ScreenSnapshot): void {
      last = snapshot;
      const { source, version, assignments, downgraded, screen } = snapshot;
      const items = screen.sections.flatMap((section) => section.items).filter(({ id }) => id !== "long").map(
        ({ id, content }) => `${id}:${content.kind === "oneLineText" ? content.content.text1 : content.kind}`);
      console.log([label, source, version, languages, pairs(assignments), pairs(downgraded), ...items].join(" "));
    }

    async function reporting(label: string, body: () => Promise<void>): Promise<void> {
      try {
        await body();
      } catch (error) {
        const isCancelled = error instanceof DOMException && error.name === "AbortError";
        const what = error instanceof ScreenError ? `error ${error.code}` : isCancelled ? "cancelled" : `error ${error}`;
        console.log(`${label} ${what}`);
      }
    }

    function showAll(label: string, snapshots: AsyncIterable<ScreenSnapshot>): Promise<void> {
      return reporting(label, async () => {
        for await (const snapshot of snapshots) show(label, snapshot);
        console.log(`${label} end`);
      });
    }

    function patched(text: string): string {
      const [value, patch] = JSON.parse(text);
      try {
        return JSON.stringify(applyPatch(value, patch));
      } catch {
        return "refused";
      }
    }

    async function run(command: string, argument: string): Promise<void> {
      switch (command) {
        case "screen":
          return reporting(command, async () => show(command, await client.screen(argument)));
        case "follow": {
          const ending = new AbortController();
          endings.push(ending);
          void showAll(command, client.updates(argument, { signal: ending.signal }));
          return;
        }
        case "watch": {
          // Draws the first snapshot, and none that follows.
          const ending = new AbortController();
          endings.push(ending);
          let isFirst = true;
          void reporting(command, async () => {
            for await (const snapshot of client.updates(argument, { signal: ending.signal })) {
              show(command, snapshot);
              if (isFirst) client.didDraw(snapshot);
              isFirst = false;
            }
          });
          return;
        }
        case "start":
          loading = new AbortController();
          void reporting(command, async () => show(command, await client.screen(argument, { signal: loading.signal })));
          return;
        case "stop":
          return loading.abort();
        case "pages":
          return showAll(command, client.pages(argument));
        case "user":
          return client.setUser(argument);
        case "break":
          isBroken = argument === "1";
          return;
        case "language": {
          const { source, language, direction } = await client.screen(argument);
          return console.log(`${command} ${source} ${language} ${direction}`);
        }
        case "draw":
          if (last === undefined) return;
          client.didDraw(last);
          return console.log(`${command} ${last.source} ${last.route} ${last.reportToken ?? "null"}`);
        case "event":
          if (last !== undefined) client.report(argument, last);
          return;
        case "background":
          return client.didEnterBackground();
        case "crash":
          return process.kill(process.pid, "SIGKILL");
        case "patch":
          return console.log(patched(argument));
        case "expose":
          return reporting(command, async () => {
            client.exposures.add(argument, last?.assignments ?? {});
            await client.exposures.flush();
            console.log(`${command} done`);
          });
        case "report": {
          const [count = 0, length = 0] = argument.split(" ").map(Number);
          for (let user = 0; user < count; user += 1) client.exposures.add(`${user}`.padEnd(length, "x"), { a: "b" });
          areKeptAlive = true;
          return reporting(command, async () => {
            // Two calls at the same time send everything once.
            await Promise.all([client.exposures.flush(), client.exposures.flush()]);
            console.log(`${command} done${areKeptAlive ? " kept alive" : ""}`);
          });
        }
      }
    }

    async function main(): Promise<void> {
      for await (const line of createInterface({ input: process.stdin })) {
        const [command = ""] = line.split(" ", 1);
        await run(command, line.slice(command.length + 1));
      }
      for (const ending of endings) ending.abort();
    }

    void main();
    """#
}
