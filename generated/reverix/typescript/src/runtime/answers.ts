/** Answers by media type; each kind is a function of its own. */
import { APIResponseValidationError } from "./errors.js";
import { parseJson } from "./json.js";

/** Reads the answers with one status or range, in one media type. */
export interface AnswerReader {
  readonly low: number;
  readonly high: number;
  /** "" for an answer without a body. */
  readonly mediaType: string;
  /** Not asked for, since it is of another type than what a call gives. */
  readonly other: boolean;
  read(response: Response): Promise<unknown>;
}

function reader(
  status: number | readonly [number, number],
  mediaType: string,
  read: (response: Response) => Promise<unknown>,
  other = false,
): AnswerReader {
  const [low, high] = typeof status === "number" ? [status, status] : status;
  return { low, high, mediaType, other, read };
}

/** JSON. */
export function jsonAnswer(
  status: number | readonly [number, number] = [200, 299],
  mediaType = "application/json",
  other = false,
): AnswerReader {
  return reader(status, mediaType, readJson, other);
}

/** Text in the answer's own encoding. */
export function textAnswer(
  status: number | readonly [number, number] = [200, 299],
  mediaType = "text/plain",
): AnswerReader {
  return reader(status, mediaType, async (response) => {
    const label = /charset="?([^";]+)/i.exec(
      response.headers.get("content-type") ?? "",
    )?.[1];
    return new TextDecoder(knownEncoding(label)).decode(
      await response.arrayBuffer(),
    );
  });
}

function knownEncoding(label: string | undefined): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return "utf-8";
  }
}

/** The response itself, its body not read yet. */
export function binaryAnswer(
  status: number | readonly [number, number] = [200, 299],
  mediaType = "application/octet-stream",
): AnswerReader {
  return reader(status, mediaType, (response) => Promise.resolve(response));
}

/** No body. */
export function emptyAnswer(
  status: number | readonly [number, number] = [200, 299],
): AnswerReader {
  return reader(status, "", async (response) => {
    await response.body?.cancel();
    return undefined;
  });
}

/** Parses a JSON body; an empty one gives `undefined`. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? undefined : parseAnswer(text, "the answer");
}

/** Parses JSON that must be some; `what` names it in the error. */
export function parseAnswer(text: string, what: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new APIResponseValidationError(`${what} is not JSON`, text, error);
  }
}

/** The media type without its parameters, lower-case. */
export function mediaTypeOf(headers: Headers): string {
  const value = headers.get("content-type")?.split(";")[0] ?? "";
  return value.trim().toLowerCase();
}

/** `application/json` and every `+json` (RFC 6839). */
export function isJsonType(mediaType: string): boolean {
  return mediaType.endsWith("/json") || mediaType.endsWith("+json");
}

/** Whether a described media type, maybe one with `*`, includes another. */
export function includes(described: string, mediaType: string): boolean {
  const [known = "", given = ""] = [described, mediaType].map((one) =>
    one.split(";")[0]?.trim().toLowerCase(),
  );
  return known.endsWith("*")
    ? known === "*/*" || given.startsWith(known.slice(0, -1))
    : known === given;
}

/**
 * The reader that fits an answer: its media type first, else its status; for a
 * status that is not described, the only form that answers have.
 */
export function findReader(
  answers: readonly AnswerReader[],
  response: Response,
): AnswerReader | undefined {
  const { status } = response;
  const fitting = answers.filter(
    (answer) => answer.low <= status && status <= answer.high,
  );
  const mediaType = mediaTypeOf(response.headers);
  const usual = answers.filter((one) => one.mediaType && !one.other);
  return (
    fitting.find((answer) => includes(answer.mediaType, mediaType)) ??
    fitting.find(
      (answer) => isJsonType(mediaType) && isJsonType(answer.mediaType),
    ) ??
    fitting[0] ??
    (usual.length === 1 ? usual[0] : undefined)
  );
}
