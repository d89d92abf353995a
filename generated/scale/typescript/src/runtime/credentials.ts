/** Credentials on the wire; each scheme is a function of its own. */
import { APIConnectionError, ConfigurationError } from "./errors.js";
import { isObject, parseJson } from "./json.js";
import { encode, type RequestParts, setHeader } from "./parameters.js";

/** A secret, or where to get it for each request. */
export type Secret = string | (() => string | Promise<string>);

/** What credentials may use beside the request. */
export interface CredentialContext {
  fetch: typeof fetch;
  baseURL: string;
}

/** One security scheme: adds its credential to a request. */
export interface Scheme {
  apply(
    secret: Secret,
    parts: RequestParts,
    context: CredentialContext,
  ): Promise<void>;
  /** Headers that no log may show. */
  readonly hidden: readonly string[];
}

async function reveal(secret: Secret): Promise<string> {
  return typeof secret === "function" ? secret() : secret;
}

/** A key in a header. */
export function headerKey(name: string): Scheme {
  return {
    hidden: [name.toLowerCase()],
    async apply(secret, parts) {
      setHeader(parts.headers, name, await reveal(secret));
    },
  };
}

/** A key in the query. */
export function queryKey(name: string): Scheme {
  return {
    hidden: [],
    async apply(secret, parts) {
      parts.query.push(`${encode(name)}=${encode(await reveal(secret))}`);
    },
  };
}

/** A key in a cookie. */
export function cookieKey(name: string): Scheme {
  return {
    hidden: ["cookie"],
    async apply(secret, parts) {
      parts.cookies.push(`${encode(name)}=${encode(await reveal(secret))}`);
    },
  };
}

/** `Authorization: Bearer …` (RFC 6750). */
export function bearer(): Scheme {
  return authorization("Bearer", (secret) => secret);
}

/** `Authorization: Basic …` of `user:password` (RFC 7617). */
export function basic(): Scheme {
  return authorization("Basic", base64);
}

function authorization(
  scheme: string,
  credentials: (secret: string) => string,
): Scheme {
  return {
    hidden: ["authorization"],
    async apply(secret, parts) {
      const value = credentials(await reveal(secret));
      setHeader(parts.headers, "authorization", `${scheme} ${value}`);
    },
  };
}

/** UTF-8 text in base64. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** A client certificate: the runtime's `fetch` presents it. */
export function mutualTls(): Scheme {
  return { hidden: [], apply: () => Promise.resolve() };
}

interface Token {
  value: string;
  /** Milliseconds since the epoch. */
  expires: number;
}

/** Seconds before its end at which a token counts as expired. */
const SKEW = 30;

/**
 * OAuth 2 (RFC 6749). `client_id:client_secret` is exchanged for a token, which
 * is kept until shortly before it expires; calls that need one at the same
 * time share the exchange. Anything without a colon is sent as the token.
 */
export function oauth2(
  tokenURL: string,
  scopes: readonly string[] = [],
): Scheme {
  let pending: Promise<Token> | undefined;
  let owner = "";
  return {
    hidden: ["authorization"],
    async apply(secret, parts, context) {
      const given = await reveal(secret);
      let token = given;
      if (given.includes(":") && tokenURL !== "") {
        if (owner !== given) pending = undefined;
        owner = given;
        pending ??= exchange(given, tokenURL, scopes, context);
        const current = pending;
        try {
          let found = await current;
          if (found.expires < Date.now()) {
            if (pending === current) {
              pending = exchange(given, tokenURL, scopes, context);
            }
            found = await (pending ?? current);
          }
          token = found.value;
        } catch (error) {
          pending = undefined;
          throw error;
        }
      }
      setHeader(parts.headers, "authorization", `Bearer ${token}`);
    },
  };
}

async function exchange(
  secret: string,
  tokenURL: string,
  scopes: readonly string[],
  context: CredentialContext,
): Promise<Token> {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes.length > 0) body.set("scope", scopes.join(" "));
  const response = await context
    .fetch(new URL(tokenURL, context.baseURL), {
      method: "POST",
      headers: { authorization: `Basic ${base64(secret)}` },
      body,
    })
    .catch((error: unknown) => {
      throw new APIConnectionError("no token", undefined, error);
    });
  const answer = response.ok ? parseJson(await response.text()) : undefined;
  const value = isObject(answer) ? answer["access_token"] : undefined;
  if (!isObject(answer) || typeof value !== "string") {
    throw new ConfigurationError(
      `the token endpoint answered with status ${response.status}`,
    );
  }
  const seconds = Number(answer["expires_in"] ?? 300);
  return { value, expires: Date.now() + (seconds - SKEW) * 1000 };
}
