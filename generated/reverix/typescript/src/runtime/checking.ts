/** Strict mode: does a value fit the specification? Imported only by those who use it. */
import { isObject } from "./json.js";

/**
 * A type, as small as can be: a name of the schema, a kind, or an array whose
 * head says what it is.
 */
export type Shape =
  | string
  | readonly ["list", Shape]
  | readonly ["map", Shape]
  | readonly ["null", Shape]
  | readonly ["enum", readonly unknown[]]
  | readonly ["any of", readonly Shape[]]
  | TaggedShape
  | TupleShape
  | ObjectShape;

/** The member that says which type it is, types by its value, and the type of others. */
type TaggedShape = readonly [
  "by",
  string,
  Readonly<Record<string, Shape>>,
  Shape?,
];

/** Types of the first items, how many must be there, and the type of the others. */
type TupleShape = readonly ["tuple", readonly Shape[], number, Shape];

/** Types of members, which of them must be there, and the type of others. */
type ObjectShape = readonly [
  "object",
  Readonly<Record<string, Shape>>,
  readonly string[],
  Shape,
];

/** Named types. */
export type Schema = Readonly<Record<string, Shape>>;

/**
 * Of an operation: the type by status (`item`: of its stream's items), followed
 * by the media type where that decides.
 */
export type Checked = Readonly<Record<string, Shape>>;

/**
 * Finds the first problem of an answer, as a sentence that names the member;
 * nothing when it fits or when the specification says nothing of it.
 */
export type Checker = (
  operation: string,
  status: number | "item",
  value: unknown,
  mediaType: string,
) => string | undefined;

/** Makes the checker of an API of its types and its operations' answers. */
export function makeChecker(
  schema: Schema,
  operations: Readonly<Record<string, Checked>>,
): Checker {
  return (operation, status, value, mediaType) => {
    const answers = operations[operation] ?? {};
    const range = `${String(status).charAt(0)}XX`;
    const shape = [String(status), range, "default"]
      .map((key) => answers[key] ?? answers[`${key} ${mediaType}`])
      .find((found) => found !== undefined);
    if (shape === undefined) return undefined;
    return value === undefined
      ? "the answer has no body"
      : fit(schema, shape, value, "");
  };
}

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  "any value": () => true,
  "no value": () => false,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number" || typeof value === "bigint",
  integer: (value) => Number.isInteger(value) || typeof value === "bigint",
};

function fit(
  schema: Schema,
  shape: Shape,
  value: unknown,
  at: string,
): string | undefined {
  const where = at || "the answer";
  if (typeof shape === "string") {
    const kind = KINDS[shape];
    if (kind) return kind(value) ? undefined : `${where} is no ${shape}`;
    return fit(schema, schema[shape] ?? "any value", value, at);
  }
  switch (shape[0]) {
    case "null":
      return value === null ? undefined : fit(schema, shape[1], value, at);
    case "enum":
      return shape[1].includes(value)
        ? undefined
        : `${where} is none of its values`;
    case "any of":
      return shape[1].some((one) => fit(schema, one, value, at) === undefined)
        ? undefined
        : `${where} fits none of its types`;
    case "by": {
      const tag = isObject(value) ? String(value[shape[1]]) : "";
      const chosen = shape[2][tag] ?? shape[3];
      return chosen === undefined
        ? `${at ? `${at}.` : ""}${shape[1]} selects none of the types`
        : fit(schema, chosen, value, at);
    }
    case "list":
    case "tuple":
      return fitItems(schema, shape, value, at);
    case "map":
      if (!isObject(value)) return `${where} is no object`;
      return first(Object.entries(value), ([name, member]) =>
        fit(schema, shape[1], member, `${at}.${name}`),
      );
    default:
      return fitObject(schema, shape, value, at);
  }
}

function fitItems(
  schema: Schema,
  shape: readonly ["list", Shape] | TupleShape,
  value: unknown,
  at: string,
): string | undefined {
  const where = at || "the answer";
  if (!Array.isArray(value)) return `${where} is no array`;
  if (shape[0] === "tuple" && value.length < shape[2]) {
    return `${where} has fewer than ${shape[2]} items`;
  }
  return first(value.entries(), ([index, item]) => {
    const one = shape[0] === "list" ? shape[1] : (shape[1][index] ?? shape[3]);
    return fit(schema, one, item, `${at}[${index}]`);
  });
}

function fitObject(
  schema: Schema,
  shape: ObjectShape,
  value: unknown,
  at: string,
): string | undefined {
  const [, members, required, extra] = shape;
  if (!isObject(value)) return `${at || "the answer"} is no object`;
  const prefix = at ? `${at}.` : "";
  const lacking = required.find((name) => value[name] === undefined);
  if (lacking !== undefined) return `${prefix}${lacking} is missing`;
  return first(Object.entries(value), ([name, member]) => {
    const one = Object.hasOwn(members, name) ? members[name] : undefined;
    return fit(schema, one ?? extra, member, prefix + name);
  });
}

function first<One>(
  values: Iterable<One>,
  problem: (one: One) => string | undefined,
): string | undefined {
  for (const one of values) {
    const found = problem(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
