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

const RESERVED = /[!'()*]/g;
/** Reserved characters that say nothing in a query; `&`, `=`, `+` and `#` do. */
const SILENT = /%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B)/gi;
const IN_QUERY = /%(3A|2F|3F|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/gi;

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

function encodeReserved(text: string): string {
  return encodeBut(text, SILENT);
}

/** A scalar as text. */
export function scalar(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? stringifyJson(value) : String(value);
}

function members(value: object): [string, string][] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => [name, scalar(member)]);
}

function flat(
  value: unknown,
  code: (text: string) => string,
  between = ",",
  pair = ",",
): string {
  if (Array.isArray(value)) {
    return value.map((one) => code(scalar(one))).join(between);
  }
  if (isObject(value)) {
    return members(value)
      .map(([name, member]) => code(name) + pair + code(member))
      .join(between);
  }
  return code(scalar(value));
}

function pathParameter(
  name: string,
  argument: string,
  text: (value: unknown) => string,
): ParameterWriter {
  return {
    argument,
    write(value, parts) {
      const written = value === undefined || value === null ? "" : text(value);
      // What is written is encoded: it holds no other placeholder.
      parts.path = parts.path.replaceAll(`{${name}}`, () => written);
      const dots = /(?:^|\/)(\.\.?)(?:\/|$)/.exec(parts.path)?.[1];
      if (!written || dots) {
        throw new ConfigurationError(
          `path parameter ${name} must not be ${dots ? `"${dots}"` : "empty"}`,
        );
      }
    },
  };
}

/** `{id}` whose value is a scalar. */
export function path(name: string, argument = name): ParameterWriter {
  return pathParameter(name, argument, (value) => encode(scalar(value)));
}

/** `{id}` in style `simple`. */
export function pathSimple(
  name: string,
  argument = name,
  explode = false,
): ParameterWriter {
  return pathParameter(name, argument, (value) =>
    flat(value, encode, ",", explode ? "=" : ","),
  );
}

/** `{.id}` in style `label`. */
export function pathLabel(
  name: string,
  argument = name,
  explode = false,
): ParameterWriter {
  return pathParameter(
    name,
    argument,
    (value) =>
      `.${explode ? flat(value, encode, ".", "=") : flat(value, encode)}`,
  );
}

/** `{;id}` in style `matrix`. */
export function pathMatrix(
  name: string,
  argument = name,
  explode = false,
): ParameterWriter {
  const key = encode(name);
  return pathParameter(name, argument, (value) => {
    if (explode && Array.isArray(value)) {
      return value.map((one) => `;${key}=${encode(scalar(one))}`).join("");
    }
    if (explode && isObject(value)) return `;${flat(value, encode, ";", "=")}`;
    return `;${key}=${flat(value, encode)}`;
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
      if (value !== undefined && value !== null) {
        parts.query.push(...text(value));
      }
    },
  };
}

/** Style `form`, exploded: `a=1&a=2`. */
export function query(name: string, argument = name): ParameterWriter {
  return queryParameter(argument, (value) => formPairs(name, value));
}

/** `query` that leaves reserved characters as they are. */
export function queryReserved(name: string, argument = name): ParameterWriter {
  return queryParameter(argument, (value) =>
    formPairs(name, value, encodeReserved),
  );
}

/** Style `form`, exploded, as `name=value` pairs. */
export function formPairs(
  name: string,
  value: unknown,
  code: (text: string) => string = encode,
): string[] {
  if (Array.isArray(value)) {
    return value.map((one) => `${encode(name)}=${code(scalar(one))}`);
  }
  if (isObject(value)) {
    return members(value).map(([key, one]) => `${encode(key)}=${code(one)}`);
  }
  return [`${encode(name)}=${code(scalar(value))}`];
}

/** Style `form`, `spaceDelimited` or `pipeDelimited`, not exploded: `a=1,2`. */
export function queryJoined(
  name: string,
  argument = name,
  separator = ",",
): ParameterWriter {
  return queryParameter(argument, (value) =>
    joinedPairs(name, value, separator),
  );
}

/** `queryJoined` that leaves reserved characters as they are. */
export function queryJoinedReserved(
  name: string,
  argument = name,
  separator = ",",
): ParameterWriter {
  return queryParameter(argument, (value) =>
    joinedPairs(name, value, separator, encodeReserved),
  );
}

/** Joined values as at most one `name=value` pair. */
export function joinedPairs(
  name: string,
  value: unknown,
  separator: string,
  code: (text: string) => string = encode,
): string[] {
  const empty = Array.isArray(value) && value.length === 0;
  return empty ? [] : [`${encode(name)}=${flat(value, code, separator)}`];
}

/** Style `deepObject`: `filter[key]=value`, nested as deep as the value. */
export function queryDeep(name: string, argument = name): ParameterWriter {
  return queryParameter(argument, (value) => deepPairs(name, value));
}

/** A nested value as `name[key]=value` pairs. */
export function deepPairs(name: string, value: unknown): string[] {
  return deepTexts(name, value).map(
    ([key, text]) => `${encode(key)}=${encode(text)}`,
  );
}

/**
 * A nested value as names and texts. A list of scalars is `a[]`, any other one
 * counts: `a[0][b]`.
 */
export function deepTexts(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const given = value.filter((one) => one !== undefined && one !== null);
    const counted = given.some((one) => Array.isArray(one) || isObject(one));
    return given.flatMap((one, index) =>
      deepTexts(`${name}[${counted ? index : ""}]`, one),
    );
  }
  if (isObject(value)) {
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

/** The whole query string, as text or as members. */
export function querystring(argument: string): ParameterWriter {
  return queryParameter(argument, (value) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, one]) => formPairs(name, one))
      : [encodeBut(scalar(value), IN_QUERY)],
  );
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
    flat(value, (text) => text, ",", explode ? "=" : ","),
  );
}

/** A header whose value is JSON. */
export function headerJson(name: string, argument = name): ParameterWriter {
  return headerParameter(name, argument, stringifyJson);
}

function headerParameter(
  name: string,
  argument: string,
  text: (value: unknown) => string,
): ParameterWriter {
  return {
    argument,
    write(value, parts) {
      if (value === undefined || value === null) return;
      setHeader(parts.headers, name, text(value));
    },
  };
}

/** Sets a header; what cannot be a header value is refused with its name. */
export function setHeader(headers: Headers, name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    throw new ConfigurationError(`${JSON.stringify(name)} is no header name`);
  }
  // Headers would trim a line break at the ends and so hide it.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new ConfigurationError(`header ${name} cannot hold that value`);
  }
  headers.set(name, value);
}

/** A cookie. Browsers set cookies themselves and drop this one. */
export function cookie(
  name: string,
  argument = name,
  explode = true,
): ParameterWriter {
  return {
    argument,
    write(value, parts) {
      if (value === undefined || value === null) return;
      const pairs = explode
        ? formPairs(name, value)
        : joinedPairs(name, value, ",");
      addCookies(parts.headers, pairs);
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
