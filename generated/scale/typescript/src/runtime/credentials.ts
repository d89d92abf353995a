/** Credentials on the wire; each scheme is a function of its own. */
import { APIConnectionError, ConfigurationError } from "./errors.js";
import { isObject, parseJson } from "./json.js";
import {
  addCookies,
  encode,
  type RequestParts,
  setHeader,
} from "./parameters.js";

/** A secret, or where to get it for each request. */
export type Secret = string | (() => string | Promise<string>);

/** What credentials may use beside the request. */
export interface CredentialContext {
  fetch: typeof fetch;
  baseURL: string;
  /** What the call needs the credential for (OAuth 2). */
  scopes: readonly string[];
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
      const pair = `${encode(name)}=${encode(await reveal(secret))}`;
      addCookies(parts.headers, [pair]);
    },
  };
}

/** `Authorization: Bearer …` (RFC 6750), or another word and what the user made for it. */
export function bearer(word = "Bearer"): Scheme {
  return authorization(word, (secret) => secret);
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
 * is kept until shortly before it expires, one for each set of scopes; calls
 * that need one at the same time share the exchange. Anything without a colon
 * is sent as the token.
 */
export function oauth2(tokenURL: string): Scheme {
  const tokens = new Map<string, Promise<Token>>();
  return {
    hidden: ["authorization"],
    async apply(secret, parts, context) {
      let token = await reveal(secret);
      if (token.includes(":")) {
        const key = JSON.stringify([token, ...context.scopes]);
        const client = token;
        const known = tokens.get(key);
        let found = await known?.catch(() => undefined);
        if (!found || found.expires <= Date.now()) {
          let fresh = tokens.get(key);
          if (!fresh || fresh === known) {
            fresh = exchange(client, tokenURL, context);
            tokens.set(key, fresh);
          }
          found = await fresh;
        }
        token = found.value;
      }
      setHeader(parts.headers, "authorization", `Bearer ${token}`);
    },
  };
}

/** RFC 6749, section 2.3.1. */
function formEncoded(client: string): string {
  const [, id = "", secret = ""] = /^([^:]*):(.*)$/s.exec(client) ?? [];
  return [id, secret]
    .map((part) => new URLSearchParams({ "": part }).toString().slice(1))
    .join(":");
}

async function exchange(
  client: string,
  tokenURL: string,
  { baseURL, fetch, scopes }: CredentialContext,
): Promise<Token> {
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  if (scopes[0]) body.set("scope", scopes.join(" "));
  const response = await fetch(new URL(tokenURL, `${baseURL}/`), {
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Basic ${base64(formEncoded(client))}`,
    },
    body,
  }).catch((error: unknown) => {
    throw new APIConnectionError("no token", undefined, error);
  });
  const answer = response.ok ? parseJson(await response.text()) : undefined;
  const value = isObject(answer) ? answer["access_token"] : undefined;
  if (!isObject(answer) || typeof value !== "string") {
    throw new ConfigurationError(
      `the token endpoint answered with status ${response.status}`,
    );
  }
  const seconds = Number(answer["expires_in"] ?? Infinity);
  // Short-lived tokens are used for half their life at least.
  const lasts = Math.max(seconds - SKEW, seconds / 2);
  return { value, expires: Date.now() + lasts * 1000 };
}
