import { isJsonType, mediaTypeOf } from "./answers.js";
import type { Scheme, Secret } from "./credentials.js";
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  statusError,
} from "./errors.js";
import { parseJson } from "./json.js";
import { type LogTarget, log, shownHeaders, shownURL } from "./logging.js";
import type { BuiltRequest } from "./requests.js";
import { follow } from "./redirects.js";
import { isRetried, retryWait, sleep } from "./retries.js";

/** An answer whose body has not been read yet. */
export interface Sent {
  readonly response: Response;
  readonly controller: AbortController;
  /** Milliseconds that a stream may stay silent. */
  readonly idleTimeout: number;
  /** Stops the clock, and no longer listens to the caller's signal. */
  finish(): void;
  /** Stops the clock of the try. */
  stopClock(): void;
  /** What a failure means: late, aborted by the caller, or broken off. */
  failure(error: unknown): APIError;
  /** In strict mode: throws when a value does not fit the specification. */
  check(status: number | "item", value: unknown): void;
}

/** Limits of a call; times are milliseconds. */
export interface Limits {
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

/** What sending uses of the client. */
export interface Sender {
  readonly fetch: typeof fetch;
  readonly fetchOptions: RequestInit | undefined;
  readonly baseURL: string;
  readonly log: LogTarget;
}

type Try = Omit<Sent, "idleTimeout" | "check">;

/** Timers overflow beyond this many milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Sends a request until it is answered well, fails for good or time is up. */
export async function sendWithRetries(
  request: BuiltRequest,
  secrets: readonly [Scheme, Secret, string[]][],
  limits: Limits,
  sender: Sender,
): Promise<Try> {
  const { deadline = Infinity, retries, signal } = limits;
  const end = Date.now() + deadline;
  for (let attempt = 1; ; attempt++) {
    const timeout = Math.min(limits.timeout, end - Date.now());
    let error: APIError;
    let retried = request.repeatable;
    let wait: number;
    try {
      const sent = await sendOnce(request, secrets, timeout, signal, sender);
      const { response } = sent;
      if (response.ok) return sent;
      retried &&= isRetried(response);
      wait = retryWait(attempt, response.headers);
      error = await errorOf(response);
      sent.finish();
    } catch (failure) {
      if (!(failure instanceof APIConnectionError)) throw failure;
      error = failure;
      wait = retryWait(attempt);
    }
    if (!retried || attempt > retries || Date.now() + wait > end) throw error;
    log(sender.log, "info", () => `retry ${attempt} in ${Math.round(wait)} ms`);
    await sleep(wait, signal).catch((reason: unknown) => {
      throw new APIUserAbortError("the call was aborted", undefined, reason);
    });
  }
}

async function sendOnce(
  request: BuiltRequest,
  secrets: readonly [Scheme, Secret, string[]][],
  timeout: number,
  signal: AbortSignal | undefined,
  sender: Sender,
): Promise<Try> {
  const controller = new AbortController();
  let late = false;
  const abort = (): void => {
    controller.abort(signal?.reason);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  const timer = setTimeout(
    () => {
      late = true;
      controller.abort();
    },
    Math.min(timeout, LONGEST_TIMER),
  );
  const stopClock = (): void => {
    clearTimeout(timer);
  };
  const finish = (): void => {
    stopClock();
    signal?.removeEventListener("abort", abort);
  };
  const failure = (error: unknown): APIError => {
    if (error instanceof APIError) return error;
    const [type, message] = signal?.aborted
      ? ([APIUserAbortError, "the call was aborted"] as const)
      : late
        ? ([APITimeoutError, `no answer in ${Math.round(timeout)} ms`] as const)
        : ([APIConnectionError, "no connection, or it broke off"] as const);
    return new type(message, undefined, error);
  };
  try {
    const { url, init } = await request.finish(secrets, sender);
    const hidden = secrets.flatMap(([scheme]) => scheme.hidden);
    const shown = `${request.verb} ${shownURL(url)}`;
    log(sender.log, "debug", () => shown + shownHeaders(init.headers, hidden));
    const response = await follow(
      sender.fetch,
      url,
      { ...sender.fetchOptions, ...init, signal: controller.signal },
      hidden,
    );
    log(sender.log, "info", () => `${shown} ${response.status}`);
    return { response, controller, finish, stopClock, failure };
  } catch (error) {
    finish();
    throw failure(error);
  }
}

async function errorOf(response: Response): Promise<APIError> {
  const text = await response.text().catch(() => "");
  let body: unknown = text || undefined;
  if (text && isJsonType(mediaTypeOf(response.headers))) {
    try {
      body = parseJson(text);
    } catch {
      // The text itself says more than nothing.
    }
  }
  return statusError(response.status, response.headers, body);
}
