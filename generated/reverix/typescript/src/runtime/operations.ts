import type { ParameterWriter } from "./parameters.js";
import type { BodyWriter } from "./bodies.js";
import type { AnswerReader } from "./answers.js";
import type { StreamReader } from "./streams.js";
import type { Paging } from "./pages.js";

/** What a method is called with, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

declare const result: unique symbol;
declare const item: unique symbol;

/** The id of a security scheme, with the scopes it is needed for if any. */
export type Need = string | readonly [id: string, ...scopes: string[]];

/**
 * A call, described. What an operation does not use (a parameter style, a form
 * body, pages) is not imported by it, so a bundler leaves it out.
 *
 * `Result` is what a call gives; `Item` is one item of its stream or pages.
 */
export interface Operation<Result = unknown, Item = never> {
  readonly id: string;
  readonly verb: string;
  /** A template such as `/things/{id}`; may hold a fixed query. */
  readonly path: string;
  readonly parameters?: readonly ParameterWriter[];
  readonly body?: BodyWriter;
  /** By status, most exact first. */
  readonly answers: readonly AnswerReader[];
  readonly stream?: StreamReader;
  readonly paging?: Paging;
  /** Alternatives, each of schemes that are needed together; none: open. */
  readonly security?: readonly (readonly Need[])[];
  /** The operation's own server, where it has one. */
  readonly server?: (baseURL: string) => string;
  readonly [result]?: Result;
  readonly [item]?: Item;
}

/** Options of one call. */
export interface RequestOptions {
  /** Further headers; `null` removes one. */
  headers?: Record<string, string | null>;
  /** Further members of the query. */
  query?: Record<string, unknown>;
  /** Further members of a JSON or form body. */
  body?: Record<string, unknown>;
  /** Milliseconds for one try. */
  timeout?: number;
  /** Milliseconds for the whole call, retries and waits included. */
  deadline?: number;
  /** Tries after the first one. */
  maxRetries?: number;
  /** Sent in the idempotency header; made up when left out, if the API has one. */
  idempotencyKey?: string;
  /** The media type of the body, where the operation takes several. */
  contentType?: string;
  /** Ends the call. */
  signal?: AbortSignal;
}
