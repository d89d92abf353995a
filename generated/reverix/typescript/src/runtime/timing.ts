/** Timers overflow beyond this many milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A clock that runs, and an ear for a signal. */
export interface Watch {
  /** Stops the clock; the signal still counts. */
  stopClock(): void;
  /** Ends both. */
  finish(): void;
}

/** Calls `ring` after some time, and when `signal` fires. */
export function watch(
  milliseconds: number,
  signal: AbortSignal | undefined,
  ring: () => void,
): Watch {
  const timer = setTimeout(ring, Math.min(milliseconds, LONGEST_TIMER));
  const stopClock = (): void => {
    clearTimeout(timer);
  };
  if (signal?.aborted) ring();
  else signal?.addEventListener("abort", ring);
  return {
    stopClock,
    finish() {
      stopClock();
      signal?.removeEventListener("abort", ring);
    },
  };
}

/** Waits for `promise` (none: for ever), but no longer than this, nor after `signal`. */
export async function within<Result>(
  milliseconds: number,
  promise?: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  let watched: Watch | undefined;
  const late = new Promise<undefined>((resolve) => {
    watched = watch(milliseconds, signal, () => {
      resolve(undefined);
    });
  });
  try {
    return await (promise ? Promise.race([promise, late]) : late);
  } finally {
    watched?.finish();
  }
}
