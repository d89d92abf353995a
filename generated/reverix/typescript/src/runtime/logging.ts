/** How much is logged. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Where it goes; `console` fits. */
export type Logger = Record<
  Exclude<LogLevel, "off">,
  (message: string) => void
>;

/** Where log lines go, and which; no level lets nothing through. */
interface LogTarget {
  readonly logger: Logger;
  readonly logLevel?: LogLevel | undefined;
}

const ORDER: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];
const HIDDEN = /auth|cookie|key|token|secret|passw|signature|session/i;

/** Writes what the level lets through. */
export function log(
  { logger, logLevel = "off" }: LogTarget,
  level: Exclude<LogLevel, "off">,
  message: () => string,
): void {
  if (ORDER.indexOf(level) <= ORDER.indexOf(logLevel)) logger[level](message());
}

/** Headers for a log, one a line, secrets replaced. */
export function shownHeaders(
  headers: Headers,
  hidden: readonly string[],
): string {
  let shown = "";
  headers.forEach((value, name) => {
    const secret = HIDDEN.test(name) || hidden.includes(name);
    shown += `\n  ${name}: ${secret ? "***" : value}`;
  });
  return shown;
}

/** A URL for a log: its query may hold keys, so only the path is shown. */
export function shownURL(url: string): string {
  return url.replace(/\?.*/, "");
}
