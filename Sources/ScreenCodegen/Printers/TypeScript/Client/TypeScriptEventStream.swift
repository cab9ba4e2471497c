/// The TypeScript parser of Server-Sent Events.
enum TypeScriptEventStream {
  static let name = "EventStream.ts"

  static let text = #"""
    /** A Server-Sent Event. */
    export interface ServerEvent {
      readonly name: string;
      readonly data: string;
      /** The last event id of the stream, sent with this event or an earlier one. */
      readonly id: string;
    }

    /** An incremental parser of Server-Sent Events (HTML §9.2.6). */
    export class EventStreamParser {
      /** The milliseconds before the next connection, if the server has said so. */
      retry: number | undefined;
      private rest = "";
      private name = "";
      private data: string[] = [];
      private id = "";

      /** Parses more of the stream. Returns the events that this text completes. */
      read(text: string): ServerEvent[] {
        // A return at the end may be the first half of a line end.
        const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        return lines.flatMap((line) => this.readLine(line) ?? []);
      }

      private readLine(line: string): ServerEvent | undefined {
        if (line === "") return this.dispatch();
        const [, field = line, value = ""] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
        if (field === "event") this.name = value;
        if (field === "data") this.data.push(value);
        if (field === "id" && !value.includes("\0")) this.id = value;
        if (field === "retry" && /^[0-9]+$/.test(value)) this.retry = Number(value);
        return undefined;
      }

      private dispatch(): ServerEvent | undefined {
        const { name, data, id } = this;
        this.name = "";
        this.data = [];
        return data.length === 0 ? undefined : { name: name === "" ? "message" : name, data: data.join("\n"), id };
      }
    }
    """#
}
