import { findReader, isJsonType, mediaTypeOf, readJson } from "./answers.js";
import type { AnswerReader } from "./answers.js";
import type { Checker } from "./checking.js";
import { type Scheme, type Secret } from "./credentials.js";
import { readEnvironment, runtimeName } from "./environment.js";
import {
  APIConnectionError,
  APIError,
  APIResponseValidationError,
  APITimeoutError,
  APIUserAbortError,
  ConfigurationError,
  statusError,
} from "./errors.js";
import {
  type Logger,
  type LogLevel,
  log,
  logLevel,
  shownHeaders,
  shownURL,
} from "./logging.js";
import type { Operation, RequestOptions } from "./operations.js";
import { type Arguments, type NextPage, Page } from "./pages.js";
import { APIPromise } from "./promise.js";
import { type BuiltRequest, buildRequest } from "./requests.js";
import { isRetried, retryWait, sleep } from "./retries.js";
import { Stream } from "./streams.js";

/** What a generated client knows about its API. */
export interface Configuration {
  readonly name: string;
  readonly version: string;
  /** Name → URL; the first one is used unless another is asked for. */
  readonly servers: Readonly<Record<string, string>>;
  readonly baseURLVariable?: string;
  /** Why a base URL must be given, where the API has no known server. */
  readonly baseURLReason?: string;
  readonly logVariable?: string;
  readonly credentials: Readonly<Record<string, CredentialFact>>;
  readonly timeout: number;
  readonly idleTimeout: number;
  readonly maxRetries: number;
}

/** One credential: which option and environment variable give it. */
export interface CredentialFact {
  readonly scheme: Scheme;
  readonly option: string;
  readonly variable?: string;
  readonly required: boolean;
}

/** Options every client takes. Times are milliseconds. */
export interface ClientOptions {
  /** Overrides the server and the environment. */
  baseURL?: string | undefined;
  /** One of the API's servers, by name. */
  server?: string | undefined;
  /** For one try. */
  timeout?: number | undefined;
  /** For a whole call, retries and waits included. */
  deadline?: number | undefined;
  /** Between two events of a stream. */
  idleTimeout?: number | undefined;
  /** Tries after the first one. */
  maxRetries?: number | undefined;
  /** Sent with every request; `null` removes one of ours. */
  defaultHeaders?: Record<string, string | null> | undefined;
  /** Members of every query. */
  defaultQuery?: Record<string, unknown> | undefined;
  /** The package's `strict`: throw when an answer does not fit the specification. */
  strict?: Checker | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Passed to every `fetch`. */
  fetchOptions?: RequestInit | undefined;
  logger?: Logger | undefined;
  logLevel?: LogLevel | undefined;
}

/** Timers overflow beyond this many milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

type AnyOperation = Operation<unknown, unknown>;

interface Sent {
  response: Response;
  controller: AbortController;
  /** Stops the clock of the try. */
  finish(): void;
  /** What a failure means: late, aborted by the caller, or broken off. */
  failure(error: unknown): APIError;
}

/** Makes calls. A generated client says what is fixed about its API. */
export abstract class APIClient<Options extends ClientOptions = ClientOptions> {
  readonly baseURL: string;
  readonly #configuration: Configuration;
  // Private, so that printing a client shows no secret.
  readonly #options: Options;
  readonly #secrets: Record<string, Secret> = {};
  readonly #fetch: typeof fetch;
  readonly #log: { logger: Logger; level: LogLevel };

  constructor(configuration: Configuration, options: Options) {
    this.#configuration = configuration;
    this.#options = options;
    this.baseURL = baseURLOf(configuration, options);
    this.#fetch =
      options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#log = {
      logger: options.logger ?? console,
      level:
        options.logLevel ?? logLevel(readVariable(configuration.logVariable)),
    };
    const given = options as Record<string, unknown>;
    for (const [id, fact] of Object.entries(configuration.credentials)) {
      const secret = given[fact.option] ?? readVariable(fact.variable);
      if (secret !== undefined) this.#secrets[id] = secret as Secret;
      else if (fact.required) throw new ConfigurationError(missing(fact));
    }
  }

  /** A client like this one but for some options. */
  withOptions(options: Options): this {
    const make = this.constructor as new (options: Options) => this;
    return new make({ ...this.#options, ...options });
  }

  /** Makes a call and gives its data. */
  call<Result, Item>(
    operation: Operation<Result, Item>,
    args: object = {},
    options: RequestOptions = {},
  ): APIPromise<Result> {
    const sent = this.#send(operation, args as Arguments, options, false);
    const data = sent.then(async (found): Promise<[Result, Response]> => {
      const { response } = found;
      const reader = findReader(operation.answers, response);
      const value = await this.#read(reader, found);
      this.#check(operation, response.status, value);
      return [value as Result, response];
    });
    return new APIPromise(
      data,
      sent.then(({ response }) => response),
    );
  }

  /** Makes a call whose arguments choose between the data and its items. */
  callOrStream<Result, Item>(
    operation: Operation<Result, Item>,
    args: object = {},
    options: RequestOptions = {},
  ): APIPromise<Result | Stream<Item>> {
    const [name, value] = operation.stream?.switch ?? [""];
    return name && (args as Arguments)[name] === value
      ? this.stream(operation, args, options)
      : this.call(operation, args, options);
  }

  /** Makes a call and gives its items as they come. */
  stream<Result, Item>(
    operation: Operation<Result, Item>,
    args: object = {},
    options: RequestOptions = {},
  ): APIPromise<Stream<Item>> {
    const reader = operation.stream;
    if (!reader)
      throw new ConfigurationError(`${operation.id} does not stream`);
    const given = reader.switch
      ? { ...args, [reader.switch[0]]: reader.switch[1] }
      : args;
    const idle = this.#options.idleTimeout ?? this.#configuration.idleTimeout;
    const check = (item: unknown): void => {
      this.#check(operation, "item", item);
    };
    const call = this.#send(operation, given as Arguments, options, true).then(
      ({ response, controller, finish }): [Stream<Item>, Response] => {
        finish();
        return [
          new Stream<Item>(response, controller, reader, idle, check),
          response,
        ];
      },
    );
    return new APIPromise(call);
  }

  /** Makes a call and gives its first page. */
  page<Result, Item>(
    operation: Operation<Result, Item>,
    args: object = {},
    options: RequestOptions = {},
  ): APIPromise<Page<Item, Result>> {
    const { paging } = operation;
    if (!paging) throw new ConfigurationError(`${operation.id} has no pages`);
    const next = async (
      found: NextPage,
      response: Response,
    ): Promise<Page<Item, Result>> => {
      if ("arguments" in found)
        return this.page(operation, found.arguments, options);
      const url = new URL(found.url, response.url || this.baseURL).href;
      const linked = { ...operation, path: url, parameters: [] };
      return this.page(linked, {}, options);
    };
    const call = this.call(operation, args, options)
      .withResponse()
      .then(({ data, response }): [Page<Item, Result>, Response] => [
        new Page<Item, Result>(data, args as Arguments, paging, (found) =>
          next(found, response),
        ),
        response,
      ]);
    return new APIPromise(call);
  }

  /** Makes a call that the API does not document. */
  request<Result = unknown>(
    verb: string,
    path: string,
    options: RequestOptions & { json?: unknown } = {},
  ): APIPromise<Result> {
    const { json, ...rest } = options;
    const operation: Operation<Result> = {
      id: `${verb} ${path}`,
      verb,
      path,
      answers: [],
      security: [Object.keys(this.#secrets)],
    };
    const extra = json === undefined ? rest : { ...rest, json };
    const call = this.#send(operation, {}, extra, false).then(
      async (found): Promise<[Result, Response]> => [
        (await this.#read(undefined, found)) as Result,
        found.response,
      ],
    );
    return new APIPromise(call);
  }

  async #read(reader: AnswerReader | undefined, sent: Sent): Promise<unknown> {
    const { response } = sent;
    try {
      if (reader) return await reader.read(response);
      if (isJsonType(mediaTypeOf(response.headers)))
        return await readJson(response);
      return (await response.text()) || undefined;
    } catch (error) {
      if (error instanceof APIError) throw error;
      throw sent.failure(error);
    } finally {
      sent.finish();
    }
  }

  #check(
    operation: AnyOperation,
    status: number | "item",
    value: unknown,
  ): void {
    const problem = this.#options.strict?.(operation.id, status, value);
    if (problem !== undefined)
      throw new APIResponseValidationError(problem, value);
  }

  async #send(
    operation: AnyOperation,
    args: Arguments,
    options: RequestOptions & { json?: unknown },
    streaming: boolean,
  ): Promise<Sent> {
    const configuration = this.#configuration;
    const deadline = options.deadline ?? this.#options.deadline;
    const end = deadline === undefined ? Infinity : Date.now() + deadline;
    const retries =
      options.maxRetries ??
      this.#options.maxRetries ??
      configuration.maxRetries;
    const timeout =
      options.timeout ?? this.#options.timeout ?? configuration.timeout;
    const secrets = pickSecrets(operation, this.#secrets, configuration);
    const request = await buildRequest(operation, args, options, {
      baseURL: this.baseURL,
      defaults: this.#options,
      agent: `${configuration.name}/${configuration.version}${runtimeName()}`,
      streaming,
    });
    for (let attempt = 1; ; attempt++) {
      const left = end - Date.now();
      const outcome = await this.#try(
        request,
        secrets,
        Math.min(timeout, left),
        options.signal,
      );
      const failed = "error" in outcome;
      if (!failed && outcome.response.ok) return outcome;
      const wait = retryWait(
        attempt,
        failed ? undefined : outcome.response.headers,
      );
      const retried = failed ? outcome.retried : isRetried(outcome.response);
      if (!retried || attempt > retries || Date.now() + wait > end) {
        if (failed) throw outcome.error;
        const error = await errorOf(outcome.response);
        outcome.finish();
        throw error;
      }
      if (!failed) {
        outcome.finish();
        await outcome.response.body?.cancel();
      }
      log(
        this.#log,
        "info",
        `${operation.id}: retry ${attempt} in ${Math.round(wait)} ms`,
      );
      await sleep(wait, options.signal).catch((reason: unknown) => {
        throw new APIUserAbortError("the call was aborted", undefined, reason);
      });
    }
  }

  async #try(
    request: BuiltRequest,
    secrets: readonly [Scheme, Secret][],
    timeout: number,
    signal: AbortSignal | undefined,
  ): Promise<Sent | { error: APIError; retried: boolean }> {
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    let late = false;
    const expire = (): void => {
      late = true;
      controller.abort();
    };
    const timer = setTimeout(
      expire,
      Math.min(Math.max(0, timeout), LONGEST_TIMER),
    );
    const finish = (): void => {
      clearTimeout(timer);
    };
    const failure = (error: unknown): APIError => {
      if (signal?.aborted)
        return new APIUserAbortError("the call was aborted", undefined, error);
      return late
        ? new APITimeoutError(
            `no answer within ${Math.round(timeout)} ms`,
            undefined,
            error,
          )
        : new APIConnectionError(
            "no connection, or it broke off",
            undefined,
            error,
          );
    };
    try {
      const context = { fetch: this.#fetch, baseURL: this.baseURL };
      const { url, init } = await request.finish(secrets, context);
      const hidden = secrets.flatMap(([scheme]) => scheme.hidden);
      log(this.#log, "debug", `${request.verb} ${shownURL(url)}`, {
        headers: shownHeaders(init.headers, hidden),
      });
      const response = await this.#fetch(url, {
        ...this.#options.fetchOptions,
        ...init,
        signal: controller.signal,
      });
      log(
        this.#log,
        "info",
        `${request.verb} ${shownURL(url)} ${response.status}`,
      );
      return { response, controller, finish, failure };
    } catch (error) {
      finish();
      if (error instanceof APIError) return { error, retried: false };
      const found = failure(error);
      return { error: found, retried: found instanceof APIConnectionError };
    }
  }
}

async function errorOf(response: Response): Promise<APIError> {
  const text = await response.text().catch(() => "");
  let body: unknown = text === "" ? undefined : text;
  if (isJsonType(mediaTypeOf(response.headers))) {
    const copy = new Response(text);
    body = await readJson(copy).catch(() => body);
  }
  return statusError(response.status, response.headers, body);
}

function readVariable(name: string | undefined): string | undefined {
  return name === undefined ? undefined : readEnvironment(name);
}

function baseURLOf(
  configuration: Configuration,
  options: ClientOptions,
): string {
  const { servers } = configuration;
  const named =
    options.server === undefined ? undefined : servers[options.server];
  if (options.server !== undefined && named === undefined) {
    const known = Object.keys(servers).join(", ");
    throw new ConfigurationError(
      `no server "${options.server}"; known: ${known}`,
    );
  }
  const url =
    options.baseURL ??
    named ??
    readVariable(configuration.baseURLVariable) ??
    Object.values(servers)[0];
  if (url) return url.replace(/\/+$/, "");
  const variable = configuration.baseURLVariable;
  const or = variable === undefined ? "" : ` or set ${variable}`;
  const reason = configuration.baseURLReason
    ? `: ${configuration.baseURLReason}`
    : "";
  throw new ConfigurationError(`give baseURL${or}${reason}`);
}

function missing(fact: CredentialFact): string {
  const or = fact.variable === undefined ? "" : ` or set ${fact.variable}`;
  return `a credential is missing: give ${fact.option}${or}`;
}

/** The first alternative whose secrets are all there. */
function pickSecrets(
  operation: AnyOperation,
  secrets: Readonly<Record<string, Secret>>,
  configuration: Configuration,
): [Scheme, Secret][] {
  const alternatives = operation.security ?? [];
  if (alternatives.length === 0) return [];
  const complete = alternatives.filter((ids) =>
    ids.every((id) => secrets[id] !== undefined),
  );
  // Credentials that are there are sent, even where anonymous calls are allowed.
  const chosen = complete.find((ids) => ids.length > 0) ?? complete[0];
  if (chosen === undefined) {
    const lacking = (alternatives[0] ?? []).filter(
      (id) => secrets[id] === undefined,
    );
    const facts = lacking.flatMap((id) => configuration.credentials[id] ?? []);
    throw new ConfigurationError(
      facts.map(missing).join("; ") || "no credential fits",
    );
  }
  return chosen.flatMap((id): [Scheme, Secret][] => {
    const fact = configuration.credentials[id];
    const secret = secrets[id];
    return fact && secret !== undefined ? [[fact.scheme, secret]] : [];
  });
}
