import { isJsonType, mediaTypeOf } from "./answers.js";
import type { CallSettings } from "./configuration.js";
import type { Scheme, Secret } from "./credentials.js";
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  ConfigurationError,
  statusError,
} from "./errors.js";
import { parseJson } from "./json.js";
import { log, shownHeaders, shownURL } from "./logging.js";
import type { BuiltRequest } from "./requests.js";
import { follow } from "./redirects.js";
import { isRetried, retryWait } from "./retries.js";
import { watch, within } from "./timing.js";

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
  check(status: number | "item", value: unknown, mediaType?: string): void;
}

type Try = Omit<Sent, "idleTimeout" | "check">;

/** Sends a request until it is answered well, fails for good or time is up. */
export async function sendWithRetries(
  request: BuiltRequest,
  secrets: readonly [Scheme, Secret, string[]][],
  settings: CallSettings,
  baseURL: string,
): Promise<Try> {
  const { deadline = Infinity, maxRetries, signal } = settings;
  const end = Date.now() + deadline;
  for (let attempt = 1; ; attempt++) {
    const timeout = Math.min(settings.timeout, end - Date.now());
    let error: APIError;
    let retried = request.repeatable;
    let wait: number;
    try {
      const sent = await sendOnce(request, secrets, timeout, settings, baseURL);
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
    if (!retried || attempt > maxRetries || Date.now() + wait > end)
      throw error;
    log(settings, "info", () => `retry ${attempt} in ${Math.round(wait)} ms`);
    await within(wait, undefined, signal);
    if (signal?.aborted) throw aborted(signal.reason);
  }
}

async function sendOnce(
  request: BuiltRequest,
  secrets: readonly [Scheme, Secret, string[]][],
  timeout: number,
  settings: CallSettings,
  baseURL: string,
): Promise<Try> {
  const { fetch, fetchOptions, signal } = settings;
  const controller = new AbortController();
  let late = false;
  let unsent: APIError | undefined;
  const { stopClock, finish } = watch(timeout, signal, () => {
    late = !signal?.aborted;
    controller.abort(signal?.reason);
  });
  const failure = (error: unknown): APIError => {
    if (error instanceof APIError) return error;
    if (signal?.aborted) return aborted(error);
    return late
      ? new APITimeoutError(
          `no answer in ${Math.round(timeout)} ms`,
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
    const { url, init } = await request.finish(secrets, { fetch, baseURL });
    unsent = refused(request.verb, init);
    const hidden = secrets.flatMap(([scheme]) => scheme.hidden);
    const shown = `${request.verb} ${shownURL(url)}`;
    log(settings, "debug", () => shown + shownHeaders(init.headers, hidden));
    const response = await follow(
      fetch,
      url,
      { ...fetchOptions, ...init, signal: controller.signal },
      hidden,
    );
    log(settings, "info", () => `${shown} ${response.status}`);
    return { response, controller, finish, stopClock, failure };
  } catch (error) {
    finish();
    throw (error instanceof TypeError && unsent) || failure(error);
  }
}

/** What the platform's own `fetch` sends no body with (https://fetch.spec.whatwg.org/#dom-request). */
function refused(verb: string, init: RequestInit): APIError | undefined {
  if (!init.body || !/^(get|head)$/i.test(verb)) return undefined;
  return new ConfigurationError(
    `fetch sends no body with ${verb}: give the client a fetch that does`,
  );
}

function aborted(cause: unknown): APIError {
  return new APIUserAbortError("the call was aborted", undefined, cause);
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
