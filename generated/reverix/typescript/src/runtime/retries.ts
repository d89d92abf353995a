/** When to try again, and how long to wait. Times are milliseconds. */

const RETRIED = new Set([408, 409, 429]);
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
const LONGEST_ASKED = 60_000;

/** Whether an answer is worth another try; the server's word wins. */
export function isRetried(response: Response): boolean {
  const asked = response.headers.get("x-should-retry");
  if (asked === "true") return true;
  if (asked === "false") return false;
  return RETRIED.has(response.status) || response.status >= 500;
}

/** How long to wait before try `attempt` (1 = the first retry). */
export function retryWait(attempt: number, headers?: Headers): number {
  const asked = Math.max(0, askedWait(headers));
  if (asked <= LONGEST_ASKED) return asked;
  const wait = Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT);
  // Jitter keeps clients that failed together from coming back together.
  return wait * (1 - Math.random() * 0.25);
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110). */
function askedWait(headers?: Headers): number {
  const exact = headers?.get("retry-after-ms");
  if (exact) return Number(exact);
  const text = headers?.get("retry-after");
  if (!text) return NaN;
  const seconds = Number(text);
  return seconds >= 0 ? seconds * 1000 : Date.parse(text) - Date.now();
}
