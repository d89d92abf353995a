import type { Checker } from "./checking.js";
import type { Scheme, Secret } from "./credentials.js";
import { readEnvironment } from "./environment.js";
import { ConfigurationError } from "./errors.js";
import type { Logger, LogLevel } from "./logging.js";
import type { Need, RequestOptions } from "./operations.js";

/** What a generated client knows about its API. Times are milliseconds. */
export interface Configuration {
  readonly name: string;
  readonly version: string;
  /** Name → URL; the first one is used unless another is asked for. */
  readonly servers: Readonly<Record<string, string>>;
  /** Puts values into the `{variables}` of those, where they have any. */
  readonly fillServer?: (
    url: string,
    server: string,
    given: Readonly<Record<string, string>>,
  ) => string;
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
  /** Values of the `{variables}` in a server's URL. */
  serverVariables?: Record<string, string> | undefined;
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

/** What holds for a client: its API's configuration and its options. */
export type ClientSettings = Configuration &
  ClientOptions & { fetch: typeof fetch; logger: Logger };

/** What holds for a call: its client's settings and its own options. */
export type CallSettings = ClientSettings & RequestOptions;

/** `settings` with what `options` say; `undefined` says nothing. */
export function withDefined<Settings extends object, Options extends object>(
  settings: Settings,
  options: Options,
): Settings & Options {
  const said = Object.entries(options).filter(([, one]) => one !== undefined);
  return { ...settings, ...(Object.fromEntries(said) as Options) };
}

/** Secrets by scheme. Throws when one that every call needs is missing. */
export function findSecrets(settings: ClientSettings): Record<string, Secret> {
  const given = settings as unknown as Record<string, Secret | undefined>;
  const found: Record<string, Secret> = {};
  for (const [id, fact] of Object.entries(settings.credentials)) {
    const secret = given[fact.option] ?? readEnvironment(fact.variable);
    if (secret !== undefined) found[id] = secret;
    else if (fact.required) throw new ConfigurationError(missing(fact));
  }
  return found;
}

function missing(fact: CredentialFact): string {
  const or = fact.variable ? ` or set ${fact.variable}` : "";
  return `a credential is missing: give ${fact.option}${or}`;
}

/** The first alternative whose secrets are all there, with their scopes. */
export function pickSecrets(
  alternatives: readonly (readonly Need[])[],
  secrets: Readonly<Record<string, Secret>>,
  facts: Readonly<Record<string, CredentialFact>>,
): [Scheme, Secret, string[]][] {
  const split = alternatives.map((needs) => needs.map((need) => [need].flat()));
  const complete = split.filter((needs) =>
    needs.every(([id = ""]) => secrets[id]),
  );
  // Credentials that are there are sent, even where anonymous calls are allowed.
  const chosen = complete.find((needs) => needs[0]) ?? complete[0];
  return (chosen ?? split[0] ?? []).flatMap(([id = "", ...scopes]) => {
    const fact = facts[id];
    const secret = secrets[id];
    if (fact && !secret) throw new ConfigurationError(missing(fact));
    return fact && secret ? [[fact.scheme, secret, scopes]] : [];
  });
}

/** Where calls go, without a slash at the end. */
export function findBaseURL(settings: ClientSettings): string {
  const { servers, server, baseURLVariable, baseURLReason } = settings;
  const names = Object.keys(servers);
  const given =
    settings.baseURL ??
    (server === undefined ? readEnvironment(baseURLVariable) : undefined);
  const name = server ?? names[0] ?? "";
  const url = given ?? servers[name];
  if (!url) {
    const or = baseURLVariable ? ` or set ${baseURLVariable}` : "";
    const reason = baseURLReason ? `: ${baseURLReason}` : "";
    throw new ConfigurationError(
      server === undefined
        ? `give baseURL${or}${reason}`
        : `no server "${server}"; known: ${names.join(", ")}`,
    );
  }
  const fill = given === undefined ? settings.fillServer : undefined;
  const filled = fill?.(url, name, settings.serverVariables ?? {}) ?? url;
  return filled.replace(/\/+$/, "");
}

/** What a variable may be: anything or one of a list, of which the first is usual. */
type Variable = string | readonly string[];

/** Puts values into the `{variables}` of a server's URL. */
export function serverVariables(
  servers: Readonly<Record<string, Readonly<Record<string, Variable>>>>,
): NonNullable<Configuration["fillServer"]> {
  return (url, server, given) => {
    const known = servers[server] ?? {};
    const unknown = Object.keys(given).find((name) => !(name in known));
    if (unknown !== undefined) {
      throw new ConfigurationError(`the server has no variable "${unknown}"`);
    }
    return url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const variable = known[name] ?? whole;
      const values = [variable].flat();
      const value = given[name] ?? values[0] ?? "";
      if (typeof variable === "string" || values.includes(value)) return value;
      const all = values.join(", ");
      throw new ConfigurationError(`server variable ${name} is one of ${all}`);
    });
  };
}
