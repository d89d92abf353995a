/** Request bodies by media type; each kind is a function of its own. */
import { ConfigurationError } from "./errors.js";
import { type FileInput, isFile, toFile } from "./files.js";
import { isObject, stringifyJson } from "./json.js";
import {
  type Code,
  deepPairs,
  deepTexts,
  encode,
  formPairs,
  items,
  joinedPairs,
  keptInQuery,
  scalar,
} from "./parameters.js";

/** A body ready for `fetch`. */
export interface WrittenBody {
  content: BodyInit;
  contentType: string;
  /** For a stream, which can be read once only: what `fetch` must be told. */
  once?: { duplex: "half" } | undefined;
}

/** How one media type is written. */
export interface MediaWriter {
  readonly mediaType: string;
  write(value: unknown): WrittenBody | Promise<WrittenBody>;
}

/** How an operation's body is made of its arguments. */
export interface BodyWriter {
  readonly media: readonly MediaWriter[];
  /** Argument → wire name, where the two differ. */
  readonly renamed?: Readonly<Record<string, string>>;
  /**
   * The one argument that is the whole body; without it, the body is made of
   * all arguments that are no parameters.
   */
  readonly argument?: string;
  readonly required?: boolean;
}

/** JSON. */
export function json(mediaType = "application/json"): MediaWriter {
  return {
    mediaType,
    write: (value) => ({
      content: stringifyJson(value),
      contentType: mediaType,
    }),
  };
}

/** Text as it is, in UTF-8. */
export function text(mediaType = "text/plain"): MediaWriter {
  const said = /charset/i.test(mediaType);
  const contentType = said ? mediaType : `${mediaType}; charset=utf-8`;
  return {
    mediaType,
    write: (value) => ({ content: scalar(value), contentType }),
  };
}

/** Bytes as they are. */
export function binary(mediaType = "application/octet-stream"): MediaWriter {
  return {
    mediaType,
    async write(value) {
      const content =
        isObject(value) && "content" in value
          ? await toFile(value as unknown as FileInput)
          : (value as BodyInit);
      return {
        content,
        contentType: mediaType,
        once:
          content instanceof ReadableStream ? { duplex: "half" } : undefined,
      };
    },
  };
}

/** One JSON value a line. */
export function jsonLines(mediaType = "application/jsonl"): MediaWriter {
  return {
    mediaType,
    write(value) {
      const items: unknown[] = Array.isArray(value) ? value : [value];
      const lines = items.map((one) => `${stringifyJson(one)}\n`);
      return { content: lines.join(""), contentType: mediaType };
    },
  };
}

/** How a member of a form is written when not exploded by name. */
export type FormEncoding = "joined" | "deep" | "json" | "space" | "pipe";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** `application/x-www-form-urlencoded`; members in `reserved` are `allowReserved`. */
export function form(
  encodings: Readonly<Record<string, FormEncoding>> = {},
  reserved: readonly string[] = [],
): MediaWriter {
  return {
    mediaType: FORM_TYPE,
    write(value) {
      const pairs = Object.entries(objectOf(value, FORM_TYPE)).flatMap(
        ([name, member]) => {
          const code = reserved.includes(name) ? keptInQuery : encode;
          return formMember(name, member, encodings[name], code);
        },
      );
      return { content: pairs.join("&"), contentType: FORM_TYPE };
    },
  };
}

function formMember(
  name: string,
  value: unknown,
  encoding: FormEncoding | undefined,
  code: Code,
): string[] {
  if (value === undefined || value === null) return [];
  switch (encoding) {
    case "joined":
      return joinedPairs(name, value, ",", code);
    case "space":
      return joinedPairs(name, value, "%20", code);
    case "pipe":
      return joinedPairs(name, value, "%7C", code);
    case "deep":
      return deepPairs(name, value, code);
    case "json":
      return [`${encode(name)}=${encode(stringifyJson(value))}`];
    default:
      return formPairs(name, value, code);
  }
}

/**
 * `multipart/form-data` (RFC 7578). `types` are the parts' media types; members
 * in `deep` are written as `name[key]` parts, lists in `joined` as one part.
 */
export function multipart(
  types: Readonly<Record<string, string>> = {},
  deep: readonly string[] = [],
  joined: readonly string[] = [],
): MediaWriter {
  const mediaType = "multipart/form-data";
  return {
    mediaType,
    async write(value) {
      // Written by hand: FormData gives every part with a media type a file name.
      const boundary = `form-${crypto.randomUUID()}`;
      const content: BlobPart[] = [];
      const entries = Object.entries(objectOf(value, mediaType));
      for (const [name, member] of entries) {
        for (const [key, part] of partsOf(name, member, deep, joined)) {
          if (part === undefined || part === null) continue;
          content.push(`--${boundary}\r\n`);
          content.push(...(await partOf(key, part, types[name])), "\r\n");
        }
      }
      const contentType = `${mediaType}; boundary=${boundary}`;
      return {
        content: new Blob([...content, `--${boundary}--\r\n`]),
        contentType,
      };
    },
  };
}

function partsOf(
  name: string,
  member: unknown,
  deep: readonly string[],
  joined: readonly string[],
): [string, unknown][] {
  if (!Array.isArray(member)) {
    return deep.includes(name) && !isFile(member)
      ? deepTexts(name, member)
      : [[name, member]];
  }
  const parts: unknown[] = member;
  if (!parts.some(isFile)) {
    if (deep.includes(name)) return deepTexts(name, member);
    if (joined.includes(name)) return [[name, items(parts).join(",")]];
  }
  return parts.map((part) => [name, part]);
}

async function partOf(
  name: string,
  value: unknown,
  type: string | undefined,
): Promise<BlobPart[]> {
  const head = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (isFile(value)) {
    const file = await typedFile(value, type, name);
    const fileHead = `; filename="${quoted(file.name)}"\r\nContent-Type: ${file.type}`;
    return [`${head}${fileHead}\r\n\r\n`, file];
  }
  const data = typeof value === "object" && !(value instanceof Date);
  const partType = type ?? (data ? "application/json" : undefined);
  const typeLine =
    partType === undefined ? "" : `\r\nContent-Type: ${partType}`;
  return [
    `${head}${typeLine}\r\n\r\n`,
    data ? stringifyJson(value) : scalar(value),
  ];
}

/** A name inside quotes, escaped as browsers do (WHATWG HTML, 4.10.21.8). */
function quoted(name: string): string {
  return name.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}

async function typedFile(
  value: FileInput,
  type: string | undefined,
  unnamed: string,
): Promise<File> {
  const file = await toFile(value, undefined, undefined, unnamed);
  const unsaid = file.type === "" || file.type === "application/octet-stream";
  return type !== undefined && unsaid ? toFile(file, file.name, type) : file;
}

function objectOf(value: unknown, mediaType: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new ConfigurationError(`a ${mediaType} body must be an object`);
}
