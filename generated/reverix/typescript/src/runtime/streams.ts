import { parseAnswer } from "./answers.js";
import { APIError, APITimeoutError, messageOf } from "./errors.js";
import { isObject } from "./json.js";
import type { Sent } from "./sending.js";
import { within } from "./timing.js";

type Bytes = AsyncIterable<Uint8Array>;

/** How an operation's answers stream. */
export interface StreamReader {
  readonly mediaType: string;
  /** The argument and value that turn streaming on; none: always on. */
  readonly switch?: readonly [string, unknown];
  /** Where the operation streams unless told otherwise: tells it otherwise. */
  readonly plain?: (args: object) => object;
  open<Item>(sent: Sent): Stream<Item>;
}

/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  event: string;
  data: string;
}

interface StreamFacts {
  switch?: readonly [string, unknown];
  plain?: (args: object) => object;
  /** Event data that ends the stream. */
  terminator?: string;
  /** Name of the event that carries an error. */
  errorEvent?: string;
  mediaType?: string;
}

/** Items from a `text/event-stream` (WHATWG HTML, section 9.2). */
export function eventStream(facts: StreamFacts = {}): StreamReader {
  return reader("text/event-stream", facts, async function* (body) {
    for await (const event of readEvents(body)) {
      if (event.data === facts.terminator) return;
      const value = parseAnswer(event.data, "an item of the stream");
      const failed = event.event === facts.errorEvent;
      if (failed || (isObject(value) && value["error"])) {
        throw new APIError(
          messageOf(value) || "the stream reported an error",
          value,
        );
      }
      yield value;
    }
  });
}

/** Items from one JSON value a line. */
export function jsonLinesStream(facts: StreamFacts = {}): StreamReader {
  return reader("application/jsonl", facts, async function* (body) {
    for await (const line of readLines(body, /\r?\n/)) {
      if (line.trim() !== "") yield parseAnswer(line, "an item of the stream");
    }
  });
}

/**
 * For a switch that is on by default: turns it off in plain calls. `whole` is
 * the argument with the body, where that is one.
 */
export function offUnlessGiven(
  name: string,
  off: boolean,
  whole?: string,
): (args: object) => object {
  const turnOff = (given: Record<string, unknown>): object =>
    given[name] === undefined ? { ...given, [name]: off } : given;
  return (args) => {
    const given = args as Record<string, unknown>;
    if (whole === undefined) return turnOff(given);
    const body = given[whole] as Record<string, unknown> | undefined;
    return body ? { ...given, [whole]: turnOff(body) } : given;
  };
}

function reader(
  mediaType: string,
  facts: StreamFacts,
  items: (body: Bytes) => AsyncGenerator<unknown, void>,
): StreamReader {
  return {
    mediaType,
    ...facts,
    open: <Item>(sent: Sent) => new Stream<Item>(sent, items),
  };
}

/** Decodes bytes to events; an event without its empty last line is dropped. */
export async function* readEvents(
  body: Bytes,
): AsyncGenerator<ServerSentEvent, void> {
  let data: string[] = [];
  let event = "";
  // A return at the end of the text so far may be followed by its line feed.
  for await (const line of readLines(body, /\r\n|\r(?!$)|\n/)) {
    if (line === "") {
      if (data.length > 0) yield { event, data: data.join("\n") };
      data = [];
      event = "";
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    if (field === "event") event = value;
  }
}

async function* readLines(
  body: Bytes,
  ending: RegExp,
): AsyncGenerator<string, void> {
  // TextDecoder drops the byte order mark and keeps split code points.
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split(ending);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  // A lone return at the end also ends a line, an empty one too.
  if (rest) yield rest.replace(/\r$/, "");
}

/** Milliseconds the rest of a body may take after its terminator. */
const DRAIN = 500;

/**
 * The items of a streamed answer, read as they come. Leaving a `for await`
 * early, `close()` and `controller.abort()` end the request.
 */
export class Stream<Item> implements AsyncIterable<Item> {
  /** Ends the request when aborted. */
  readonly controller: AbortController;
  /** The answer's status and headers; its body belongs to the stream. */
  readonly response: Response;
  readonly #items: AsyncGenerator<Item, void>;
  #used = false;

  constructor(
    sent: Sent,
    items: (body: Bytes) => AsyncGenerator<unknown, void>,
  ) {
    sent.stopClock();
    this.response = sent.response;
    this.controller = sent.controller;
    this.#items = read(sent, items);
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    if (this.#used) {
      throw new APIError("a stream can be read once; use tee() to read twice");
    }
    this.#used = true;
    return this.#items;
  }

  /** Ends the request; later reads end too. */
  async close(): Promise<void> {
    this.controller.abort();
    await this.#items.return();
  }

  /** Two streams of the same items, each buffered for the slower one. */
  tee(): [ReadableStream<Item>, ReadableStream<Item>] {
    return this.toReadableStream().tee();
  }

  /** The items as a web stream. */
  toReadableStream(): ReadableStream<Item> {
    const items = this[Symbol.asyncIterator]();
    return new ReadableStream<Item>({
      async pull(controller) {
        const next = await items.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => this.close(),
    });
  }
}

type Source = ReadableStreamDefaultReader<Uint8Array>;

async function* read<Item>(
  sent: Sent,
  items: (body: Bytes) => AsyncGenerator<unknown, void>,
): AsyncGenerator<Item, void> {
  const source = sent.response.body?.getReader();
  if (source === undefined) return;
  let drained = false;
  try {
    for await (const item of items(timed(source, sent))) {
      sent.check("item", item);
      yield item as Item;
    }
    drained = await drain(source);
  } catch (error) {
    throw sent.failure(error);
  } finally {
    if (!drained) {
      await source.cancel().catch(() => undefined);
      sent.controller.abort();
    }
    sent.finish();
  }
}

/** Reads what is left, so that the connection can serve the next request. */
async function drain(source: Source): Promise<boolean> {
  const rest = async (): Promise<true> => {
    while (!(await source.read()).done);
    return true;
  };
  return (await within(DRAIN, rest()).catch(() => undefined)) ?? false;
}

async function* timed(
  source: Source,
  { idleTimeout }: Sent,
): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    const next = await within(idleTimeout, source.read());
    if (!next) throw new APITimeoutError(`no event for ${idleTimeout} ms`);
    if (next.done) return;
    yield next.value;
  }
}
