/**
 * Parameters on the wire: OpenAPI 3.2, section 4.12, and RFC 6570. Each style
 * is a function of its own, so that a bundle holds only the ones in use.
 */
import { ConfigurationError } from "./errors.js";
import { isObject, stringifyJson } from "./json.js";
import type { RequestOptions } from "./operations.js";

/** The parts of a request that parameters write to. */
export interface RequestParts {
  path: string;
  query: string[];
  headers: Headers;
}

/** One parameter: takes its argument's value and writes it. */
export interface ParameterWriter {
  /** The key in the arguments. */
  readonly argument: string;
  write(value: unknown, parts: RequestParts, options: RequestOptions): void;
}

/** Percent-encodes a text. */
export type Code = (text: string) => string;

const RESERVED = /[!'()*]/g;
// Reserved characters that say nothing in their place.
const SILENT_IN_PATH = /%(3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/gi;
const SILENT_IN_QUERY = /%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B)/gi;
const SILENT_IN_COOKIE = /%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A)/gi;
const WHOLE_QUERY = /%(3A|2F|3F|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/gi;

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    RESERVED,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Percent-encodes what is neither in `kept` nor encoded (RFC 6570, 3.2.3). */
function encodeBut(text: string, kept: RegExp): string {
  const pieces = text.split(/(%[0-9A-Fa-f]{2})/);
  return pieces
    .map((piece, index) =>
      index % 2
        ? piece
        : encodeURIComponent(piece).replace(kept, decodeURIComponent),
    )
    .join("");
}

/** `allowReserved` in a path. */
export function keptInPath(text: string): string {
  return encodeBut(text, SILENT_IN_PATH);
}

/** `allowReserved` in a query or form. */
export function keptInQuery(text: string): string {
  return encodeBut(text, SILENT_IN_QUERY);
}

/** `allowReserved` in a cookie. */
export function keptInCookie(text: string): string {
  return encodeBut(text, SILENT_IN_COOKIE);
}

/** A scalar as text. */
export function scalar(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new ConfigurationError(`${value} cannot be sent`);
  }
  return typeof value === "object" ? stringifyJson(value) : String(value);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a value has members of its own. */
function hasMembers(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !(value instanceof Date);
}

/** The items of a list that are not null, as text. */
export function items(value: readonly unknown[]): string[] {
  return value.filter(isGiven).map(scalar);
}

function members(value: object): [string, string][] {
  return Object.entries(value)
    .filter(([, member]) => isGiven(member))
    .map(([name, member]) => [name, scalar(member)]);
}

/** Whether a list or an object holds nothing that could be sent. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return !value.some(isGiven);
  return hasMembers(value) && !Object.values(value).some(isGiven);
}

function asIs(text: string): string {
  return text;
}

function flat(value: unknown, code: Code, between = ",", pair = ","): string {
  if (Array.isArray(value)) return items(value).map(code).join(between);
  if (!hasMembers(value)) return code(scalar(value));
  // A name is encoded wholly wherever its value is encoded at all.
  const name: Code = code === asIs ? asIs : encode;
  return members(value)
    .map(([key, member]) => name(key) + pair + code(member))
    .join(between);
}

/** A segment that would change the path, encoded or not. */
const DOTS = /(?:^|\/)((?:\.|%2e){1,2})(?:\/|$)/i;

function pathParameter(
  name: string,
  argument: string,
  text: (value: unknown) => string,
): ParameterWriter {
  return {
    argument,
    write(value, parts) {
      const none = !isGiven(value) || value === "" || isEmpty(value);
      const written = none ? "" : text(value);
      // What is written is encoded: it holds no other placeholder.
      parts.path = parts.path.replaceAll(`{${name}}`, () => written);
      const dots = DOTS.exec(parts.path)?.[1];
      if (!written || dots) {
        throw new ConfigurationError(
          `path parameter ${name} must not be ${dots ? `"${dots}"` : "empty"}`,
        );
      }
    },
  };
}

/** `{id}` whose value is a scalar. */
export function path(
  name: string,
  argument = name,
  code: Code = encode,
): ParameterWriter {
  return pathParameter(name, argument, (value) => code(scalar(value)));
}

/** `{id}` in style `simple`. */
export function pathSimple(
  name: string,
  argument = name,
  explode = false,
  code: Code = encode,
): ParameterWriter {
  return pathParameter(name, argument, (value) =>
    flat(value, code, ",", explode ? "=" : ","),
  );
}

/** `{.id}` in style `label`. */
export function pathLabel(
  name: string,
  argument = name,
  explode = false,
  code: Code = encode,
): ParameterWriter {
  return pathParameter(
    name,
    argument,
    (value) => `.${explode ? flat(value, code, ".", "=") : flat(value, code)}`,
  );
}

/** `{;id}` in style `matrix`. */
export function pathMatrix(
  name: string,
  argument = name,
  explode = false,
  code: Code = encode,
): ParameterWriter {
  const key = encode(name);
  return pathParameter(name, argument, (value) => {
    if (explode && Array.isArray(value)) {
      return items(value)
        .map((one) => `;${key}=${code(one)}`)
        .join("");
    }
    if (explode && hasMembers(value)) return `;${flat(value, code, ";", "=")}`;
    return `;${key}=${flat(value, code)}`;
  });
}

/** `{id}` whose value is JSON. */
export function pathJson(name: string, argument = name): ParameterWriter {
  return pathParameter(name, argument, (value) => encode(stringifyJson(value)));
}

function queryParameter(
  argument: string,
  text: (value: unknown) => string[],
): ParameterWriter {
  return {
    argument,
    write(value, parts) {
      if (isGiven(value)) parts.query.push(...text(value));
    },
  };
}

/** Style `form`, exploded: `a=1&a=2`. */
export function query(
  name: string,
  argument = name,
  code: Code = encode,
): ParameterWriter {
  return queryParameter(argument, (value) => formPairs(name, value, code));
}

/** Style `form`, exploded, as `name=value` pairs. */
export function formPairs(
  name: string,
  value: unknown,
  code: Code = encode,
): string[] {
  if (!isGiven(value)) return [];
  if (Array.isArray(value)) {
    return items(value).map((one) => `${encode(name)}=${code(one)}`);
  }
  if (hasMembers(value)) {
    return members(value).map(([key, one]) => `${encode(key)}=${code(one)}`);
  }
  return [`${encode(name)}=${code(scalar(value))}`];
}

/** Style `form`, `spaceDelimited` or `pipeDelimited`, not exploded: `a=1,2`. */
export function queryJoined(
  name: string,
  argument = name,
  separator = ",",
  code: Code = encode,
): ParameterWriter {
  return queryParameter(argument, (value) =>
    joinedPairs(name, value, separator, code),
  );
}

/** Joined values as at most one `name=value` pair. */
export function joinedPairs(
  name: string,
  value: unknown,
  separator: string,
  code: Code = encode,
): string[] {
  return isEmpty(value)
    ? []
    : [`${encode(name)}=${flat(value, code, separator, separator)}`];
}

/** Style `deepObject`: `filter[key]=value`, nested as deep as the value. */
export function queryDeep(
  name: string,
  argument = name,
  code: Code = encode,
): ParameterWriter {
  return queryParameter(argument, (value) => deepPairs(name, value, code));
}

/** A nested value as `name[key]=value` pairs. */
export function deepPairs(
  name: string,
  value: unknown,
  code: Code = encode,
): string[] {
  return deepTexts(name, value).map(
    ([key, text]) => `${encode(key)}=${code(text)}`,
  );
}

/**
 * A nested value as names and texts. A list of scalars is `a[]`, any other one
 * counts: `a[0][b]`.
 */
export function deepTexts(name: string, value: unknown): [string, string][] {
  if (!isGiven(value)) return [];
  if (Array.isArray(value)) {
    const given = value.filter(isGiven);
    const counted = given.some((one) => Array.isArray(one) || hasMembers(one));
    return given.flatMap((one, index) =>
      deepTexts(`${name}[${counted ? index : ""}]`, one),
    );
  }
  if (hasMembers(value)) {
    return Object.entries(value).flatMap(([key, member]) =>
      deepTexts(`${name}[${key}]`, member),
    );
  }
  return [[name, scalar(value)]];
}

/** A query member whose value is JSON. */
export function queryJson(name: string, argument = name): ParameterWriter {
  return queryParameter(argument, (value) => [
    `${encode(name)}=${encode(stringifyJson(value))}`,
  ]);
}

/** A free member of a query: a list repeats the name, an object has brackets. */
export function extraPairs(name: string, value: unknown): string[] {
  return Array.isArray(value) ? formPairs(name, value) : deepPairs(name, value);
}

/** The whole query string, as text or as members; an object in it is JSON. */
export function querystring(argument: string): ParameterWriter {
  return queryParameter(argument, (value) =>
    hasMembers(value)
      ? Object.entries(value).flatMap(([name, one]) =>
          formPairs(name, hasMembers(one) ? stringifyJson(one) : one),
        )
      : [encodeBut(scalar(value), WHOLE_QUERY)],
  );
}

/** The whole query string, which is JSON. */
export function querystringJson(argument: string): ParameterWriter {
  return queryParameter(argument, (value) => [encode(stringifyJson(value))]);
}

/** A header whose value is a scalar. */
export function header(name: string, argument = name): ParameterWriter {
  return headerParameter(name, argument, scalar);
}

/** A header in style `simple`. */
export function headerSimple(
  name: string,
  argument = name,
  explode = false,
): ParameterWriter {
  return headerParameter(name, argument, (value) =>
    flat(value, asIs, ",", explode ? "=" : ","),
  );
}

/** A header whose value is JSON, in ASCII. */
export function headerJson(name: string, argument = name): ParameterWriter {
  return headerParameter(name, argument, (value) =>
    stringifyJson(value).replace(
      /[\u007f-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}

function headerParameter(
  name: string,
  argument: string,
  text: (value: unknown) => string,
): ParameterWriter {
  return {
    argument,
    write(value, parts) {
      if (!isGiven(value) || isEmpty(value)) return;
      setHeader(parts.headers, name, text(value));
    },
  };
}

/** Sets a header; what cannot be a header value is refused with its name. */
export function setHeader(headers: Headers, name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    throw new ConfigurationError(`${JSON.stringify(name)} is no header name`);
  }
  // Headers would trim a line break at the ends and so hide it. Servers read
  // bytes beyond ASCII as they like (RFC 9110, section 5.5).
  if (/[^\t\x20-\x7e]/.test(value)) {
    throw new ConfigurationError(`header ${name} cannot hold that value`);
  }
  headers.set(name, value);
}

/** A cookie. Browsers set cookies themselves and drop this one. */
export function cookie(
  name: string,
  argument = name,
  explode = true,
  code: Code = encode,
): ParameterWriter {
  return cookieParameter(argument, (value) =>
    explode
      ? formPairs(name, value, code)
      : joinedPairs(name, value, ",", code),
  );
}

/** A cookie in style `cookie`, which is sent as it is. */
export function cookieRaw(
  name: string,
  argument = name,
  explode = true,
): ParameterWriter {
  return cookie(name, argument, explode, (text) => {
    // RFC 6265, section 4.1.1.
    if (/^[!#-+\--:<-[\]-~]*$/.test(text)) return text;
    throw new ConfigurationError(`cookie ${name} cannot hold that value`);
  });
}

/** A cookie whose value is JSON. */
export function cookieJson(name: string, argument = name): ParameterWriter {
  return cookieParameter(argument, (value) => [
    `${encode(name)}=${encode(stringifyJson(value))}`,
  ]);
}

function cookieParameter(
  argument: string,
  text: (value: unknown) => string[],
): ParameterWriter {
  return {
    argument,
    write(value, parts) {
      if (isGiven(value)) addCookies(parts.headers, text(value));
    },
  };
}

/** Adds `name=value` pairs to the cookies of a request. */
export function addCookies(headers: Headers, pairs: readonly string[]): void {
  const before = headers.get("cookie");
  if (pairs[0]) {
    headers.set("cookie", [...(before ? [before] : []), ...pairs].join("; "));
  }
}

/** The key that makes repeats safe: one for all tries of a call. */
export function idempotencyKey(name: string): ParameterWriter {
  return {
    argument: "",
    write(_value, parts, options) {
      const { headers } = parts;
      const given = options.idempotencyKey ?? headers.get(name);
      headers.delete("idempotency-key");
      setHeader(headers, name, given ?? crypto.randomUUID());
    },
  };
}
