extension ClientProgram {
  /// The program in TypeScript.
  static let typeScript = #"""
    import { createInterface } from "node:readline";
    import { applyPatch } from "./shipped/JSONPatch.js";
    import { ScreenClient, ScreenError, type ScreenSnapshot } from "./shipped/index.js";

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
      fetch: (input, init) => {
        languages = new Headers(init?.headers).get("Accept-Language") ?? languages;
        return fetch(input, init);
      },
    });
    /** Whether the function for header fields throws. */
    let isBroken = false;
    const ending = new AbortController();
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
        console.log(`${label} error ${error instanceof ScreenError ? error.code : error}`);
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
        case "follow":
          void showAll(command, client.updates(argument, { signal: ending.signal }));
          return;
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
        case "patch":
          return console.log(patched(argument));
        case "expose":
          return reporting(command, async () => {
            client.exposures.add(argument, last?.assignments ?? {});
            await client.exposures.flush();
            console.log(`${command} done`);
          });
      }
    }

    async function main(): Promise<void> {
      for await (const line of createInterface({ input: process.stdin })) {
        const [command = ""] = line.split(" ", 1);
        await run(command, line.slice(command.length + 1));
      }
      ending.abort();
    }

    void main();
    """#
}
