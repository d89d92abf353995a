/**
 * JSON without loss: integers beyond 2^53 become `bigint`, and `bigint` is
 * written as a number. Everything else is `JSON.parse` and `JSON.stringify`.
 */

export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonValue[]
  | { [key: string]: JsonValue };

const MARK = "\u0000int:";
const MANY_DIGITS = /\d{16}/;
// A string (skipped), or a number that is not part of one.
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;

/** Parses `text`; throws `SyntaxError` as `JSON.parse` does. */
export function parseJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKENS, (token) =>
    WHOLE.test(token) && !Number.isSafeInteger(Number(token))
      ? JSON.stringify(MARK + token)
      : token,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK)
      ? BigInt(value.slice(MARK.length))
      : value,
  );
}

/** Writes `value`; `undefined` members are left out, `null` is written. */
export function stringifyJson(value: unknown): string {
  let big = false;
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== "bigint") return member;
    big = true;
    return MARK + member.toString();
  });
  return big ? text.replace(/"\\u0000int:(-?\d+)"/g, "$1") : text;
}

/** Whether `value` is an object that is neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
