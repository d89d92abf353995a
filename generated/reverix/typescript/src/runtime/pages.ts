import { APIResponseValidationError } from "./errors.js";
import type { Arguments } from "./operations.js";

/** How an operation's answers are paged. */
export interface Paging {
  page<Item, Answer>(
    answer: Answer,
    args: Arguments,
    fetch: Fetch<Item, Answer>,
  ): Page<Item, Answer>;
}

/** What the next page is asked for with: other arguments, or a URL. */
export type NextPage = { arguments: Arguments } | { url: string };

/** What is wrong with where the next page is said to be. */
type NoPage = { failure: Error };

/** Member names from the root of an answer. */
type Path = readonly string[];

function paged(
  path: Path,
  next: (
    answer: unknown,
    items: readonly unknown[],
    args: Arguments,
  ) => NextPage | NoPage | undefined,
): Paging {
  return {
    page<Item, Answer>(
      answer: Answer,
      args: Arguments,
      fetch: Fetch<Item, Answer>,
    ) {
      const found = at(answer, path);
      const items = (Array.isArray(found) ? found : []) as Item[];
      return new Page(answer, items, next(answer, items, args), fetch);
    },
  };
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

interface CursorFacts {
  items: Path;
  /** The argument that takes the cursor. */
  parameter: string;
  /** Where the next cursor is. */
  next?: Path;
  /** The member of the last item that is the next cursor. */
  itemId?: string;
  /** Where the answer says whether there is more. */
  more?: Path;
}

/** Pages by cursor. */
export function cursorPages(facts: CursorFacts): Paging {
  return paged(facts.items, (answer, items, args) => {
    if (facts.more && at(answer, facts.more) !== true) return undefined;
    const cursor = facts.next
      ? at(answer, facts.next)
      : at(items.at(-1), [facts.itemId ?? "id"]);
    if (cursor === undefined || cursor === null || cursor === "") {
      return undefined;
    }
    if (cursor === args[facts.parameter]) {
      return { failure: endless(answer, cursor) };
    }
    return { arguments: { ...args, [facts.parameter]: cursor } };
  });
}

/** A page that names itself as the next one: asking for it would never end. */
export function endless(answer: unknown, place: unknown): Error {
  return new APIResponseValidationError(
    `the list does not end: the page for ${String(place)} names itself as the next page`,
    answer,
  );
}

interface CountedFacts {
  items: Path;
  /** The argument that takes the offset or page number. */
  parameter: string;
  /** The first offset or page number. */
  start?: number;
  more?: Path;
}

/** Pages by offset: grows by the number of items seen. */
export function offsetPages(facts: CountedFacts): Paging {
  return counted(facts, (count) => count);
}

/** Pages by number: grows by one. */
export function numberedPages(facts: CountedFacts): Paging {
  return counted(facts, () => 1);
}

function counted(facts: CountedFacts, step: (count: number) => number): Paging {
  return paged(facts.items, (answer, { length }, args) => {
    if (length === 0) return undefined;
    if (facts.more && at(answer, facts.more) !== true) return undefined;
    const now = Number(args[facts.parameter] ?? facts.start ?? 0);
    return { arguments: { ...args, [facts.parameter]: now + step(length) } };
  });
}

/** Pages by the URL of the next one. */
export function linkedPages(facts: { items: Path; next: Path }): Paging {
  return paged(facts.items, (answer) => {
    const url = at(answer, facts.next);
    return typeof url === "string" && url !== "" ? { url } : undefined;
  });
}

/** Asks for a page. */
export type Fetch<Item, Answer> = (
  next: NextPage,
) => Promise<Page<Item, Answer>>;

/**
 * One page of a list. `for await (const item of page)` goes on through all
 * later pages, asking for each when it is due.
 */
export class Page<Item, Answer = unknown> implements AsyncIterable<Item> {
  /** The items of this page. */
  readonly items: readonly Item[];
  /** The whole answer. */
  readonly answer: Answer;
  readonly #next: NextPage | NoPage | undefined;
  readonly #fetch: Fetch<Item, Answer>;

  constructor(
    answer: Answer,
    items: readonly Item[],
    next: NextPage | NoPage | undefined,
    fetch: Fetch<Item, Answer>,
  ) {
    this.answer = answer;
    this.items = items;
    this.#next = next;
    this.#fetch = fetch;
  }

  /** Whether the answer points to a next page. */
  hasNextPage(): boolean {
    return this.#next !== undefined;
  }

  /** The next page; `undefined` after the last one. */
  async nextPage(): Promise<Page<Item, Answer> | undefined> {
    const next = this.#next;
    if (next && "failure" in next) throw next.failure;
    return next && this.#fetch(next);
  }

  /** This page and all later ones. */
  async *pages(): AsyncGenerator<Page<Item, Answer>, void> {
    let page: Page<Item, Answer> | undefined = this;
    while (page !== undefined) {
      yield page;
      page = await page.nextPage();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** The items of all pages as a web stream. */
  toReadableStream(): ReadableStream<Item> {
    const items = this[Symbol.asyncIterator]();
    return new ReadableStream<Item>({
      async pull(controller) {
        const next = await items.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await items.return();
      },
    });
  }
}
